/** Operations 17 and 18. */
import { invalid } from "../errors.ts";
import type { FeatureRow } from "../store/features.ts";
import type { NotificationRow } from "../store/notifications.ts";
import { decodePageToken, encodePageToken, lastPage, route } from "./route.ts";

/** Items of each feature a page (Limits). */
const pageSize = 100;

/** "Up to 24 hours" (Limits): the emulator takes all of them, so that a client has to live with data that is still there. */
export const jobDurationMs = 24 * 60 * 60 * 1000;

const toFeature = ({ id, organization, document, location, user, data }: FeatureRow): Record<string, unknown> => ({
  ...(JSON.parse(data) as Record<string, unknown>),
  id,
  organizationId: organization,
  ...(document !== null && { documentId: document }),
  ...(location !== null && { locationId: location }),
  userId: user,
});

const toNotification = ({ id, organization, document, data }: NotificationRow): Record<string, unknown> => ({
  ...(JSON.parse(data) as Record<string, unknown>),
  id,
  organizationId: organization,
  ...(document !== null && { documentId: document }),
});

export const getUserData = route("getUserData", ({ organizationId, userId, pageToken }, context) => {
  const { features, notifications } = context.store;
  const page = pageToken === undefined ? 0 : Number(decodePageToken(pageToken));
  if (!Number.isSafeInteger(page) || page < 0) throw invalid("data.pageToken: not a token of this operation.");
  const organization = organizationId ?? null;
  // One more than is shown: whether there is a next page.
  const [limit, offset] = [pageSize + 1, page * pageSize];
  const rows = {
    comments: features.ofUser("comment", userId, organization, limit, offset).map(toFeature),
    reactions: features.ofUser("reaction", userId, organization, limit, offset).map(toFeature),
    recordings: features.ofUser("recording", userId, organization, limit, offset).map(toFeature),
    notifications: notifications.ofUser(userId, organization, limit, offset).map(toNotification),
  };
  const hasMore = Object.values(rows).some(({ length }) => length > pageSize);
  return {
    message: "User data retrieved successfully.",
    data: {
      comments: rows.comments.slice(0, pageSize),
      reactions: rows.reactions.slice(0, pageSize),
      recordings: rows.recordings.slice(0, pageSize),
      notifications: rows.notifications.slice(0, pageSize),
    },
    ...(hasMore ? { nextPageToken: encodePageToken(String(page + 1)) } : lastPage(context, "nextPageToken")),
  };
});

export const deleteUserData = route("deleteUserData", ({ userIds }, context) => {
  const taken = context.switches.userDataDeleteMax === "30" ? userIds.slice(0, 30) : userIds;
  const jobId = context.newId();
  const due = context.now + jobDurationMs;
  context.store.jobs.put({ id: jobId, users: JSON.stringify(taken), due, done: 0 });
  // `organizationIds` is a hint that speeds the process, so it limits nothing.
  return { message: "User data deletion started.", data: { jobId, tasksCount: taken.length } };
});
