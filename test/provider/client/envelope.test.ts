import { describe, expect, it } from "vitest";
import { CollabError, type ErrorCode } from "../../../provider/client/index.ts";
import { error, fake, ok, type Reply } from "./fake.ts";

const once = { maxRetries: 0 };
const failing = async (reply: Reply): Promise<CollabError> => {
  const { client } = fake(() => reply, once);
  const problem: unknown = await client.getUserData({ userId: "ada" }).catch((caught: unknown) => caught);
  if (!(problem instanceof CollabError)) throw new Error(`not a CollabError: ${String(problem)}`);
  return problem;
};

const byStatus: [status: string, http: number, code: ErrorCode][] = [
  ["INVALID_ARGUMENT", 400, "invalid"],
  ["FAILED_PRECONDITION", 400, "precondition"],
  ["UNAUTHENTICATED", 401, "unauthorized"],
  ["PERMISSION_DENIED", 403, "unauthorized"],
  ["NOT_FOUND", 404, "not-found"],
  ["ALREADY_EXISTS", 409, "already-exists"],
  ["RESOURCE_EXHAUSTED", 429, "rate-limited"],
  ["INTERNAL", 500, "internal"],
  ["UNAVAILABLE", 503, "unavailable"],
];

describe("a failure's code", () => {
  it.each(byStatus)("%s is told by its status, whatever HTTP says", async (status, http, code) => {
    for (const given of [http, 200, 400]) {
      const problem = await failing(error(status, "It failed.", given, { code: 400 }));
      expect(problem).toMatchObject({ code, status, httpStatus: given, serviceMessage: "It failed.", path: "v2/users/data/get" });
    }
  });

  const odd: [what: string, reply: Reply, code: ErrorCode][] = [
    ["wrong credentials as INVALID_ARGUMENT", error("INVALID_ARGUMENT", "Missing auth token."), "unauthorized"],
    ["a missing thing as INVALID_ARGUMENT", error("INVALID_ARGUMENT", "Organization does not exist."), "not-found"],
    ["an unknown status, by HTTP", error("SOMETHING_NEW", "Hm.", 409), "already-exists"],
    ["an unknown status with HTTP 200", error("SOMETHING_NEW", "Hm.", 200), "internal"],
    ["an error without status", { status: 404, body: { error: { message: "Hm." } } }, "protocol"],
    ["an error that is a text", { status: 401, body: { error: "Who are you?" } }, "unauthorized"],
    ["a proxy's page", { status: 403, body: "<html>no</html>", headers: { "content-type": "text/html" } }, "protocol"],
    ["a proxy's page for a service that is away", { status: 502, body: "<html>bad gateway</html>" }, "unavailable"],
    ["a page with HTTP 200", { body: "<html>welcome</html>" }, "protocol"],
    ["a gateway's own 404", { status: 404, body: { status: 404, error: "Not Found" } }, "protocol"],
    ["an empty body", { body: "" }, "protocol"],
    ["JSON that is no object", { body: [1] }, "protocol"],
    ["no result", { body: {} }, "protocol"],
    ["a result that is no success", { body: { result: { status: "pending", message: "Wait." } } }, "protocol"],
  ];
  it.each(odd)("%s", async (_, reply, code) => {
    expect((await failing(reply)).code).toBe(code);
  });

  it("is said in a message for people, with what to do next", async () => {
    const problem = await failing(error("UNAUTHENTICATED", "Wrong key.", 401));
    expect(problem.message).toBe(
      'Could not export a user\'s data, page by page (v2/users/data/get): the service said "Wrong key." (UNAUTHENTICATED, HTTP 401, 1 attempt). Check the API key and the auth token (apiKey, authToken).',
    );
    const { client } = fake(() => error("FAILED_PRECONDITION", "Not enabled."), once);
    await expect(client.getFolders({ organizationId: "o" })).rejects.toThrow("Switch on the advanced queries option");
  });
});

describe("the end of pages", () => {
  it.each([{}, { nextPageToken: null }, { nextPageToken: "" }])("%j", async (rest) => {
    const data = { comments: [], reactions: [], recordings: [], notifications: [] };
    const { client } = fake(() => ok(data, rest));
    expect(await client.getUserData({ userId: "ada" })).not.toHaveProperty("nextPageToken");
  });
});

describe("a failure that decided items is a success with failed items", () => {
  const missing = { id: "b", success: false, message: "Document does not exist.", code: "not-found" };

  it("operation 8: a list in request order", async () => {
    const details = [{ id: "a", documentName: "A" }, missing];
    const { client, calls } = fake(() => error("INTERNAL", "Some are missing.", 500, { details }));
    const answer = await client.getDocuments({ organizationId: "o", documentIds: ["a", "b"] });
    expect(answer.data).toEqual([{ id: "a", documentName: "A" }]);
    expect(answer.items.get("b")).toMatchObject({ success: false, code: "not-found" });
    expect(calls).toHaveLength(1);
  });

  it("operations 6 and 7: a map keyed by the ids sent", async () => {
    const details = { a: { success: true }, b: { success: false, message: "Document already exists.", code: "already-exists" } };
    const { client, calls } = fake(() => error("INTERNAL", "Some exist.", 500, { details }));
    const documents = [{ documentId: "a" }, { documentId: "b" }];
    const answer = await client.addDocuments({ organizationId: "o", documents });
    expect([...answer.items].map(([id, { success }]) => [id, success])).toEqual([
      ["a", true],
      ["b", false],
    ]);
    expect(calls).toHaveLength(1);
  });

  it("operation 22: what was removed and what was skipped, without the scheme", async () => {
    const details = { domainsRemoved: ["a.example"], skippedDomains: ["b.example"] };
    const { client } = fake(() => error("INTERNAL", "Some were skipped.", 500, { details }));
    const domains = ["https://www.A.example/", "*.c.example", "http://b.example"];
    const answer = await client.deleteDomains({ domains });
    expect(answer.data).toEqual({ domainsRemoved: ["a.example"] });
    expect([...answer.items].map(([id, { success }]) => [id, success])).toEqual([
      [domains[2], false],
      [domains[0], true],
    ]);
  });

  it("but not where the details say nothing of what was sent", async () => {
    const { client, calls } = fake(() => error("INTERNAL", "Broken.", 500, { details: { trace: "x" } }));
    await expect(client.addDocuments({ organizationId: "o", documents: [{ documentId: "a" }] })).rejects.toMatchObject({
      code: "internal",
    });
    expect(calls).toHaveLength(1);
  });
});

it("a notification that failed inside a success is a failure", async () => {
  const { client } = fake(() => ok({ success: false, message: "No recipients." }));
  await expect(client.addNotification({ organizationId: "o" })).rejects.toMatchObject({ code: "item", serviceMessage: "No recipients." });
});
