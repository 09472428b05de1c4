/** What the report says of access, held against the emulator's own model of it, before and after an `up` of the handlers. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Access } from "../../emulator/index.ts";
import { kinds } from "../../provider/resources/index.ts";
import { encodeRoster } from "../../provider/resources/memberships/roster.ts";
import type { Grant, Level } from "../../provider/resources/memberships/grants.ts";
import { accessAt } from "../../workspace/report/access.ts";
import { modelsOf } from "../../workspace/report/model.ts";
import { buildReport, readRun } from "../../workspace/report/index.ts";
import { openBench } from "../support/context.ts";
import { type Change, preview } from "./engine.ts";

const users = ["ada", "alan", "grace", "kay"];
const folderIds = ["f0", "f1", "f2", "f3"];
const documentIds = ["d0", "d1", "d2", "d3", "d4"];
const levels: readonly Level[] = [
  { kind: "organization" },
  ...folderIds.map((id): Level => ({ kind: "folder", id })),
  ...documentIds.map((id): Level => ({ kind: "document", id })),
];

const place = fc.option(fc.constantFrom(...folderIds), { nil: undefined });
const grants = fc.uniqueArray(
  fc.record({
    userId: fc.constantFrom(...users),
    level: fc.constantFrom(...levels),
    accessRole: fc.constantFrom("viewer" as const, "editor" as const),
  }),
  { selector: ({ userId, level }) => `${userId} ${JSON.stringify(level)}`, maxLength: 14 },
);
/** Folders lie in folders before them, so that there is no cycle on the way from one side to the other. */
const parents = fc.tuple(
  ...folderIds.map((_, index) => fc.option(fc.constantFrom(...folderIds.slice(0, index), folderIds[0] ?? ""), { nil: undefined })),
);
const scenario = fc.record({
  parents: fc.tuple(parents, parents),
  homes: fc.tuple(...documentIds.map(() => place)),
  restricted: fc.subarray(documentIds),
  grants: fc.tuple(grants, grants),
  disabled: fc.tuple(fc.option(fc.boolean(), { nil: undefined }), fc.option(fc.boolean(), { nil: undefined })),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

const organizationId = "acme";
const defined = (properties: object) => Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));

const changesOf = ({
  parents: [oldParents, newParents],
  homes,
  restricted,
  grants: [oldGrants, newGrants],
  disabled,
}: Scenario): Change[] => {
  const folder = (index: number, parent: string | undefined) =>
    defined({
      organizationId,
      folderId: folderIds[index],
      folderName: `Folder ${index}`,
      parentFolderId: parent === folderIds[index] ? undefined : parent,
    });
  const set = (of: readonly Grant[]) => ({ organizationId, roster: encodeRoster(of) });
  return [
    {
      kind: "Organization",
      name: organizationId,
      old: defined({ organizationId, disabled: disabled[0] }),
      new: defined({ organizationId, disabled: disabled[1] ?? disabled[0] }),
    },
    ...folderIds.map((id, index): Change => ({
      kind: "Folder",
      name: `acme/${id}`,
      old: folder(index, oldParents[index]),
      new: folder(index, newParents[index]),
    })),
    ...documentIds.map((id, index): Change => {
      const document = defined({ organizationId, documentId: id, documentName: id, folderId: homes[index] });
      return {
        kind: "Document",
        name: `acme/${id}`,
        old: document,
        new: document,
        outputs: restricted.includes(id) ? { accessType: "restricted" } : {},
      };
    }),
    { kind: "MembershipSet", name: organizationId, old: set(oldGrants), new: set(newGrants) },
  ];
};

const kindOf = (name: string) =>
  kinds[name as keyof typeof kinds] as unknown as {
    create(context: unknown, inputs: unknown): Promise<unknown>;
    update(context: unknown, state: unknown, inputs: unknown): Promise<unknown>;
  };

const roles = ({ documents }: Access) => Object.fromEntries(Object.entries(documents).map(([id, { role }]) => [id, role]));

it("effective access is what the emulator answers, and every change of it has an entry", { timeout: 120_000 }, async () => {
  await using bench = await openBench({}, { usersDeleteFolder: "folder" });
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      bench.emulator.reset();
      const changes = changesOf(given);
      for (const { kind, old } of changes) await kindOf(kind).create(bench.context(), old);
      const state = bench.emulator.state();
      for (const id of given.restricted)
        Object.assign(state.organizations[organizationId]?.documents[id] ?? {}, { accessType: "restricted" });
      bench.emulator.setState(state);
      const before = new Map(users.map((user) => [user, roles(bench.emulator.access(organizationId, user))]));
      for (const { kind, old, new: next } of changes) await kindOf(kind).update(bench.context(), { inputs: old, computed: {} }, next);
      const after = new Map(users.map((user) => [user, roles(bench.emulator.access(organizationId, user))]));

      const run = readRun(preview(changes));
      const models = modelsOf(run);
      const said = (side: "before" | "after", user: string) => {
        const model = models[side].get(organizationId);
        const reached = documentIds.flatMap((id) => {
          const reach = model && accessAt(model, user, { kind: "document", id });
          return reach ? [[id, reach.role]] : [];
        });
        return Object.fromEntries(reached) as Record<string, string>;
      };
      for (const user of users) {
        expect(said("before", user)).toEqual(before.get(user));
        expect(said("after", user)).toEqual(after.get(user));
      }

      // With the organization on, on both sides, every change of a document has an entry there or around it, and every entry is one.
      const [organization] = (await buildReport(run)).organizations;
      if (organization?.disabled) return;
      const entries = organization?.access ?? [];
      for (const user of users) {
        const [old, now] = [before.get(user) ?? {}, after.get(user) ?? {}];
        const own = entries.filter(({ userId }) => userId === user);
        for (const id of documentIds) {
          const entry = own.find(({ at }) => at.level === "document" && at.id === id);
          if (entry) expect([entry.before?.role, entry.after?.role]).toEqual([old[id], now[id]]);
          else if (old[id] !== now[id]) {
            const same = own.some(
              (one) =>
                one.at.level !== "document" && one.before?.role === (old[id] ?? undefined) && one.after?.role === (now[id] ?? undefined),
            );
            expect(same, `${user} on ${id}: ${old[id]} -> ${now[id]}`).toBe(true);
          }
        }
      }
    }),
    { numRuns: 60 },
  );
});
