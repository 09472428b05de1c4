/** One check per clause: a clause without one does not compile. */
import type { ClauseId } from "../clauses.ts";
import type { Check } from "../service.ts";
import { conventions } from "./conventions.ts";
import { documents } from "./documents.ts";
import { folders } from "./folders.ts";
import { locations } from "./locations.ts";
import { notifications } from "./notifications.ts";
import { organizations } from "./organizations.ts";
import { silent } from "./silent.ts";
import { tokens } from "./tokens.ts";
import { userData } from "./user-data.ts";
import { users } from "./users.ts";

export const checks: Readonly<Record<ClauseId, Check>> = {
  ...conventions,
  ...tokens,
  ...folders,
  ...documents,
  ...locations,
  ...users,
  ...userData,
  ...organizations,
  ...notifications,
  ...silent,
};
