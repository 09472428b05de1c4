/** From rounds to numbers, and what they are held against. */
import { judged, type Judged } from "../lib/judged.ts";
import { median } from "../lib/numbers.ts";
import type { Contest, Observation } from "./contest.ts";
import { steps, type StepName } from "./steps.ts";

/** One step of a way at a size: medians of the rounds. */
export interface Row {
  readonly way: string;
  readonly members: number;
  readonly step: StepName;
  readonly rounds: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMiB: number;
  readonly engineSeconds: number;
  readonly engineCpuSeconds: number;
  readonly enginePeakMiB: number;
  readonly singleSeconds: number;
  readonly callSeconds: number;
  /** Median of the rounds' ratios to their floor: engine and calls. */
  readonly ratio: Judged;
  /** The same with the one resource that does nothing in place of the engine alone. */
  readonly ratioToSingle: number;
  readonly calls: Judged;
  readonly items: Judged;
  /** After the step. */
  readonly stateBytesPerMember: Judged;
}

/** How the time grows from the smallest to the largest size: 1 is linear. */
export interface Growth {
  readonly way: string;
  readonly step: StepName;
  readonly from: number;
  readonly to: number;
  readonly slope: Judged;
}

/** Times the floor, by members: the floor of a preview is an empty preview. */
const ratios = { up: { 10_000: 1.3, 100_000: 1.5 }, preview: { 10_000: 1.5, 100_000: 4 }, destroy: {} } as const;
const bytesPerMember = 200;
const steepest = 1.1;

const callLimits: Partial<Record<StepName, { readonly calls: number; readonly items: number }>> = {
  "no-op up": { calls: 0, items: 0 },
  "no-op preview": { calls: 0, items: 0 },
  "3 changes": { calls: 2, items: 3 },
};

export const rowsOf = ({ way, members, rounds }: Contest): Row[] =>
  steps.map(({ name, command }) => {
    const seen = rounds.flatMap((round) => round.get(name) ?? []);
    const middle = (value: (observation: Observation) => number): number => median(seen.map(value));
    const limit: Readonly<Record<number, number>> = way.isOurs ? ratios[command] : {};
    const limits = way.isOurs ? callLimits[name] : undefined;
    return {
      way: way.name,
      members,
      step: name,
      rounds: seen.length,
      seconds: middle(({ cost }) => cost.seconds),
      cpuSeconds: middle(({ cost }) => cost.cpuSeconds),
      peakMiB: middle(({ cost }) => cost.peakMiB),
      engineSeconds: middle(({ engine }) => engine.seconds),
      engineCpuSeconds: middle(({ engine }) => engine.cpuSeconds),
      enginePeakMiB: middle(({ engine }) => engine.peakMiB),
      singleSeconds: middle(({ singleSeconds }) => singleSeconds),
      callSeconds: middle(({ callSeconds }) => callSeconds),
      ratio: judged(
        middle(({ cost, engine, callSeconds }) => cost.seconds / (engine.seconds + callSeconds)),
        limit[members],
      ),
      ratioToSingle: middle(({ cost, singleSeconds, callSeconds }) => cost.seconds / (singleSeconds + callSeconds)),
      calls: judged(
        middle(({ calls }) => calls),
        limits?.calls,
      ),
      items: judged(
        middle(({ items }) => items),
        limits?.items,
      ),
      // A small set has the fixed part of its one resource on few members.
      stateBytesPerMember: judged(
        middle(({ stateBytes }) => stateBytes / members),
        way.isOurs && members >= 1000 && command !== "destroy" ? bytesPerMember : undefined,
      ),
    };
  });

/** Growth of each step of a way whose rows hold more than one size. */
export const growthOf = (rows: readonly Row[], isOurs: boolean): Growth[] =>
  steps.flatMap(({ name }): Growth[] => {
    const ofStep = rows.filter(({ step }) => step === name).toSorted((a, b) => a.members - b.members);
    const [first, last] = [ofStep.at(0), ofStep.at(-1)];
    if (!first || !last || first === last) return [];
    const own = ({ seconds, engineSeconds }: Row): number => seconds - engineSeconds;
    const slope = Math.log(own(last) / own(first)) / Math.log(last.members / first.members);
    return [{ way: first.way, step: name, from: first.members, to: last.members, slope: judged(slope, isOurs ? steepest : undefined) }];
  });
