/** What only sockets can show. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type ClientOptions, type CollabClient, createClient } from "../../../provider/client/index.ts";

const opened: { server: Server; client: CollabClient }[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const { server, client } of opened.splice(0)) {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
});

const start = async (listener: RequestListener, options: Partial<ClientOptions> = {}, host = "127.0.0.1") => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = createClient({
    baseUrl: `http://${host}:${port}/`,
    apiKey: "key-1",
    authToken: "token-1",
    sleep: async () => undefined,
    ...options,
  });
  opened.push({ server, client });
  return { server, client, port };
};

const added = JSON.stringify({ result: { status: "success", message: "Done.", data: { a: { success: true } } } });
const answer: RequestListener = (request, response) => void request.resume().on("end", () => response.end(added));
const one = [{ userId: "a" }];

describe("a connection", () => {
  it("is kept for the next call", async () => {
    const { server, client } = await start(answer);
    const sockets = vi.fn();
    server.on("connection", sockets);
    for (let call = 0; call < 5; call += 1) await client.each("addUsers", { organizationId: "o" }, one);
    expect(sockets).toHaveBeenCalledTimes(1);
  });

  it("that drops after the write: a write is sent again, a notification is not", async () => {
    let calls = 0;
    const { client } = await start((request, response) => {
      calls += 1;
      if (calls % 2 === 1) request.resume().on("end", () => request.socket.destroy());
      else answer(request, response);
    });
    expect((await client.each("addUsers", { organizationId: "o" }, one)).get("a")).toMatchObject({ ok: true });
    expect(calls).toBe(2);
    await expect(client.addNotification({ organizationId: "o" })).rejects.toThrow("It may have been carried out");
    expect(calls).toBe(3);
  });

  it("that drops within the answer is a lost answer", async () => {
    const { client } = await start(
      (_, response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("{");
        setImmediate(() => response.destroy());
      },
      { maxRetries: 1 },
    );
    await expect(client.addUsers({ organizationId: "o", users: [] })).rejects.toMatchObject({ code: "network", attempts: 2 });
  });

  it("that nobody accepts: says where the service was expected, and a notification may be tried again", async () => {
    const { server, client, port } = await start(answer, { maxRetries: 2 });
    await new Promise((resolve) => server.close(resolve));
    await expect(client.addNotification({ organizationId: "o" })).rejects.toMatchObject({
      code: "network",
      attempts: 3,
      message: expect.stringContaining(`Is the service running at http://127.0.0.1:${port}?`),
      cause: { code: "ECONNREFUSED" },
    });
  });

  it("with an answer that never ends, ends with the attempt's time", async () => {
    const { client } = await start((_, response) => void response.write("{"), { requestTimeoutMs: 30, maxRetries: 0 });
    await expect(client.addUsers({ organizationId: "o", users: [] })).rejects.toMatchObject({
      code: "timeout",
      message: expect.stringContaining("30 ms"),
    });
  });
});

describe("a proxy of the environment", () => {
  it("is used for other machines, and not for this one", async () => {
    const asked = vi.fn();
    const proxy = createServer((request, response) => {
      asked(request.url);
      answer(request, response);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    vi.stubEnv("no_proxy", "");
    vi.stubEnv("http_proxy", `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    const near = await start(answer);
    await near.client.addUsers({ organizationId: "o", users: one });
    expect(asked).not.toHaveBeenCalled();
    const far = await start(answer, { maxRetries: 0, requestTimeoutMs: 2000 }, "service.example");
    await far.client.addUsers({ organizationId: "o", users: one });
    expect(asked).toHaveBeenCalledExactlyOnceWith(`http://service.example:${far.port}/v2/users/add`);
    await far.client.close();
    proxy.closeAllConnections();
    proxy.close();
  });
});
