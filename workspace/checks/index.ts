/**
 * What no schema says: ids, and entries against each other, within a file and across files.
 *
 * Works on the trees and not on validated declarations: a mistake in one place must not hide those in another.
 */
import type { Diagnostic } from "../diagnostics.ts";
import { levelsOf, type MembersFrom, type TreeOfFile } from "../levels.ts";
import { checkDomains } from "./domains.ts";
import { Findings } from "./findings.ts";
import { checkFolders } from "./folders.ts";
import { checkIds } from "./ids.ts";
import { checkMembers } from "./members.ts";
import { checkSettings } from "./settings.ts";

/** Checks files together, for a day (UTC). */
export const checkFiles = (files: readonly TreeOfFile[], membersFrom: MembersFrom, today: string): Findings => {
  const findings = new Findings();
  const levels = files.flatMap((file) => [...levelsOf(file, membersFrom)]);
  checkIds(findings, files, levels);
  checkSettings(findings, files);
  checkFolders(findings, levels);
  checkMembers(findings, files, levels, today);
  checkDomains(findings, files);
  return findings;
};

/** An error, where no file declares an organization: more likely a mistake than a wish to manage nothing. */
export const checkOrganizations = (files: readonly TreeOfFile[]): readonly Diagnostic[] => {
  const [first] = files;
  if (first === undefined || files.some(({ tree }) => tree.kind !== "map" || tree.entries.has("organizations"))) return [];
  return [first.source.diagnose({ start: 0, end: 0 }, "no organization is declared: write `organizations: {}` where none is meant")];
};
