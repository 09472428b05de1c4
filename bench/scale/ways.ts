/** The ways to bring members into the service that are compared, each a program under `programs/`. */
import { readFileSync } from "node:fs";
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
  /** Above this it would run for hours. */
  readonly largest: number;
  /** More rounds than this would take too long. */
  readonly mostRounds: number;
  readonly file: (members: DeclaredMembers) => readonly [name: string, text: string];
}

const asJson = (members: DeclaredMembers) => ["members.json", JSON.stringify(members)] as const;

export const ways: readonly Way[] = [
  {
    name: "dynamic",
    title: "Dynamic resource: one `MembershipSet` of a TypeScript program",
    isOurs: true,
    program: "dynamic",
    empty: "empty",
    single: "single",
    largest: Number.POSITIVE_INFINITY,
    mostRounds: Number.POSITIVE_INFINITY,
    file: asJson,
  },
  {
    name: "naive",
    title: "Naive: one dynamic resource a member, as a tutorial would write it",
    isOurs: false,
    program: "naive",
    empty: "empty",
    largest: 1000,
    mostRounds: 1,
    file: asJson,
  },
];

const read = (program: string, file: string): string => readFileSync(new URL(`programs/${program}/${file}`, import.meta.url), "utf8");

/** A project of one of the programs, with its stack. */
export const openProject = (program: string, serviceUrl: string): Promise<Project> =>
  Project.at(serviceUrl, { files: { "index.ts": read(program, "index.ts") } });
