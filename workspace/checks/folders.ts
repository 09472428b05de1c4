/** Where folders move to when they are no longer declared: never into themselves, and never into another organization. */
import { reservedFolderId } from "../../schema/workspace.ts";
import type { Level } from "../levels.ts";
import { child, entriesOf, type YamlEntry } from "../tree.ts";
import { show } from "../words.ts";
import type { Findings } from "./findings.ts";

interface Move {
  readonly folder: Level;
  /** Where it is written. */
  readonly entry: YamlEntry;
  readonly target: string;
}

export const checkFolders = (findings: Findings, levels: readonly Level[]): void => {
  const folders = levels.filter(({ kind }) => kind === "folder");
  const byOrganization = Map.groupBy(folders, ({ organizationId }) => organizationId);
  for (const [organizationId, own] of byOrganization) {
    const moves = own.flatMap(moveOf);
    const byId = new Map(own.map((folder) => [folder.id, folder]));
    for (const move of moves) {
      const { source } = move.folder;
      const wrong = wrongTarget(move, byId, moves) ?? wrongOrganization(move, byId, folders);
      if (wrong !== undefined) findings.error({ source, entry: move.entry }, wrong);
      else if (!byId.has(move.target) && move.target !== reservedFolderId)
        findings.warn(
          { source, entry: move.entry },
          `folder ${show(move.target)} is not declared in organization ${show(organizationId)}: it must be there when ${show(move.folder.id)} is to move into it`,
        );
    }
  }
};

const moveOf = (folder: Level): Move[] => {
  const entry = entriesOf(child(folder.entry.node, "onDelete")).get("moveTo");
  return entry?.node.kind === "scalar" && typeof entry.node.value === "string" ? [{ folder, entry, target: entry.node.value }] : [];
};

const wrongTarget = ({ folder, target }: Move, byId: ReadonlyMap<string, Level>, moves: readonly Move[]): string | undefined => {
  if (target === folder.id) return `folder ${show(folder.id)} cannot move into itself`;
  if (byId.get(target)?.within.includes(folder.id))
    return `folder ${show(folder.id)} cannot move into ${show(target)}, which lies inside of it`;
  const way = wayBack(folder.id, target, byId, moves);
  if (way === undefined) return undefined;
  return `folder ${show(folder.id)} would lie inside of itself when these are no longer declared: ${way.map(show).join(" into ")}`;
};

/**
 * From a folder's target back to it, by what each folder lies in or may move into. Every way that goes through a folder once is what some
 * folders make of it by moving while the others stay, so any such way is a cycle that can come to be.
 */
const wayBack = (
  start: string,
  target: string,
  byId: ReadonlyMap<string, Level>,
  moves: readonly Move[],
): readonly string[] | undefined => {
  const targets = new Map(moves.map((move) => [move.folder.id, move.target]));
  const reached = new Map<string, readonly string[]>([[target, [start, target]]]);
  for (const [at, way] of reached) {
    if (at === start) return way;
    for (const next of [targets.get(at), byId.get(at)?.within.at(-1)]) {
      if (next !== undefined && !reached.has(next)) reached.set(next, [...way, next]);
    }
  }
  return undefined;
};

const wrongOrganization = ({ folder, target }: Move, byId: ReadonlyMap<string, Level>, folders: readonly Level[]): string | undefined => {
  if (byId.has(target)) return undefined;
  const other = folders.find(({ id }) => id === target);
  if (other === undefined) return undefined;
  return `folder ${show(folder.id)} of organization ${show(folder.organizationId)} cannot move into ${show(target)}: that is a folder of organization ${show(other.organizationId)}`;
};
