/** What is done with the members of a stack, in order. */
import { changeRoles, type DeclaredMembers } from "./members.ts";

export type Command = "up" | "preview" | "destroy";

export interface Step {
  readonly name: string;
  readonly command: Command;
  /** How many members get another role before it. */
  readonly changes: (members: number) => number;
}

const none = (): number => 0;

export const steps = [
  { name: "create", command: "up", changes: none },
  { name: "no-op up", command: "up", changes: none },
  { name: "no-op preview", command: "preview", changes: none },
  { name: "3 changes", command: "up", changes: () => 3 },
  { name: "10 % changes", command: "up", changes: (members: number) => Math.round(members / 10) },
  { name: "destroy", command: "destroy", changes: none },
] as const satisfies readonly Step[];

export type StepName = (typeof steps)[number]["name"];

/** `up` without its own preview: that is a step of its own. */
export const argumentsOf: Readonly<Record<Command, readonly string[]>> = {
  up: ["up", "--yes", "--skip-preview"],
  preview: ["preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

/** What is declared at each step. */
export const declarations = (members: DeclaredMembers): ReadonlyMap<StepName, DeclaredMembers> => {
  const count = Object.keys(members).length;
  let current = members;
  return new Map(
    steps.map(({ name, changes }) => {
      const changed = changes(count);
      if (changed > 0) current = changeRoles(current, changed);
      return [name, current];
    }),
  );
};
