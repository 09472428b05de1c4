/** All members in one set. */
import { readFileSync } from "node:fs";
import { MembershipSet, type Members } from "pulumi-collab";

const members = JSON.parse(readFileSync("members.json", "utf8")) as Members;

export const { id } = new MembershipSet("acme", { organizationId: "acme", members });
