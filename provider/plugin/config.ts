/** The provider's own configuration: handshake, CheckConfig, DiffConfig, Configure. */
import providerMessages from "@pulumi/pulumi/proto/provider_pb.js";
import { isUnknown } from "../bag.ts";
import { configurationKeys, configurationProblems, environmentDefaults, isSecretKey } from "../configuration.ts";
import type { Properties } from "../resources/lifecycle.ts";
import type { Host } from "./host.ts";
import { failure } from "./messages.ts";
import { Secrets } from "./secrets.ts";
import { bagFrom, structFrom } from "./wire.ts";

/** Inputs that came from the environment and not from the stack, so that a later environment counts and not what was recorded. */
const defaultsKey = "__defaults";
/** Keys with which the engine speaks to itself. */
const reserved = new Set(["version", "pluginDownloadURL", "__internal", defaultsKey]);

/** Settings as texts: the engine sends what is no text as JSON, languages may send it as it is. */
const settingsOf = (values: Properties): Record<string, string> => {
  const own = Object.entries(values).filter(([key]) => !reserved.has(key));
  return Object.fromEntries(own.map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]));
};

const withoutDefaults = (values: Properties): Record<string, string> => {
  const recorded: unknown = values[defaultsKey];
  const settings = settingsOf(values);
  if (Array.isArray(recorded)) for (const key of recorded) delete settings[String(key)];
  return settings;
};

export const handshake = (host: Host, request: InstanceType<typeof providerMessages.ProviderHandshakeRequest>) => {
  if (request.getEngineAddress()) host.attach(request.getEngineAddress());
  const response = new providerMessages.ProviderHandshakeResponse();
  response.setAcceptSecrets(true);
  return response;
};

/** Everything that is wrong at once; what the stack leaves out and the environment has is filled in, credentials excepted: they are not for the state. */
export const checkConfig = (host: Host, request: InstanceType<typeof providerMessages.CheckRequest>) => {
  const { values } = bagFrom(request.getNews());
  const settings = settingsOf(values);
  const defaults = environmentDefaults(settings, host.environment);
  const secrets = new Secrets();
  for (const key of configurationKeys.filter(isSecretKey)) secrets.note([key], undefined);
  const response = new providerMessages.CheckResponse();
  const filled = Object.keys(defaults).length > 0 ? { ...defaults, [defaultsKey]: Object.keys(defaults) } : {};
  response.setInputs(structFrom({ ...values, ...filled }, secrets));
  response.setFailuresList(configurationProblems(settings, host.environment, isUnknown).map(({ key, text }) => failure(key, text)));
  return response;
};

/** Two ways of writing one address are no change. */
const address = (value: unknown): string | undefined => {
  if (typeof value !== "string" || isUnknown(value)) return undefined;
  return URL.parse(value)?.href.replace(/\/+$/, "") ?? value;
};

/** Never replaces: what a resource is does not depend on how the service is reached. Another address is worth a word. */
export const diffConfig = (host: Host, request: InstanceType<typeof providerMessages.DiffRequest>) => {
  const olds = bagFrom(request.getOldInputs() ?? request.getOlds()).values;
  const news = bagFrom(request.getNews()).values;
  const [before, after] = [address(olds["baseUrl"]), address(news["baseUrl"])];
  if (before !== undefined && after !== undefined && before !== after) {
    host
      .log(request.getUrn())
      .warn(
        `collab:baseUrl changes from ${before} to ${after}: the resources of this stack are looked for there from now on, and not created anew.`,
      );
  }
  const sameAddress = before === after;
  const changed = [...new Set([...Object.keys(olds), ...Object.keys(news)])].filter(
    (key) => !reserved.has(key) && !(key === "baseUrl" && sameAddress) && JSON.stringify(olds[key]) !== JSON.stringify(news[key]),
  );
  const response = new providerMessages.DiffResponse();
  const { DIFF_NONE, DIFF_SOME } = providerMessages.DiffResponse.DiffChanges;
  response.setChanges(changed.length > 0 ? DIFF_SOME : DIFF_NONE);
  response.setDiffsList(changed);
  return response;
};

/** Nothing is missing here yet: address and credentials are asked for at the first call that needs them. */
export const configure = (host: Host, request: InstanceType<typeof providerMessages.ConfigureRequest>) => {
  host.configure(withoutDefaults(bagFrom(request.getArgs()).values), request.getUrn() ?? "");
  const response = new providerMessages.ConfigureResponse();
  response.setAcceptsecrets(true);
  response.setSupportspreview(true);
  return response;
};
