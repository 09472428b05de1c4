import { Server, ServerCredentials } from "@grpc/grpc-js";
import engineGrpc from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import engineMessages from "@pulumi/pulumi/proto/engine_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { engineLog } from "../../provider/engine-log.ts";

const heard: [severity: number, message: string, ephemeral: boolean][] = [];
const engine = new Server();
let address: string;

beforeAll(async () => {
  const log = (call: { request: InstanceType<typeof engineMessages.LogRequest> }, answer: (error: null, reply: unknown) => void): void => {
    heard.push([call.request.getSeverity(), call.request.getMessage(), call.request.getEphemeral()]);
    answer(null, new engineMessages.LogRequest());
  };
  const { EngineService } = engineGrpc as unknown as { EngineService: Parameters<Server["addService"]>[0] };
  engine.addService(EngineService, { log } as unknown as Parameters<Server["addService"]>[1]);
  const port = await new Promise<number>((resolve, reject) => {
    engine.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  address = `127.0.0.1:${port}`;
});
afterAll(() => engine.forceShutdown());
beforeEach(() => void (heard.length = 0));

const { INFO, WARNING } = engineMessages.LogSeverity;

test("a text is said once a run; another, or the same in another run, again", async () => {
  for (const log of [engineLog(address).about(), engineLog(address).about()]) {
    log.warn("folder design stays");
    log.warn("folder design stays");
    log.info("memberships cannot be read");
    log.info("memberships cannot be read");
    log.warn("folder drafts stays");
  }
  await vi.waitUntil(() => heard.length >= 6);
  const once = [
    [INFO, "memberships cannot be read", false],
    [WARNING, "folder design stays", false],
    [WARNING, "folder drafts stays", false],
  ];
  expect(heard.toSorted()).toStrictEqual([...once, ...once].toSorted());
});

test("progress is shown as often as somebody can read it, and not kept", async () => {
  let now = 0;
  const logs = engineLog(address, () => now);
  const [log, other] = [logs.about(), logs.about("urn:other")];
  for (const time of [0, 100, 199, 200, 399, 450]) {
    now = time;
    log.status(`at ${time}`);
  }
  other.status("at 450");
  await vi.waitUntil(() => heard.length >= 4);
  expect(heard.toSorted()).toStrictEqual([
    [INFO, "at 0", true],
    [INFO, "at 200", true],
    [INFO, "at 450", true],
    [INFO, "at 450", true],
  ]);
});

test.each([undefined, "", "127.0.0.1:1"])("without an engine at %j nothing is said, and nothing stops", (nowhere) => {
  const log = engineLog(nowhere).about();
  for (const say of [log.info, log.warn, log.status]) expect(() => say("lost")).not.toThrow();
});
