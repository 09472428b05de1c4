/** Property maps on the wire (`google.protobuf.Struct`), with the markers that Pulumi puts into them for what is secret or not known yet. */
import struct from "google-protobuf/google/protobuf/struct_pb.js";
import { unknownValue } from "../bag.ts";
import type { Properties } from "../resources/lifecycle.ts";
import { Secrets } from "./secrets.ts";

/** A property map as the engine sends it. */
export type Struct = InstanceType<typeof struct.Struct>;

// Constants of Pulumi's wire protocol.
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** Unknown values of every type; ours is that of texts, and of whatever has no type. */
const unknowns = new Set([
  unknownValue,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Plain values, and which of them are secret. */
export interface Bag {
  readonly values: Properties;
  readonly secrets: Secrets;
}

const isSecret = (value: object): boolean => Reflect.get(value, signatureKey) === secretSignature;

/** Takes the markers out, and notes what they said. */
const unmark = (value: unknown, path: readonly string[], secrets: Secrets): unknown => {
  if (typeof value === "string") return unknowns.has(value) ? unknownValue : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => unmark(member, path, secrets));
  if (isSecret(value)) {
    const inner = unmark(Reflect.get(value, "value"), path, secrets);
    secrets.note(path, inner);
    return inner;
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, unmark(member, [...path, key], secrets)]));
};

/** Reads a property map; an absent one is empty. Nulls are left out: the wire has no "absent", and no input of ours means null. */
export const bagFrom = (properties: Struct | undefined): Bag => {
  const secrets = new Secrets();
  const raw: Record<string, unknown> = properties?.toJavaScript() ?? {};
  const values = Object.entries(raw).flatMap(([key, value]) => (value === null ? [] : [[key, unmark(value, [key], secrets)]]));
  return { values: Object.fromEntries(values), secrets };
};

const marked = (value: unknown) => ({ [signatureKey]: secretSignature, value });

/** Gives every member of a value another form; undefined has no place on the wire. */
const mapped = (value: unknown, path: readonly string[], form: (member: unknown, path: readonly string[]) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((member) => form(member, path));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, form(member, [...path, key])]));
};

const plain = (value: unknown): unknown => mapped(value, [], plain);

const mark =
  (secrets: Secrets) =>
  (value: unknown, path: readonly string[]): unknown =>
    // What is secret as a whole has no secrets of its own in it.
    secrets.covers(path, value) ? marked(plain(value)) : mapped(value, path, mark(secrets));

/** Writes a property map; what was secret when it came in, or has the same text, goes out as a secret. */
export const structFrom = (values: Properties, secrets = new Secrets()): Struct => {
  const wrapped = mapped(values, [], secrets.any ? mark(secrets) : plain);
  return struct.Struct.fromJavaScript(Object(wrapped));
};
