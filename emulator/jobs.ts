/** What the jobs of operation 18 do when their time has come. */
import type { Store } from "./store/index.ts";

/** Runs the jobs that are due: access, contact list, mentions and all feature data created by the users. */
export const runDueJobs = (store: Store, now: number): void => {
  for (const job of store.jobs.due(now)) {
    for (const user of JSON.parse(job.users) as string[]) {
      for (const organization of store.users.organizationsOf(user)) store.users.revokeAll(organization, user);
      store.userGroups.removeUserEverywhere(user);
      store.features.removeUser(user);
      store.notifications.removeUser(user);
    }
    store.jobs.finish(job.id);
  }
};
