/** What is there when a clause's check begins. */
import type { SnapshotInput } from "../../../emulator/index.ts";

export const organizationId = "acme";

const comment = { kind: "comment", organizationId, documentId: "top" } as const;

/** Users: ada and bob in the organization, fay in a folder, cyd in a restricted document; zoe nowhere. */
export const world: SnapshotInput = {
  organizations: {
    acme: {
      users: {
        ada: { name: "Ada Lovelace", email: "ada@example.com", initial: "AL", context: { team: ["blue", "red"] } },
        bob: { context: { team: "green" } },
      },
      members: { ada: { accessRole: "editor" }, bob: { accessRole: "viewer" } },
      folders: {
        design: { folderName: "Design", createdAt: 1, lastUpdated: 2, members: { fay: { accessRole: "editor" } } },
        logos: { folderName: "Logos", parentFolderId: "design" },
        old: { folderName: "Old", parentFolderId: "logos" },
        plans: { folderName: "Plans" },
      },
      documents: {
        top: { documentName: "Top" },
        logo: { documentName: "Logo", folderId: "design" },
        draft: { documentName: "Draft", folderId: "logos" },
        secret: { documentName: "Secret", accessType: "restricted", members: { cyd: { accessRole: "viewer" } } },
      },
      userGroups: { staff: { groupName: "Staff", users: ["ada", "bob"] }, guests: { users: ["ada"] } },
      notifications: {
        n: {
          documentId: "top",
          locationId: "intro",
          recipients: ["ada"],
          content: { displayBodyMessage: "Hi", actionUser: { userId: "bob" } },
        },
      },
    },
    globex: { members: { ada: { accessRole: "viewer" } }, documents: { report: { documentName: "Report" } } },
  },
  allowedDomains: ["example.com", "example.net", "*.example.org"],
  features: [
    { ...comment, id: "by-ada", locationId: "intro", userId: "ada", mentions: ["bob"] },
    { ...comment, id: "by-bob", locationId: "intro", userId: "bob" },
    { ...comment, id: "tags-ada", locationId: "end", userId: "bob", mentions: ["ada"] },
    { ...comment, id: "elsewhere", organizationId: "globex", documentId: "report", userId: "ada" },
    { id: "like", kind: "reaction", organizationId, documentId: "top", locationId: "intro", userId: "ada" },
    { id: "video", kind: "recording", organizationId, documentId: "top", locationId: "end", userId: "ada" },
  ],
};
