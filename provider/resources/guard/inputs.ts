/** What a MembershipGuard and the MembershipSets say of how far a change may go, and how it becomes a case for `judge.ts`. */
import { z } from "zod";
import { acknowledge, limits } from "../../../schema/limits.ts";
import type { Settings } from "../../configuration.ts";
import type { Access } from "./changes.ts";
import type { Failure } from "../contract.ts";
import { hasEnded } from "../memberships/expiry.ts";
import { idOf } from "../fields.ts";
import { type Grant, inForce } from "../memberships/grants.ts";
import type { Rules, Scoped } from "./judge.ts";
import { expectedRequirement, parseRequirement, type Requirement } from "./required.ts";
import { decodeRoster, type Roster } from "../memberships/roster.ts";

/** Users who are removed from every declared organization. */
export const departed = z.array(idOf("user"), "expected a list of user ids");

/** Users who must keep what they have, one line each. */
export const requiredLines = z.array(
  z.string(`expected ${expectedRequirement}`).refine((line) => parseRequirement(line) !== undefined, `expected ${expectedRequirement}`),
  "expected a list of lines",
);

/** Grants of an organization by shard; profiles may be left out. */
export const rosterShape = z.record(z.string(), z.string("expected text, one line a grant"), "expected a map of texts");

/** A shape of the workspace file as an input: the reference says of each property where it comes from. */
const asInput = <Shape extends Readonly<Record<string, z.ZodType>>>({ shape }: z.ZodObject<Shape>) =>
  z.strictObject(
    // The same properties with another text: no type can follow that.
    Object.fromEntries(
      Object.entries<z.ZodType>(shape).map(([key, property]) => [key, property.describe(`${property.description} (provider)`)]),
    ) as unknown as Shape,
  );
export const limitsInput = asInput(limits);
export const acknowledgeInput = asInput(acknowledge);

/** For the workspace, and for single organizations. */
const scoped = <Shape extends z.ZodType>(shape: Shape) =>
  z.object({
    workspace: shape.describe("For all organizations together (provider).").optional(),
    organizations: z
      .record(z.string(), shape, "expected a map by organization id")
      .describe("For single organizations, by organization id (provider).")
      .optional(),
  });
export const scopedLimits = scoped(limitsInput);
export const scopedAcknowledge = scoped(acknowledgeInput);

/** Lines that were checked, as requirements. */
export const requirementsOf = (lines: readonly string[]): Requirement[] => lines.flatMap((line) => parseRequirement(line) ?? []);

/** Who had access by a roster that was recorded. */
export const recordedAccess = (roster: Roster, gone: readonly string[] = []): Access => ({
  grants: inForce(decodeRoster(roster)),
  departed: gone,
});

/** Who is to have access by a roster that is declared: last days that have passed count whether they are marked or not. */
export const declaredAccess = (roster: Roster, today: string, gone: readonly string[] = []): Access => ({
  grants: decodeRoster(roster).filter((grant: Grant) => !hasEnded(grant, today)),
  departed: gone,
});

/** What a declaration says of its limits, in the form of the resources' inputs. */
export interface Said {
  readonly limits?: Scoped<z.output<typeof limits>> | undefined;
  readonly acknowledge?: Scoped<z.output<typeof acknowledge>> | undefined;
  readonly required?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The rules of a declaration under the stack's configuration: both say who is required. */
export const rulesOf = (
  { limits: own, acknowledge: agreed, required = {} }: Said,
  { ceilings, required: always, today }: Settings,
): Rules => {
  const ids = new Set([...Object.keys(required), ...always.keys()]);
  return {
    limits: own,
    acknowledge: agreed,
    required: new Map([...ids].map((id) => [id, [...requirementsOf(required[id] ?? []), ...(always.get(id) ?? [])]])),
    ceilings,
    today,
  };
};

/** Objections as findings about the resource as a whole: at a property the engine would print its value, which is everybody. */
export const asFailures = (objections: readonly string[]): Failure[] => objections.map((reason) => ({ property: "", reason }));
