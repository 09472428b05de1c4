import { expect, test } from "vitest";
import { workspaceOf } from "./text.ts";

/** As it is written, and the id that it is. */
const written: [string, string][] = [
  ["007", "007"],
  ["1e3", "1e3"],
  ["0x1F", "0x1F"],
  ["1_000", "1_000"],
  ["12", "12"],
  ["-1", "-1"],
  [".5", ".5"],
  [".nan", ".nan"],
  ["yes", "yes"],
  ["No", "No"],
  ["true", "true"],
  ["null", "null"],
  ["~", "~"],
  ["2027-01-31", "2027-01-31"],
  ["12:30:45", "12:30:45"],
  ["ada@acme.example", "ada@acme.example"],
  ["auth0|5f7c", "auth0|5f7c"],
  ["Ada Lovelace", "Ada Lovelace"],
  ["Åsa", "Åsa"],
  ["名前", "名前"],
  ['"007"', "007"],
  ["'it''s'", "it's"],
  ['"a\\u0062c"', "abc"],
  ['" ada "', " ada "],
  ['"<<"', "<<"],
  ['"#1"', "#1"],
  ["!!str 5", "5"],
  ["__proto__", "__proto__"],
  ["__proto___", "__proto___"],
  ["constructor", "constructor"],
  ["toString", "toString"],
  ["hasOwnProperty", "hasOwnProperty"],
  ["root", "root"],
];

test.each(written)("%s is an id", (key, id) => {
  const { organizations } = workspaceOf(`version: 1
people:
  ${key}: { name: Somebody }
organizations:
  ${key}:
    members:
      ${key}: editor
    documents: { ${key}: { name: Plan } }
`);
  expect(organizations.map(({ organizationId }) => organizationId)).toEqual([id]);
  expect(organizations[0]?.members).toEqual(new Map([[id, { accessRole: "editor", name: "Somebody" }]]));
  expect(organizations[0]?.documents[0]?.documentId).toBe(id);
});

test("an explicit key, and an alias as a key", () => {
  const { organizations } = workspaceOf("version: 1\norganizations:\n  ? &id 007\n  : documents: { *id : { name: Plan } }\n");
  expect(organizations[0]?.organizationId).toBe("007");
  expect(organizations[0]?.documents[0]?.documentId).toBe("007");
});

test("hostile ids stay beside each other, in the order in which they are written, and reach no prototype", () => {
  const keys = ["__proto__", "__proto___", "constructor", "prototype", "10", "9", "valueOf"];
  const members = keys.map((key) => `${key}: { role: viewer, name: "${key}" }`).join(", ");
  const folders = keys.map((key) => `${key}: { name: "${key}" }`).join(", ");
  const [acme] = workspaceOf(`version: 1\norganizations: { acme: { members: { ${members} }, folders: { ${folders} } } }\n`).organizations;
  expect([...(acme?.members?.entries() ?? [])]).toEqual(keys.map((key) => [key, { accessRole: "viewer", name: key }]));
  expect(acme?.folders.map(({ folderId }) => folderId)).toEqual(keys);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
