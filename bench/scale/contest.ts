/** Runs the ways side by side, and after each step the engine alone and the calls alone: what is compared is measured within seconds. */
import { measure, type Cost } from "../lib/process-tree.ts";
import type { Project } from "../../test/support/project.ts";
import { makeMembers } from "./members.ts";
import { itemsOf, type Service } from "./service.ts";
import { argumentsOf, type Command, declarations, steps, type StepName } from "./steps.ts";
import { openProject, stopLog, type Way } from "./ways.ts";

/** One step, once. */
export interface Observation {
  readonly cost: Cost;
  /** The same command on a program that declares nothing. */
  readonly engine: Cost;
  /** The same command where one resource, which does nothing, starts the same kind of provider; NaN where there is no such thing. */
  readonly singleSeconds: number;
  /** The calls that were sent, made by undici alone. */
  readonly callSeconds: number;
  readonly calls: number;
  readonly items: number;
  /** Bytes of the state after it, without what an empty one has. */
  readonly stateBytes: number;
}

/** All rounds of a way at a size. */
export interface Contest {
  readonly way: Way;
  readonly members: number;
  readonly rounds: readonly ReadonlyMap<StepName, Observation>[];
}

/** The projects of one way. */
interface Stacks {
  readonly subject: Project;
  readonly empty: Project;
  readonly single: Project | undefined;
  readonly emptyStateBytes: number;
}

const stateBytes = async (project: Project): Promise<number> => Buffer.byteLength(await project.state());

const openStacks = async (way: Way, url: string, opened: AsyncDisposableStack): Promise<Stacks> => {
  const open = async (program: string): Promise<Project> => {
    const project = opened.use(await openProject(program, url));
    if (way.withoutLog) await stopLog(project);
    return project;
  };
  const [subject, empty] = [await open(way.program), await open(way.empty)];
  const single = way.single === undefined ? undefined : await open(way.single);
  // Once before it counts: files are cached then, and the single resource is there.
  for (const project of [empty, single]) await project?.expect(argumentsOf.up);
  return { subject, empty, single, emptyStateBytes: await stateBytes(empty) };
};

const timed = (project: Project, command: Command): Promise<Cost> => measure((started) => project.expect(argumentsOf[command], started));

const observe = async (stacks: Stacks, command: Command, service: Service): Promise<Observation> => {
  const engine = await timed(stacks.empty, command);
  const single = command === "destroy" ? undefined : stacks.single;
  const singleSeconds = single ? (await timed(single, command)).seconds : Number.NaN;
  const cost = await timed(stacks.subject, command);
  const calls = await service.newCalls();
  return {
    cost,
    engine,
    singleSeconds,
    callSeconds: await service.repeat(calls),
    calls: calls.length,
    items: calls.reduce((sum, call) => sum + itemsOf(call), 0),
    stateBytes: (await stateBytes(stacks.subject)) - stacks.emptyStateBytes,
  };
};

const oneRound = async (way: Way, stacks: Stacks, members: number, service: Service, say: (text: string) => void) => {
  const round = new Map<StepName, Observation>();
  const declared = declarations(makeMembers(members));
  await service.reset();
  for (const { name, command } of steps) {
    const [file, text] = way.file(declared.get(name) ?? {});
    await stacks.subject.write(file, text);
    const observation = await observe(stacks, command, service);
    round.set(name, observation);
    const { cost, engine, callSeconds } = observation;
    say(`${name}: ${cost.seconds.toFixed(2)} s; engine ${engine.seconds.toFixed(2)} s, calls ${callSeconds.toFixed(2)} s`);
  }
  return round;
};

/** The ways at one size, a round of each in turn. */
export const runContests = async (
  ways: readonly Way[],
  members: number,
  rounds: number,
  service: Service,
  say: (text: string) => void,
): Promise<Contest[]> => {
  await using opened = new AsyncDisposableStack();
  const contestants: { way: Way; stacks: Stacks; rounds: Map<StepName, Observation>[] }[] = [];
  for (const way of ways.filter(({ smallest, largest }) => smallest <= members && members <= largest)) {
    contestants.push({ way, stacks: await openStacks(way, service.url, opened), rounds: [] });
  }
  for (let round = 1; round <= rounds; round++) {
    for (const { way, stacks, rounds: done } of contestants.filter(({ way }) => round <= way.mostRounds)) {
      const label = `${members.toLocaleString("en")} members, ${way.name}, round ${round}`;
      done.push(await oneRound(way, stacks, members, service, (text) => say(`${label}: ${text}`)));
    }
  }
  return contestants.map(({ way, rounds }) => ({ way, members, rounds }));
};
