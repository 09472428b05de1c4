import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { auditedClient } from "../../../provider/audit/client.ts";
import { auditLog, originFrom } from "../../../provider/audit/log.ts";
import { kinds } from "../../../provider/resources/index.ts";
import { encodeRoster, parseGrant } from "../../../provider/resources/memberships/roster.ts";
import { Runtime } from "../../../provider/runtime.ts";
import { openBench } from "../../support/context.ts";
import { temporaryDirectory } from "../../cli/run.ts";

const now = () => new Date("2026-05-04T03:02:01Z");
const origin = () =>
  Promise.resolve({ project: "collab", stack: "prod", ...originFrom({ GITHUB_SHA: "abc123", GITHUB_ACTOR: "octocat" }) });
const who = { time: "2026-05-04T03:02:01.000Z", project: "collab", stack: "prod", commit: "abc123", actor: "octocat" };

const setOf = (...lines: string[]) => ({ organizationId: "acme", roster: encodeRoster(lines.map(parseGrant)), createOrganization: true });

const seed = { version: 1, organizations: { acme: { documents: { plan: {} } } } };

const openAudited = async () => {
  const bench = await openBench({ seed }, { usersDeleteFolder: "folder" });
  const file = join(temporaryDirectory(), "audit.jsonl");
  const warnings: string[] = [];
  const audit = auditLog(file, { origin, now, warn: (message) => warnings.push(message) });
  let seen = 0;
  return {
    bench,
    file,
    warnings,
    context: () => ({ ...bench.context(), client: auditedClient(bench.context().client, audit), audit }),
    /** Lines since the last time that this was asked. */
    lines: (): unknown[] => {
      const all = readFileSync(file, "utf8").trimEnd().split("\n");
      return all.slice(seen, (seen = all.length)).map((line) => JSON.parse(line) as unknown);
    },
  };
};

it("keeps who got what, who lost what, what it was before, and what failed", async () => {
  const { bench, context, lines, file } = await openAudited();
  await using _ = bench;
  bench.emulator.faults.set([{ operation: "v2/users/add", effect: { failItems: ["boom"], message: "not today" } }]);
  const first = setOf('ada editor name="Ada Lovelace"', "boom viewer", "grace viewer document=plan");
  await expect(kinds.MembershipSet.create(context(), first)).rejects.toThrow("not today");
  const failed = expect.stringContaining('the service said "not today"');
  expect(lines()).toEqual(
    expect.arrayContaining([
      {
        ...who,
        action: "grant",
        organizationId: "acme",
        level: "organization",
        userId: "ada",
        before: null,
        after: { accessRole: "editor", name: "Ada Lovelace" },
        result: "done",
      },
      {
        ...who,
        action: "grant",
        organizationId: "acme",
        level: "organization",
        userId: "boom",
        before: null,
        after: { accessRole: "viewer" },
        result: "failed",
        message: failed,
      },
      expect.objectContaining({ level: "document", target: "plan", userId: "grace", result: "done" }),
    ]),
  );
  expect(statSync(file).mode & 0o077).toBe(0);

  bench.emulator.faults.clear();
  const before = { inputs: setOf("ada editor", "grace viewer document=plan", "gone viewer"), computed: {} };
  await kinds.MembershipSet.update(context(), before, setOf("ada viewer"));
  expect(lines()).toEqual([
    expect.objectContaining({ action: "remove", userId: "gone", before: { accessRole: "viewer" }, after: null, result: "absent" }),
    expect.objectContaining({ action: "remove", level: "document", userId: "grace", after: null, result: "done" }),
    expect.objectContaining({
      action: "change",
      userId: "ada",
      before: { accessRole: "editor" },
      after: { accessRole: "viewer" },
      result: "done",
    }),
  ]);
});

it("says so where an answer was lost", async () => {
  const { bench, context, lines } = await openAudited();
  await using _ = bench;
  bench.emulator.faults.set([{ operation: "v2/users/add", effect: { dropAfter: true } }]);
  await expect(kinds.MembershipSet.create(context(), setOf("ada editor"))).rejects.toThrow();
  expect(lines()).toEqual([expect.objectContaining({ action: "grant", userId: "ada", result: "unsure" })]);
});

it("keeps switches, removals from groups and deletions of data", async () => {
  const { bench, context, lines } = await openAudited();
  await using _ = bench;
  await kinds.Organization.create(context(), { organizationId: "acme", disabled: true });
  await kinds.UserGroup.create(context(), { organizationId: "acme", groupId: "staff", groupName: "Staff", removedUserIds: ["mallory"] });
  await kinds.UserDataDeletion.create(context(), { userIds: ["mallory"], confirm: ["mallory"] });
  expect(lines()).toEqual([
    { ...who, action: "disable", organizationId: "acme", level: "organization", after: true, result: "done" },
    expect.objectContaining({ action: "remove-from-group", organizationId: "acme", level: "group", target: "staff", userId: "mallory" }),
    { ...who, action: "delete-user-data", level: "everywhere", userId: "mallory", after: null, result: "done" },
  ]);
});

it("a file that cannot be written is said before anything is sent; a line that is lost later stops nothing", async () => {
  const folder = temporaryDirectory();
  const runtime = new Runtime({}, { info() {}, warn() {}, status() {} });
  runtime.configure({ auditLog: join(folder, "none/audit.jsonl") });
  expect(() => runtime.context()).toThrow(/collab:auditLog: ".*none\/audit\.jsonl" cannot be written .*Nothing was sent\./);

  const warnings: string[] = [];
  const place = join(folder, "place");
  const audit = auditLog(place, { origin, warn: (message) => warnings.push(message) });
  const { unlinkSync } = await import("node:fs");
  unlinkSync(place);
  mkdirSync(place);
  await audit.record([{ action: "remove", level: "organization", result: "done" }]);
  expect(warnings).toEqual([expect.stringMatching(/1 entries could not be written to ".*place"/)]);
});

it("asks the variables of the usual build services for commit and actor, and ours first", () => {
  expect(originFrom({ CI_COMMIT_SHA: "1", GITLAB_USER_LOGIN: "tanuki" })).toEqual({ commit: "1", actor: "tanuki" });
  expect(originFrom({ COLLAB_COMMIT: "2", GITHUB_SHA: "1", COLLAB_ACTOR: "ada", USER: "root" })).toEqual({ commit: "2", actor: "ada" });
  expect(originFrom({})).toEqual({});
});
