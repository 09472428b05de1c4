/** The ways to bring members into the service that are compared, each a program under `programs/`. */
import { readdirSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { organizationLevel } from "../../provider/resources/memberships/grants.ts";
import { renderGrant } from "../../provider/resources/memberships/roster.ts";
import { pluginFile } from "../../test/plugin/process.ts";
import { Project } from "../../test/support/project.ts";
import type { DeclaredMembers } from "./members.ts";

export interface Way {
  readonly name: string;
  /** For the page. */
  readonly title: string;
  /** Whether the targets are meant for it; the others are there to compare with. */
  readonly isOurs: boolean;
  readonly program: string;
  /** Program of the same language that declares nothing: what the engine costs. */
  readonly empty: string;
  /** Program of the same kind of provider with one resource that does nothing; undefined where that is no other cost. */
  readonly single?: string;
  /** Sizes that it runs at: above the largest it would run for hours. */
  readonly smallest: number;
  readonly largest: number;
  /** True: without the log that the engine keeps of every value in `$PULUMI_HOME/logs`, which has no switch. */
  readonly withoutLog?: boolean;
  /** More rounds than this would take too long. */
  readonly mostRounds: number;
  readonly file: (members: DeclaredMembers) => readonly [name: string, text: string];
}

const asRoster = (members: DeclaredMembers) => {
  const lines = Object.entries(members).map(([userId, member]) => renderGrant({ userId, level: organizationLevel, ...member }));
  return ["members.roster", `${lines.join("\n")}\n`] as const;
};

const asJson = (members: DeclaredMembers) => ["members.json", JSON.stringify(members)] as const;

export const ways: readonly Way[] = [
  {
    name: "dynamic",
    title: "Dynamic resource: one `MembershipSet` of a TypeScript program",
    isOurs: true,
    program: "dynamic",
    empty: "empty",
    single: "single",
    smallest: 1,
    largest: Number.POSITIVE_INFINITY,
    mostRounds: Number.POSITIVE_INFINITY,
    file: asJson,
  },
  {
    name: "plugin",
    title: "Native plugin: one `MembershipSet` of a Pulumi YAML program, its roster from a file",
    isOurs: true,
    program: "plugin",
    empty: "yaml",
    smallest: 1,
    largest: Number.POSITIVE_INFINITY,
    mostRounds: Number.POSITIVE_INFINITY,
    file: asRoster,
  },
  {
    name: "unlogged",
    title: "The dynamic resource without the engine's own log of every value",
    isOurs: false,
    program: "dynamic",
    empty: "empty",
    single: "single",
    smallest: 10_000,
    largest: Number.POSITIVE_INFINITY,
    withoutLog: true,
    mostRounds: 2,
    file: asJson,
  },
  {
    name: "naive",
    title: "Naive: one dynamic resource a member, as a tutorial would write it",
    isOurs: false,
    program: "naive",
    empty: "empty",
    smallest: 1,
    largest: 1000,
    mostRounds: 1,
    file: asJson,
  },
];

/** Makes the engine go without its log: where `logs` is no folder it cannot be written. */
export const stopLog = async (project: Project): Promise<void> => {
  const logs = path.join(String(project.env["PULUMI_HOME"]), "logs");
  await rm(logs, { recursive: true, force: true });
  await writeFile(logs, "");
};

/** A project of one of the programs, with its stack. */
export const openProject = (program: string, serviceUrl: string): Promise<Project> => {
  const folder = new URL(`programs/${program}/`, import.meta.url);
  const files = readdirSync(folder).map((file): [string, string] => {
    const text = readFileSync(new URL(file, folder), "utf8");
    return [file, text.replace("PLUGIN_FOLDER", path.dirname(pluginFile))];
  });
  return Project.at(serviceUrl, { files: Object.fromEntries(files) });
};
