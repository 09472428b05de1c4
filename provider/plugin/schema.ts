/** GetSchema and GetPluginInfo. */
import { status } from "@grpc/grpc-js";
import pluginMessages from "@pulumi/pulumi/proto/plugin_pb.js";
import providerMessages from "@pulumi/pulumi/proto/provider_pb.js";
import manifest from "../../package.json" with { type: "json" };
import { StatusError } from "./status.ts";

/** The one version of the schema's language. */
const supported = 0;

export const getPluginInfo = () => {
  const info = new pluginMessages.PluginInfo();
  info.setVersion(manifest.version);
  return info;
};

export const getSchema = async (request: InstanceType<typeof providerMessages.GetSchemaRequest>) => {
  if (request.getVersion() !== supported) {
    throw new StatusError(
      status.UNIMPLEMENTED,
      `schemas of version ${request.getVersion()} are not known, only those of version ${supported}`,
    );
  }
  const { default: schema } = await import("../../schema/json/collab.schema.json", { with: { type: "json" } });
  const response = new providerMessages.GetSchemaResponse();
  response.setSchema(JSON.stringify(schema));
  return response;
};
