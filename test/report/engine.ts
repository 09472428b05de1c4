/** What the engine writes, made by hand: the same shapes, without the engine. */
import { encodeRoster, parseGrant } from "../../provider/resources/memberships/roster.ts";

type Properties = Readonly<Record<string, unknown>>;

/** One resource before and after, as a program declares it; undefined where it is not declared. */
export interface Change {
  readonly kind: string;
  readonly name: string;
  readonly old?: Properties | undefined;
  /** What the service said beside the inputs, or what an unfinished run left different. */
  readonly outputs?: Properties;
  readonly new?: Properties | undefined;
  readonly op?: string;
  readonly initErrors?: readonly string[];
  readonly retainOnDelete?: boolean;
}

const opOf = ({ op, old, new: next }: Change): string => {
  if (op !== undefined) return op;
  if (!old) return "create";
  if (!next) return "delete";
  return JSON.stringify(old) === JSON.stringify(next) ? "same" : "update";
};

/** `pulumi preview --json --show-sames`. */
export const preview = (changes: readonly Change[], more: Properties = {}): string =>
  JSON.stringify({
    config: { "collab:apiKey": "[secret]" },
    steps: changes.map((change) => {
      const { kind, name, old, outputs, new: next, initErrors, retainOnDelete } = change;
      const provider = { __provider: "exports.handler = …" };
      return {
        op: opOf(change),
        urn: `urn:pulumi:prod::acme-access::pulumi-nodejs:dynamic/collab:${kind}::${name}`,
        ...(old
          ? { oldState: { inputs: { ...provider, ...old }, outputs: { ...provider, ...old, ...outputs }, initErrors, retainOnDelete } }
          : {}),
        ...(next ? { newState: { inputs: { ...provider, ...next } } } : {}),
      };
    }),
    changeSummary: { same: changes.filter((change) => opOf(change) === "same").length },
    ...more,
  });

/** A membership set's inputs, from lines of a roster. */
export const members = (organizationId: string, ...lines: readonly string[]) => ({
  organizationId,
  roster: encodeRoster(lines.map(parseGrant)),
});
