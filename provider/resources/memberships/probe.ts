/**
 * How a refresh may learn which recorded grants are gone, although no operation lists members: operation 14 (15 in the v1 form) with bare
 * user ids changes nothing and answers `User does not exist.` for those that are gone. It is a write call all the same, so it is opted into.
 */
import { probeVariable } from "../../configuration.ts";
import type { Context } from "../contract.ts";
import { isOfOneItem } from "../errors.ts";
import { byLevel, describeLevel, type Grant, levelFields } from "./grants.ts";

/** What the pages of both kinds say of it. */
export const refreshDoc =
  "No operation lists memberships: a refresh shows what the last `up` recorded. With `collab:refreshMemberships: probe` it can find grants that are gone " +
  "(not roles that changed): the probe is an update without fields, a write call that changes nothing. The engine refreshes in previews too and does not tell a " +
  `provider so; a probe is therefore sent only by a command that says it makes none: \`${probeVariable}=1 pulumi refresh --skip-preview\`.`;

/** Whether this refresh may probe; says why where it does not. */
export const mayProbe = ({ settings, log }: Context): boolean => {
  if (settings.refreshMemberships === "state") {
    log.info("memberships cannot be read from the service: a refresh shows what the last `up` recorded.");
    return false;
  }
  if (!settings.probeNow) {
    log.info(
      "memberships were not probed: a probe is a write call, and a refresh is not told whether it belongs to a preview. " +
        `To probe: ${probeVariable}=1 pulumi refresh --skip-preview --yes`,
    );
  }
  return settings.probeNow;
};

/**
 * The grants that are still there, in their order; one that the service gave no answer for counts as there, with a warning.
 *
 * @throws CollabError where a whole call failed
 */
export const probe = async (context: Context, organizationId: string, grants: readonly Grant[]): Promise<Grant[]> => {
  const { client, settings, signal, log } = context;
  const form = settings.apiVersion === "v1" ? "updateUsersV1" : "updateUsers";
  const gone = new Set<Grant>();
  await Promise.all(
    byLevel(grants).map(async ({ level, grants: here }) => {
      const users = here.map(({ userId }) => ({ userId }));
      const outcomes = await client.each(form, { organizationId, ...levelFields(level) }, users, { signal });
      for (const grant of here) {
        const outcome = outcomes.get(grant.userId);
        if (outcome === undefined || outcome.ok) continue;
        if (outcome.error.code === "not-found") gone.add(grant);
        else if (!isOfOneItem(outcome.error)) throw outcome.error;
        else log.warn(`${grant.userId} at ${describeLevel(level)} of ${organizationId} is shown as recorded: ${outcome.error.message}`);
      }
    }),
  );
  return grants.filter((grant) => !gone.has(grant));
};
