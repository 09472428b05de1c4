import { z } from "zod";
import { folder } from "../../schema/service/index.ts";
import { idOf } from "../resources/fields.ts";
import { folderReads } from "../resources/steps.ts";
import { functionKind } from "./contract.ts";

export const getFolders = functionKind({
  token: "getFolders",
  doc: "Folders of an organization, side by side; or one folder with its subfolders (operations 3, 4).",
  inputs: z.object({
    organizationId: idOf("organization"),
    folderId: idOf("folder").describe("One folder with its subfolders; absent: all folders (operation 3).").optional(),
    maxDepth: z.int("expected a whole number").describe("How many levels of subfolders below `folderId` (operation 3).").optional(),
  }),
  outputs: z.object({
    exists: z.boolean().describe("Whether the service knows the organization, or the folder where one is asked for (provider)."),
    folders: z.array(folder).describe("The folders, without the API key that the service adds to them (operation 3)."),
  }),
  secretOutputs: [],
  operations: folderReads,
  examples: [
    {
      title: "The folders of an organization",
      resources: {
        pine: { kind: "Organization", inputs: { organizationId: "pine" } },
        projects: { kind: "Folder", inputs: { organizationId: "${pine.organizationId}", folderId: "projects", folderName: "Projects" } },
      },
      calls: { pineFolders: { function: "getFolders", inputs: { organizationId: "${projects.organizationId}" } } },
      outputs: { folders: "${pineFolders.folders}" },
    },
  ],

  async invoke({ client, signal }, { organizationId, folderId, maxDepth }) {
    if (folderId === undefined) {
      const folders = await client.folders(organizationId, { signal });
      return { exists: folders !== undefined, folders: folders ?? [] };
    }
    const found = await client.folder(organizationId, folderId, { signal, maxDepth });
    return { exists: found !== undefined, folders: found ? [found] : [] };
  },
});
