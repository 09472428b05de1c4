/** Operations 17 and 18. */
import { expect } from "vitest";
import { acme, dataOf, reached, times, type Check, type Service } from "../service.ts";
import { organizationId, world } from "../world.ts";

const kinds = ["comments", "reactions", "recordings", "notifications"] as const;
type Export = Record<(typeof kinds)[number], { id: string }[]>;

const read = async ({ call }: Service, data: object) => await call("getUserData", { organizationId, ...data });
const idsOf = (data: Export) => Object.fromEntries(kinds.map((kind) => [kind, data[kind].map(({ id }) => id).toSorted()]));

/** "Up to 24 hours" (Limits). */
const day = 24 * 60 * 60 * 1000;

export const userData = {
  "17a": async (service) => {
    expect((await read(service, { userId: "none" })).data).toEqual({ comments: [], reactions: [], recordings: [], notifications: [] });
  },
  "17b": async (service) => {
    expect(idsOf(dataOf<Export>(await read(service, { userId: "ada" })))).toEqual({
      comments: ["by-ada", "tags-ada"],
      reactions: ["like"],
      recordings: ["video"],
      notifications: ["n"],
    });
    expect(idsOf(dataOf<Export>(await read(service, { userId: "bob" })))).toMatchObject({
      comments: ["by-ada", "by-bob", "tags-ada"],
      reactions: [],
    });
    expect(idsOf(dataOf<Export>(await read(service, { organizationId: "globex", userId: "ada" })))).toMatchObject({
      comments: ["elsewhere"],
    });
  },
  "17c": async (service) => {
    const features = times(250, "c").map((id) => ({ id, kind: "comment" as const, organizationId, documentId: "top", userId: "ada" }));
    service.setState({ ...world, features });
    const chunks: number[] = [];
    const seen = new Set<string>();
    for (let pageToken: unknown; chunks.length < 10;) {
      const { data, result } = await read(service, { userId: "ada", ...(typeof pageToken === "string" && { pageToken }) });
      const { comments, notifications } = data as Export;
      chunks.push(comments.length);
      for (const { id } of [...comments, ...notifications]) expect(seen.size).toBe(seen.add(id).size - 1);
      pageToken = result?.["nextPageToken"];
      if (!pageToken) break;
    }
    expect([chunks, seen.size]).toEqual([[100, 100, 50], 251]);
  },
  "17d": async (service) => {
    const { result } = await read(service, { userId: "ada" });
    expect(result?.["nextPageToken"]).toBe({ absent: undefined, null: null, empty: "" }[service.switches.pageTokenAtEnd]);
  },
  "18a": async ({ call }) => {
    const { http, body } = await call("deleteUserData", { userIds: ["ada", "bob"], organizationIds: [organizationId] });
    expect(http).toBe(202);
    const data = { jobId: expect.any(String), tasksCount: expect.any(Number) };
    expect(body).toEqual({ status: "success", message: expect.any(String), data, statusCode: 202 });
  },
  "18b": async (service) => {
    await service.call("deleteUserData", { userIds: ["ada"] });
    service.advanceClock(day);
    expect([reached(service, "ada"), reached(service, "ada", "globex")]).toEqual([[], []]);
    expect([acme(service).users["ada"], acme(service).userGroups["guests"]?.users]).toEqual([undefined, []]);
    expect(idsOf(dataOf<Export>(await read(service, { userId: "ada" })))).toEqual({
      comments: [],
      reactions: [],
      recordings: [],
      notifications: [],
    });
    const left = service.state().features.map(({ id, mentions }) => [id, mentions]);
    expect(left.toSorted()).toEqual([
      ["by-bob", []],
      ["tags-ada", []],
    ]);
    expect([reached(service, "bob"), acme(service).userGroups["staff"]?.users]).toEqual([["draft", "logo", "top"], ["bob"]]);
  },
  "18c": async (service) => {
    const users = times(31, "u").map((userId) => ({ userId }));
    await service.call("addUsers", { organizationId, users });
    const { body } = await service.call("deleteUserData", { userIds: users.map(({ userId }) => userId) });
    expect(body["data"]).toHaveProperty("jobId");
    service.advanceClock(day);
    const isCut = service.switches.userDataDeleteMax === "30";
    expect(users.map(({ userId }) => reached(service, userId).length > 0).indexOf(true)).toBe(isCut ? 30 : -1);
  },
} satisfies Record<string, Check>;
