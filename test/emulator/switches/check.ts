/** What a check of a switch is, and the workspace that it starts from. */
import type { SwitchName, Switches } from "../../../emulator/index.ts";
import type { Started } from "../start.ts";

/** A check of one value, on an emulator that has it. */
export type Check = (emulator: Started) => Promise<void>;
/** One check per value; `rateLimit` takes any number, so its examples stand for them. */
export type Checks = { [Name in SwitchName]: Record<Switches[Name], Check> };

export const organizationId = "acme";
export const seed = {
  version: 1,
  organizations: {
    acme: {
      members: { ada: "viewer" },
      folders: { design: { name: "Design", folders: { logos: { folders: { old: {} } } } } },
      documents: { top: { name: "Top" } },
      groups: { staff: { name: "Staff", users: ["ada"] } },
    },
  },
  allowedDomains: ["example.com"],
};
