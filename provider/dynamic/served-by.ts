/** What serves a program's resources: Pulumi's dynamic provider, or the native plugin. One setting of the stack decides it. */
import { providerKey } from "../bag.ts";
import { providerText } from "./provider-text.ts";
import { Config, type CustomResourceOptions, type Inputs, RunError } from "./sdk.ts";

/** Type name of a kind's dynamic resources. Part of every URN: a contract with the states that exist. */
export const typeName = (token: string): string => `pulumi-nodejs:dynamic/collab:${token}`;

/** The same in the package that the plugin serves. */
const pluginTypeName = (token: string): string => `collab:index:${token}`;

/** Every name that resources of a kind have. */
export const typeNames = (token: string): readonly string[] => [typeName(token), pluginTypeName(token)];

const isByPlugin = (): boolean => {
  const setting = new Config("collab").get("provider") ?? "dynamic";
  if (setting === "plugin" || setting === "dynamic") return setting === "plugin";
  throw new RunError(
    `collab:provider: expected dynamic or plugin, got ${JSON.stringify(setting)}. Set it: pulumi config set collab:provider plugin`,
  );
};

/** How a resource is registered. */
interface Registration {
  readonly type: string;
  readonly inputs: Inputs;
  readonly options: CustomResourceOptions;
}

/** The alias keeps a resource that was served by the other one: it changes its type, and nothing in the service. */
export const registration = (token: string, inputs: Inputs, opts: CustomResourceOptions): Registration => {
  const byPlugin = isByPlugin();
  const [type, other] = byPlugin ? [pluginTypeName(token), typeName(token)] : [typeName(token), pluginTypeName(token)];
  return {
    type,
    inputs: byPlugin ? inputs : { ...inputs, [providerKey]: providerText(token) },
    options: { deleteBeforeReplace: true, ...opts, aliases: [...(opts.aliases ?? []), { type: other }] },
  };
};
