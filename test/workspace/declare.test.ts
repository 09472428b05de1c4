/** What a workspace file registers with the engine, which stands in here as a mock. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { MockResourceArgs } from "@pulumi/pulumi/runtime/index.js";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { declareWorkspace } from "../../workspace/declare.ts";

const folder = mkdtempSync(join(tmpdir(), "declare-"));
const file = join(folder, "workspace.yaml");
let registered: MockResourceArgs[] = [];

beforeEach(async () => {
  registered = [];
  await pulumi.runtime.setMocks({
    newResource: (args) => {
      registered.push(args);
      return { id: args.name, state: args.inputs };
    },
    call: () => ({}),
  });
});
afterEach(() => pulumi.runtime.setAllConfig({}));
afterAll(() => rmSync(folder, { recursive: true }));

/** Names of everything that is registered, by kind. */
const declare = async (text: string, config: Record<string, string> = {}): Promise<Record<string, string[]>> => {
  writeFileSync(file, text);
  pulumi.runtime.setAllConfig(Object.fromEntries(Object.entries(config).map(([key, value]) => [`collab:${key}`, value])));
  declareWorkspace(file);
  await pulumi.runtime.disconnect();
  const kindOf = ({ type }: MockResourceArgs): string => type.replace(/.*:/, "");
  const byKind = Map.groupBy(registered, kindOf);
  return Object.fromEntries([...byKind].map(([kind, all]) => [kind, all.map(({ name }) => name).toSorted()]));
};

const inputsOf = (name: string): unknown => registered.find((args) => args.name === name)?.inputs;

const workspace = `version: 1
adopt: never
domains: { allowed: [shared.example] }
organizations:
  acme:
    onDelete: disable
    members: { ada: editor }
    groups: { reviewers: { name: Reviewers, removed: [mallory] } }
    domains: { allowed: [{ domain: acme.example, onDelete: retain }], removed: [old.example] }
    folders:
      drafts: { name: Drafts, onDelete: { moveTo: archive } }
      archive: { name: Archive, adopt: overwrite }
    documents:
      plan:
        name: Plan
        locations: { intro: { locationName: Introduction, page: 1, merge: true } }
        notifications: { review: { displayBodyMessage: Please., notifyAll: true } }
  globex: {}
`;

test("every part of a file becomes a resource of its kind, with its inputs", async () => {
  expect(await declare(workspace)).toEqual({
    MembershipGuard: ["workspace"],
    Organization: ["acme", "globex"],
    Folder: ["acme/archive", "acme/drafts"],
    Document: ["acme/plan"],
    UserGroup: ["acme/reviewers"],
    MembershipSet: ["acme"],
    Location: ["acme/plan/intro"],
    Notification: ["acme/plan/review"],
    AllowedDomain: ["acme.example", "shared.example"],
    DomainRemoval: ["acme"],
  });
  expect(inputsOf("acme/drafts")).toMatchObject({ adopt: "never", onDelete: { moveTo: "archive" } });
  expect(inputsOf("acme/archive")).toMatchObject({ adopt: "overwrite" });
  expect(inputsOf("acme/reviewers")).toMatchObject({ groupName: "Reviewers", removedUserIds: ["mallory"], adopt: "never" });
  expect(inputsOf("acme.example")).toMatchObject({ domain: "acme.example", onDelete: "retain" });
  expect(inputsOf("acme/plan/intro")).toMatchObject({ location: { id: "intro", locationName: "Introduction", page: 1 }, merge: true });
  expect(inputsOf("acme/plan/review")).toMatchObject({ documentId: "plan", notificationId: "review", notifyAll: true });
});

test("a stack of some organizations leaves the others, and the domains that are no organization's, to other stacks", async () => {
  expect(await declare(workspace, { organizations: "acme" })).toMatchObject({ Organization: ["acme"], AllowedDomain: ["acme.example"] });
  registered = [];
  expect(await declare(workspace, { organizations: "globex" })).toEqual({ MembershipGuard: ["workspace"], Organization: ["globex"] });
});

test("nothing is declared of a file with mistakes", async () => {
  await expect(declare("version: 1\norganizations: { acme: { member: {} } }\n")).rejects.toThrow(/unknown field `member`.*\n1 error$/u);
  expect(registered).toEqual([]);
});
