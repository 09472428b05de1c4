/** `collab export`: an existing workspace under management. */
export { MembersFileError, type MembersByOrganization, readMembersFile } from "./members.ts";
export { type FoundOrganization, readOrganization } from "./read.ts";
export { importFile, renderWorkspace } from "./render.ts";
