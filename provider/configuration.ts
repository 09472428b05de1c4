/** The provider's configuration: `collab:*` of the stack, then the environment. Parsed once, at the edge, for both adapters. */
import { z } from "zod";
import type { ClientOptions } from "./client/index.ts";
import { nearest } from "./nearest.ts";
import { type Ceilings, ceilingsWith } from "./resources/guard/budgets.ts";
import { dayOf, isDay } from "./resources/memberships/days.ts";
import { ceilingsSetting, requiredSetting } from "./resources/guard/settings.ts";
import type { Requirement } from "./resources/guard/required.ts";

const seconds = /^(\d+(?:\.\d+)?)\s*(ms|s|m|min)?$/;
const milliseconds = { ms: 1, s: 1000, m: 60_000, min: 60_000 };

const duration = z
  .string()
  .regex(seconds, "a duration such as 30s, 500ms or 5m")
  .transform((text) => {
    const [, amount = "", unit = "s"] = seconds.exec(text) ?? [];
    return Number(amount) * (milliseconds[unit as keyof typeof milliseconds] ?? 1000);
  })
  .refine((time) => time >= 1, "a duration of at least 1ms");

const count = (minimum: number) =>
  z
    .string()
    .regex(/^\d+$/, `a whole number of at least ${minimum}`)
    .transform(Number)
    .refine((value) => value >= minimum, `a whole number of at least ${minimum}`);

const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) => z.enum(values, `one of ${values.join(", ")}`);

const httpUrl = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "an address such as https://collab.example.com")
  .refine((text) => !URL.parse(text)?.username, "an address without user name and password (credentials go into collab:apiKey)")
  .transform((text) => text.replace(/\/+$/, ""));

/** Every key of the configuration, without the `collab:` prefix. Values arrive as text, and the defaults are written as a stack would. */
export const configuration = z.object({
  baseUrl: httpUrl.describe("Base address of the service.").optional(),
  apiKey: z.string().min(1).describe("API key of the workspace.").meta({ secret: true }).optional(),
  authToken: z.string().min(1).describe("Auth token of the workspace.").meta({ secret: true }).optional(),
  apiVersion: oneOf("v2", "v1").describe("Form of the operations; `v1` has no roles and no create flags.").default("v2"),
  maxItemsPerCall: count(1).describe("Items in one call.").prefault("100"),
  maxConcurrency: count(1).describe("Calls at the same time.").prefault("8"),
  requestTimeout: duration.describe("Time for one attempt of a call, such as `30s`, `500ms` or `5m`.").prefault("30s"),
  maxRetries: count(0).describe("Attempts after the first.").prefault("4"),
  documentsAdd: oneOf("create", "upsert")
    .describe("`upsert` where adding a document that exists renames it on your service; else a rename is refused in the preview.")
    .default("create"),
  usersDeleteFolder: oneOf("folder")
    .describe("`folder` where your service removes a user from one folder only; unset, such a removal is refused.")
    .optional(),
  refreshMemberships: oneOf("state", "probe")
    .describe(
      "No operation lists members: with `state` a refresh shows what the last `up` recorded. `probe`: `COLLAB_PROBE=1 pulumi refresh --skip-preview` finds grants " +
        "that are gone, with a write call that changes nothing.",
    )
    .default("state"),
  auditLog: z
    .string()
    .min(1, "the name of a file")
    .describe("File that gets one JSON line for each grant, removal, change and disable that is sent.")
    .optional(),
  limits: ceilingsSetting
    .describe(
      'How much access one `up` may take or change, at most: `{"organization": {"removals": "10%"}, "workspace": {"removals": 100}}`. What a declaration says can ' +
        "only tighten it. Unset: 25 % removals.",
    )
    .optional(),
  required: requiredSetting
    .describe('Users that no declaration can leave out, by organization: `{"acme": ["ada editor", "grace folder=design"]}`.')
    .optional(),
  asOf: z
    .string()
    .refine(isDay, "a day such as 2026-12-31")
    .describe("The day (UTC) for which the last days of memberships count; today where it is not set.")
    .optional(),
});

/** The keys, without the `collab:` prefix. */
export const configurationKeys = Object.keys(configuration.shape);

/** What handlers read; nothing in it is secret. */
export type Settings = Readonly<
  Pick<z.output<typeof configuration>, "apiVersion" | "documentsAdd" | "usersDeleteFolder" | "refreshMemberships" | "auditLog">
> & {
  /** The person says that this command makes no preview: only then may a refresh make a call that writes. */
  readonly probeNow: boolean;
  readonly ceilings: Ceilings;
  readonly required: ReadonlyMap<string, readonly Requirement[]>;
  /** The day of this run, the same for all that it does, midnight or not. */
  readonly today: string;
};

/**
 * The environment variable that allows a probe in this command. The engine refreshes in previews too, and nothing that a provider gets
 * from it (request, arguments, environment) tells the two apart; so it is for the person to say.
 */
export const probeVariable = "COLLAB_PROBE";

/** The environment variable that switches coalescing off (`off`), so that its effect can be measured; no setting, as nobody else needs it. */
export const coalesceVariable = "COLLAB_COALESCE";

/** Settings that the workspace program reads, and the provider does not: what holds without them, and what they mean. */
export const programSettings = {
  workspace: { preset: "workspace.yaml", description: "The file or glob that `declareWorkspace()` reads." },
  organizations: { preset: "all", description: "Ids of the organizations that this stack converges: `acme,globex`, or a list." },
  provider: { preset: "dynamic", description: "What serves the program's resources: `dynamic`, or `plugin` for the native plugin." },
  protect: { preset: "true", description: "Pulumi's `protect` on organizations and membership sets." },
} as const;
const programKeys = Object.keys(programSettings);

const environment = { baseUrl: "COLLAB_BASE_URL", apiKey: "COLLAB_API_KEY", authToken: "COLLAB_AUTH_TOKEN" } as const;
type ConnectionKey = keyof typeof environment;
const connectionKeys: readonly ConnectionKey[] = ["baseUrl", "apiKey", "authToken"];

/** The configuration is wrong or incomplete; the message lists everything that is, and how to set it. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** Where credentials come from, for those whose credentials were refused. */
export const credentialsHint =
  "They come from the stack (pulumi config set --secret collab:apiKey, collab:authToken) or else from COLLAB_API_KEY and COLLAB_AUTH_TOKEN.";

/** Parsed configuration: settings at once, the connection only when a call needs it. */
export interface Configuration {
  readonly settings: Settings;
  /** Options of the client. Throws a `ConfigurationError` that names everything that is missing. */
  connection(): ClientOptions;
}

/** What errors of the client call its options. */
const optionNames = {
  baseUrl: "collab:baseUrl",
  apiKey: "collab:apiKey",
  authToken: "collab:authToken",
  apiVersion: "collab:apiVersion",
  maxItemsPerCall: "collab:maxItemsPerCall",
  maxConcurrency: "collab:maxConcurrency",
  requestTimeoutMs: "collab:requestTimeout",
  maxRetries: "collab:maxRetries",
} as const satisfies ClientOptions["optionNames"];

const secretKeys = new Set<string>(["apiKey", "authToken"]);

/** Keys whose values are never shown: an address may have a password in it. */
const hiddenKeys = new Set<string>([...secretKeys, "baseUrl"]);

const problem = (key: string, value: string | undefined, expected: string): string => {
  const got = value === undefined ? "" : hiddenKeys.has(key) ? ", which it is not" : `, got ${JSON.stringify(value)}`;
  return `collab:${key}: expected ${expected}${got}. Set it: pulumi config set ${secretKeys.has(key) ? "--secret " : ""}collab:${key} <value>`;
};

const missing = (key: ConnectionKey): string =>
  `collab:${key} is not set. Set it: pulumi config set ${secretKeys.has(key) ? "--secret " : ""}collab:${key} <value>, or the environment variable ${environment[key]}.`;

/** What is wrong with one key. */
export interface ConfigurationProblem {
  readonly key: string;
  /** Names the key, what was expected, and how to set it. */
  readonly text: string;
}

const unknownKey = (key: string, known: readonly string[]): string => {
  const meant = nearest(key, known);
  return `collab:${key} is not a setting${meant === undefined ? "." : `, did you mean ${meant}?`} Known: ${known.join(", ")}.`;
};

/** The environment variable that stands in for a key. */
export const environmentVariable = (key: string): string | undefined => {
  const named: Readonly<Record<string, string>> = environment;
  return Object.hasOwn(named, key) ? named[key] : undefined;
};

/** Whether the values of a key are secret. */
export const isSecretKey = (key: string): boolean => secretKeys.has(key);

/** What the environment says where the stack says nothing, credentials excepted: they are nothing to be recorded. */
export const environmentDefaults = (
  stack: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> => {
  const absent = Object.entries(withEnvironment(stack, env)).filter(([key]) => stack[key] === undefined && !isSecretKey(key));
  return Object.fromEntries(absent);
};

/** The connection as the stack has it, else as the environment has it. */
const withEnvironment = (stack: Readonly<Record<string, string>>, env: Readonly<Record<string, string | undefined>>) => {
  const values: Record<string, string> = { ...stack };
  for (const key of connectionKeys) {
    const fallback = env[environment[key]];
    if (values[key] === undefined && fallback) values[key] = fallback;
  }
  return values;
};

/**
 * Everything that is wrong with a configuration, by key.
 *
 * @param isUnknown tells values that are not known yet, in a preview: nothing is said about them
 */
export const configurationProblems = (
  stack: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>>,
  isUnknown: (value: unknown) => boolean = () => false,
): readonly ConfigurationProblem[] => {
  const values = withEnvironment(stack, env);
  const wrong = (configuration.safeParse(values).error?.issues ?? []).map((issue) => {
    const key = String(issue.path[0]);
    const inside = issue.path.slice(1).join(".");
    return { key, text: problem(key, values[key], inside === "" ? issue.message : `${issue.message} at ${inside}`) };
  });
  const known = [...configurationKeys, ...programKeys].toSorted();
  const unknown = Object.keys(stack)
    .filter((key) => !known.includes(key))
    .map((key) => ({ key, text: unknownKey(key, known) }));
  return [...wrong.filter(({ key }) => !isUnknown(values[key])), ...unknown];
};

/**
 * Parses the stack's configuration.
 *
 * @param stack values by key, without the `collab:` prefix
 * @param env the environment; wins where the stack says nothing
 * @param now the clock
 * @throws ConfigurationError that lists every wrong or unknown key
 */
export const parseConfiguration = (
  stack: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>>,
  now: () => Date = () => new Date(),
): Configuration => {
  const problems = configurationProblems(stack, env);
  if (problems.length > 0) throw new ConfigurationError(problems.map(({ text }) => text).join("\n"));
  const data = configuration.parse(withEnvironment(stack, env));
  const { apiVersion, documentsAdd, usersDeleteFolder, refreshMemberships, auditLog } = data;
  return {
    settings: {
      apiVersion,
      documentsAdd,
      usersDeleteFolder,
      refreshMemberships,
      auditLog,
      probeNow: env[probeVariable] === "1",
      ceilings: ceilingsWith(data.limits),
      required: new Map(Object.entries(data.required ?? {})),
      today: data.asOf ?? dayOf(now()),
    },
    connection: () => {
      const absent = connectionKeys.filter((key) => data[key] === undefined);
      const { baseUrl, apiKey, authToken } = data;
      if (baseUrl === undefined || apiKey === undefined || authToken === undefined) {
        throw new ConfigurationError(absent.map(missing).join("\n"));
      }
      return {
        baseUrl,
        apiKey,
        authToken,
        apiVersion,
        maxItemsPerCall: data.maxItemsPerCall,
        maxConcurrency: data.maxConcurrency,
        requestTimeoutMs: data.requestTimeout,
        maxRetries: data.maxRetries,
        optionNames,
        coalesce: env[coalesceVariable] !== "off",
      };
    },
  };
};
