/** Operations and texts that the steps of several kinds share (`steps` of a kind: what the reference says of its life). */
import type { OperationName } from "../../schema/service/index.ts";
import type { Step } from "./contract.ts";

/** The v2 form, or the v1 form where the stack asks for that. */
export const folderReads = ["getFolders", "getFoldersV1"] as const satisfies readonly OperationName[];
export const documentReads = ["getDocuments", "getDocumentsV1"] as const satisfies readonly OperationName[];
export const documentAdds = ["addDocuments", "addDocumentsV1"] as const satisfies readonly OperationName[];

/** The read of a kind for which there is none. */
export const unreadable = (what: string): Step => ({
  operations: [],
  doc: `No operation reads ${what}: a refresh shows what the last \`up\` recorded, and a change made elsewhere is not noticed.`,
});
