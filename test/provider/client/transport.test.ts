/** What only sockets can show. */
import { execFile } from "node:child_process";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
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

  it("that is never made does not hold up the end", async () => {
    // It accepts, and never says hello: a TLS handshake that hangs.
    const server = createTcpServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const sockets: Socket[] = [];
    server.on("connection", (socket) => void sockets.push(socket.on("error", () => undefined)));
    const client = createClient({
      baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: "key-1",
      authToken: "token-1",
    });
    const call = client.addUsers({ organizationId: "o", users: [] });
    call.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const started = performance.now();
    await client.close();
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    expect(performance.now() - started).toBeLessThan(2000);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it("with an answer that never ends, ends with the attempt's time", async () => {
    const { client } = await start((_, response) => void response.write("{"), { requestTimeoutMs: 30, maxRetries: 0 });
    await expect(client.addUsers({ organizationId: "o", users: [] })).rejects.toMatchObject({
      code: "timeout",
      message: expect.stringContaining("30 ms"),
    });
  });
});

const source = new URL("../../../provider/client/index.ts", import.meta.url).href;
const directory = fileURLToPath(new URL("../../..", import.meta.url));

describe("a process", () => {
  it("ends when its calls have ended, whatever the service asked it to wait for, and without close", async () => {
    const { port } = await start((request, response) => {
      if (request.url?.includes("folders")) return;
      response.writeHead(429, { "retry-after": "50" });
      response.end(JSON.stringify({ error: { message: "Too many.", status: "RESOURCE_EXHAUSTED" } }));
    });
    const program = `
      const { createClient } = await import(${JSON.stringify(source)});
      const client = createClient({ baseUrl: "http://127.0.0.1:${port}", apiKey: "key-1", authToken: "token-1" });
      const calls = [
        client.folders("o", { timeoutMs: 2000 }),
        // It would have to wait longer than it has time.
        client.addUsers({ organizationId: "o", users: [] }, { timeoutMs: 2000 }),
        client.each("addUsers", { organizationId: "o" }, [{ userId: "a" }], { timeoutMs: 2000 }),
      ];
      const ended = await Promise.allSettled(calls);
      console.log(ended.map(({ status, reason, value }) => reason?.code ?? value.get("a").error.code).join());`;
    const started = performance.now();
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
      cwd: directory,
      timeout: 20_000,
    });
    expect(stdout.trim()).toBe("timeout,rate-limited,timeout");
    expect(performance.now() - started).toBeLessThan(15_000);
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
