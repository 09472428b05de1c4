/**
 * A child creates its parent where, and only where, this run declares the parent too: a declared parent comes into being at the latest with
 * its first child, and a typing error in an id never makes a new organization. A class can see it at the program's outputs; here it shows
 * in what the run has declared so far.
 */
import type { Context } from "../resources/contract.ts";
import { kinds } from "../resources/index.ts";
import { type AnyKind, identityKey, type Properties } from "../resources/lifecycle.ts";

const parents = [
  { flag: "createOrganization", id: "organizationId", kind: kinds.Organization },
  { flag: "createFolder", id: "folderId", kind: kinds.Folder },
] as const;

const knows = (kind: AnyKind, key: string): boolean => Object.hasOwn(kind.inputs.shape, key);

/** Create flags that a resource has by what is declared beside it; what it says itself counts. */
export const flagsFromParents = (kind: AnyKind, declared: Properties, { declared: run, settings }: Context): Properties => {
  // The v1 forms have no such flags.
  if (settings.apiVersion === "v1") return {};
  const due = parents.filter(({ flag, id, kind: parent }) => {
    if (!knows(kind, flag) || kind.token === parent.token || declared[flag] !== undefined || declared[id] === undefined) return false;
    const asked: AnyKind = parent;
    return run.has(identityKey(asked, declared));
  });
  return Object.fromEntries(due.map(({ flag }) => [flag, true]));
};
