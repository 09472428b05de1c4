import { expect, it } from "vitest";
import { MembersFileError, readMembersFile } from "../../../workspace/export/index.ts";

const problems = (csv: string, only?: string): string[] => {
  try {
    readMembersFile(csv, only);
    return [];
  } catch (error) {
    if (error instanceof MembersFileError) return error.message.split("\n");
    throw error;
  }
};

it("reads grants at every level, with profiles", () => {
  const csv = `\ufefforganizationId,folderId,documentId,userId,role,name,email
acme,,,ada,editor,"Lovelace, Ada",ada@acme.example
acme,design,,alan,viewer,,

globex,,brand,alan,editor,,
`;
  expect([...readMembersFile(csv, undefined)]).toEqual([
    [
      "acme",
      [
        { userId: "ada", accessRole: "editor", level: { kind: "organization" }, name: "Lovelace, Ada", email: "ada@acme.example" },
        { userId: "alan", accessRole: "viewer", level: { kind: "folder", id: "design" } },
      ],
    ],
    ["globex", [{ userId: "alan", accessRole: "editor", level: { kind: "document", id: "brand" } }]],
  ]);
  expect([...readMembersFile("userId,role\nada,viewer\n", "acme").keys()]).toEqual(["acme"]);
});

it("names everything that is wrong, with its line", () => {
  expect(problems("userId,role\nada,owner\n,viewer\nalan,viewer\nalan,editor\n", "acme")).toEqual([
    "line 2: `role` must be `viewer` or `editor`",
    "line 3: `userId` is empty",
    "line 5: `alan` stands twice at the same level",
  ]);
  expect(problems("userId,role\nada,viewer\n")).toEqual([
    "line 2: `organizationId` is missing, and more than one organization is exported",
  ]);
  expect(problems("userId,role,rank\nada,viewer,1\n", "acme")).toEqual([
    expect.stringMatching(/^line 1: unknown columns `rank`: known are /),
  ]);
  expect(problems("userId,role,folderId,documentId\nada,viewer,a,b\n", "acme")).toEqual([
    "line 2: a grant is on a folder or on a document, not on both",
  ]);
  expect(problems('userId,role\n"ada,viewer\n', "acme")).toEqual([expect.stringContaining("Quote")]);
});
