import { describe, expect, it } from "vitest";
import { jobDurationMs } from "../../../emulator/index.ts";
import { start } from "../start.ts";

const comment = (id: string, userId: string, mentions: string[] = []) => ({
  id,
  kind: "comment" as const,
  organizationId: "acme",
  userId,
  mentions,
  data: { text: id },
});
const state = {
  organizations: {
    acme: {
      members: { ada: {}, bob: {} },
      documents: { top: { members: { ada: {} } } },
      userGroups: { staff: { users: ["ada", "bob"] } },
      notifications: {
        fromAda: { recipients: ["bob"], content: { actionUser: { userId: "ada" } } },
        fromBob: { recipients: ["ada", "cyd"], content: { actionUser: { userId: "bob" } } },
      },
    },
    other: { members: { ada: {} } },
  },
  features: [
    comment("c1", "ada"),
    comment("c2", "bob", ["ada"]),
    { ...comment("r1", "ada"), kind: "reaction" as const },
    { ...comment("x1", "ada"), organizationId: "other" },
  ],
};

describe("operation 17, user data get", () => {
  it("returns comments created or involved in, reactions and recordings created, notifications involved in", async () => {
    const emulator = await start();
    emulator.setState(state);
    const { data } = await emulator.call("getUserData", { organizationId: "acme", userId: "ada" });
    expect(data).toMatchObject({
      comments: [{ id: "c1", text: "c1", userId: "ada" }, { id: "c2" }],
      reactions: [{ id: "r1" }],
      recordings: [],
      notifications: [{ id: "fromBob" }],
    });
    expect((await emulator.call("getUserData", { organizationId: "acme", userId: "nobody" })).data).toEqual({
      comments: [],
      reactions: [],
      recordings: [],
      notifications: [],
    });
  });

  it("pages by 100 items of each array (Limits)", async () => {
    const emulator = await start({ switches: { pageTokenAtEnd: "null" } });
    const features = Array.from({ length: 230 }, (_, index) => comment(`c${1000 + index}`, "ada"));
    emulator.setState({ features: [...features, { ...comment("r", "ada"), kind: "recording" }] });
    const sizes: number[][] = [];
    let pageToken: unknown;
    while (pageToken !== null) {
      const { result } = await emulator.call("getUserData", { userId: "ada", pageToken });
      const data = result?.["data"] as { comments: unknown[]; recordings: unknown[] };
      sizes.push([data.comments.length, data.recordings.length]);
      pageToken = result?.["nextPageToken"];
    }
    expect(sizes).toEqual([
      [100, 1],
      [100, 0],
      [30, 0],
    ]);
  });

  it("a failure carries a numeric code (Errors)", async () => {
    const { call } = await start();
    expect((await call("getUserData", { userId: "ada", pageToken: "x" })).error).toMatchObject({ status: "INVALID_ARGUMENT", code: 400 });
  });
});

describe("operation 18, user data delete", () => {
  it("answers 202 in its own envelope, and deletes when the time has come", async () => {
    const emulator = await start();
    emulator.setState(state);
    const before = emulator.state();
    const { http, body } = await emulator.call("deleteUserData", { userIds: ["ada"], organizationIds: ["other"] });
    expect(http).toBe(202);
    expect(body).toEqual({
      status: "success",
      message: expect.any(String),
      data: { jobId: expect.any(String), tasksCount: 1 },
      statusCode: 202,
    });
    emulator.advanceClock(jobDurationMs - 60_000);
    expect({ ...emulator.state(), jobs: [] }).toEqual(before);

    emulator.advanceClock(60_000);
    const after = emulator.state();
    expect(after.jobs).toMatchObject([{ userIds: ["ada"], done: true }]);
    expect(after.organizations["acme"]).toMatchObject({ members: { bob: {} }, userGroups: { staff: { users: ["bob"] } } });
    expect(after.organizations["acme"]?.notifications).toMatchObject({ fromBob: { recipients: ["cyd"] } });
    expect(after.organizations["acme"]?.notifications).not.toHaveProperty("fromAda");
    // The organizations are a hint, not a limit.
    expect([emulator.access("acme", "ada").grants, emulator.access("other", "ada").grants]).toEqual([[], []]);
    expect(after.features.map(({ id, mentions }) => [id, mentions])).toEqual([["c2", []]]);
  });
});
