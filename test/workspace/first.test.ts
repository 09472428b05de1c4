import { expect, test } from "vitest";
import { firstChildren } from "../../workspace/first.ts";
import { workspaceOf } from "./text.ts";

const firstOf = (fields: string) => {
  const [acme] = workspaceOf(`version: 1\norganizations: { acme: { ${fields} } }\n`).organizations;
  return acme && firstChildren(acme).organization;
};

const members = "members: { ada: { role: editor, name: Ada, until: 2999-12-31, reason: Audit, ticket: OPS-1 } }";
const group = "groups: { reviewers: { name: Reviewers } }";
const folder = (inside: string) => `folders: { empty: { name: Empty }, design: { name: Design, ${inside} } }`;
const ada = { userId: "ada", accessRole: "editor", name: "Ada" };

test("an organization comes into being with what gives nobody access, and with a member where there is nothing else", () => {
  const document = { documentId: "plan", documentName: "Plan" };
  const documents = "documents: { plan: { name: Plan } }";
  expect(firstOf(`${members}, ${group}, ${documents}`)).toEqual({ document });
  expect(firstOf(`${members}, ${group}, ${folder(documents)}`)).toEqual({ document, folderId: "design" });
  expect(firstOf(`${members}, ${group}, ${folder(members)}`)).toEqual({ group: { groupId: "reviewers", groupName: "Reviewers" } });
  expect(firstOf(`${members}, ${folder(members)}`)).toEqual({ member: ada });
  expect(firstOf(folder(members))).toEqual({ member: ada, folderId: "design" });
  expect(firstOf(folder("members: {}"))).toBeUndefined();
});
