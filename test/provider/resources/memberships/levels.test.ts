/**
 * Grants over three levels, under every value of the switches for operations 12 and 16: after any sequence of edits that move users between
 * them, the service's own access model says what is declared, or the run refused with its reason before the first write.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { switchTable } from "../../../../emulator/index.ts";
import { RefusedError } from "../../../../provider/resources/errors.ts";
import { type Grant, indexGrants, type Level, organizationLevel } from "../../../../provider/resources/memberships/grants.ts";
import { membershipSet } from "../../../../provider/resources/membership-set.ts";
import { decodeRoster, encodeRoster, renderGrant } from "../../../../provider/resources/memberships/roster.ts";
import { type Bench, openBench } from "../../../support/context.ts";

const organizationId = "acme";
const users = ["ada", "alan", "grace", "edsger"];

/** Documents by the folder that they lie in. */
const documents = { brand: "design", manual: "design", plan: undefined } as const;
const seed = {
  version: 1,
  organizations: {
    acme: {
      folders: { design: { documents: { brand: {}, manual: {} } }, archive: {} },
      documents: { plan: {} },
    },
  },
};

const folders: Level[] = ["design", "archive"].map((id) => ({ kind: "folder", id }));
const onDocuments: Level[] = ["brand", "plan"].map((id) => ({ kind: "document", id }));

const declarationAt = (...levels: Level[]) => {
  const grant = fc.record(
    {
      userId: fc.constantFrom(...users),
      level: fc.constantFrom(...levels),
      accessRole: fc.constantFrom("viewer" as const, "editor" as const),
    },
    { noNullPrototype: true },
  );
  return fc.array(grant, { maxLength: 8 }).map((list) => [...indexGrants(list).values()]);
};

/** What some grants give to whom, said without the emulator's help: the grants, and the documents that they reach. */
const accessBy = (grants: readonly Grant[], existing: Readonly<Record<string, string | undefined>>): unknown =>
  users.map((userId) => {
    const own = grants.filter((grant) => grant.userId === userId);
    const reaches = ({ level }: Grant, id: string): boolean =>
      level.kind === "organization" || level.id === (level.kind === "folder" ? existing[id] : id);
    const reached = Object.keys(existing).filter((id) => own.some((grant) => reaches(grant, id)));
    return { userId, grants: own.map(renderGrant).toSorted(), reached: reached.toSorted() };
  });

const accessIn = ({ emulator }: Bench): unknown =>
  users.map((userId) => {
    const { grants, documents: reached } = emulator.access(organizationId, userId);
    const lines = grants.map(({ level, id, role }) =>
      renderGrant({
        userId,
        level: level === "organization" ? organizationLevel : { kind: level, id },
        accessRole: role === "editor" ? "editor" : "viewer",
      }),
    );
    return { userId, grants: lines.toSorted(), reached: Object.keys(reached).toSorted() };
  });

const dialects = switchTable.usersAddExisting.values.flatMap((usersAddExisting) =>
  switchTable.usersAddUnknownOrganization.values.flatMap((usersAddUnknownOrganization) =>
    switchTable.usersDeleteFolder.values.flatMap((usersDeleteFolder) =>
      // Whether a service removes from the folder only is not for us to find out: the person says so, or it is not done.
      (usersDeleteFolder === "folder" ? [true, false] : [false]).map((told) => ({
        told,
        switches: { usersAddExisting, usersAddUnknownOrganization, usersDeleteFolder },
      })),
    ),
  ),
);

describe.each(dialects)("$switches, removals from folders allowed: $told", ({ switches, told }) => {
  const declared = (grants: readonly Grant[]) => ({
    organizationId,
    roster: encodeRoster(grants),
    createOrganization: true,
    createFolder: true,
  });

  test.each([
    { start: "an organization", empty: false, declaration: declarationAt(organizationLevel, ...folders, ...onDocuments) },
    // No flag of operation 12 that is sent creates a document.
    { start: "a service that has nothing", empty: true, declaration: declarationAt(organizationLevel, ...folders) },
  ])("from $start", async ({ empty, declaration }) => {
    await using bench = await openBench({ switches, seed }, told ? { usersDeleteFolder: "folder" } : {});
    const existing = empty ? {} : documents;
    await fc.assert(
      fc.asyncProperty(fc.array(declaration, { minLength: 1, maxLength: 4 }), async (declarations) => {
        bench.emulator.reset();
        if (empty) bench.emulator.setState({});
        let state = await membershipSet.create(bench.context(), declared([]));
        for (const grants of declarations) {
          bench.writes();
          try {
            state = await membershipSet.update(bench.context(), state, declared(grants));
          } catch (error) {
            expect(error).toBeInstanceOf(RefusedError);
            expect(String(error)).toMatch(/cannot remove .* from folder .* collab:usersDeleteFolder/);
            expect(told).toBe(false);
            expect(bench.writes()).toStrictEqual([]);
          }
          expect(accessIn(bench)).toStrictEqual(accessBy(decodeRoster(state.inputs.roster), existing));
        }
        bench.writes();
        await membershipSet.update(bench.context(), state, state.inputs);
        expect(bench.writes()).toStrictEqual([]);
      }),
      { numRuns: 10 },
    );
  });
});
