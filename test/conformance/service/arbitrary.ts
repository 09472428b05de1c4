/** From a schema of the OpenAPI document to values that fit it, and to values that are likely not to. */
import fc from "fast-check";
import { createOpenApiDocument, type OpenApiObject } from "../../../schema/service/openapi.ts";
import { apiKey, authToken } from "../../emulator/start.ts";

const document = createOpenApiDocument();

/** Paths of the document with the name of the operation at each. */
export const endpoints = Object.entries(document.paths).map(([path, { post }]) => ({ path, name: String(post["operationId"]) }));

/** Ids that exist in `world` or mean something, more often than any text. */
const ids = [
  "acme",
  "globex",
  "ada",
  "bob",
  "design",
  "logos",
  "top",
  "secret",
  "staff",
  "n",
  "intro",
  "root",
  "example.com",
  "https://a.b",
  "",
];
const special = [
  "__proto__",
  "constructor",
  "toString",
  "a@b",
  "cGFnZTox",
  "\u0000",
  "\ud83d",
  "💬",
  "'; DROP TABLE users; --",
  "x".repeat(5000),
];
const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ids) },
  { weight: 2, arbitrary: fc.constantFrom(...special) },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);
const integer = fc.oneof(fc.integer({ min: -2, max: 12 }), fc.maxSafeInteger());
const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: text,
  boolean: fc.boolean(),
  integer,
  number: fc.oneof(integer, fc.double({ noNaN: true, noDefaultInfinity: true })),
  null: fc.constant(null),
};

const isObject = (value: unknown): value is OpenApiObject => typeof value === "object" && value !== null && !Array.isArray(value);
const resolve = (schema: OpenApiObject): OpenApiObject => {
  const id = String(schema["$ref"] ?? "")
    .split("/")
    .at(-1);
  return id ? (document.components.schemas[id] ?? {}) : schema;
};

/** Credentials are right as a rule: wrong ones hide everything behind them. */
const credential = (field: string): fc.Arbitrary<unknown> | undefined => {
  const right = { apiKey, authToken }[field];
  return right === undefined ? undefined : fc.oneof({ weight: 9, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: text });
};

const objectOf = (schema: OpenApiObject): fc.Arbitrary<unknown> => {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
  const members = Object.entries(properties).map(
    ([key, member]) => [key, credential(key) ?? valid(isObject(member) ? member : {})] as const,
  );
  const known = fc.record(Object.fromEntries(members), { requiredKeys: required });
  // Every object may hold more than is listed.
  return fc.oneof(
    { weight: 4, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(fc.dictionary(text, fc.jsonValue()), known).map(([more, one]) => ({ ...more, ...one })) },
  );
};

/** Values that fit a schema. */
export const valid = (given: OpenApiObject): fc.Arbitrary<unknown> => {
  const schema = resolve(given);
  const { anyOf, type, items } = schema;
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...schema["enum"]);
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.filter(isObject).map(valid));
  if (type === "array") return fc.array(valid(isObject(items) ? items : {}), { maxLength: 5 });
  if (type === "object") return objectOf(schema);
  return (typeof type === "string" ? scalars[type] : undefined) ?? fc.jsonValue();
};

/** Values with one place, chosen by `path`, replaced by something else or taken away. */
const spoilt = (value: unknown, path: readonly number[], other: unknown): unknown => {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== "object" || value === null) return other;
  if (Array.isArray(value)) return value.map((item, index) => (index === step % value.length ? spoilt(item, rest, other) : item));
  const keys = Object.keys(value);
  const chosen = keys[step % keys.length];
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, key === chosen ? spoilt(member, rest, other) : member]));
};

/** Bodies of an operation: those that fit its schema, and those that were spoilt in one place. */
export const bodyOf = (path: string): fc.Arbitrary<unknown> => {
  const name = String(document.paths[path]?.post["operationId"]);
  const body = valid({ $ref: `#/components/schemas/${name.charAt(0).toUpperCase()}${name.slice(1)}Request` });
  const other = fc.oneof(fc.constant(undefined), fc.jsonValue({ maxDepth: 2 }), text);
  const anywhere = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 4 });
  return fc.oneof(
    { weight: 2, arbitrary: body },
    { weight: 1, arbitrary: fc.tuple(body, anywhere, other).map((parts) => spoilt(...parts)) },
  );
};
