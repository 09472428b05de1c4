/** The protocol itself, against the built process: what a newer engine sends, what is large, what is cut short. */
import { credentials, makeGenericClientConstructor, type ServiceError, status } from "@grpc/grpc-js";
import empty from "google-protobuf/google/protobuf/empty_pb.js";
import pluginMessages from "@pulumi/pulumi/proto/plugin_pb.js";
import providerMessages from "@pulumi/pulumi/proto/provider_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator/index.ts";
import { hear, Plugin, type Said, structOf } from "./process.ts";
import conversation from "./conversation.json" with { type: "json" };

let plugin: Plugin;
let emulator: Emulator;
beforeAll(async () => {
  [plugin, emulator] = await Promise.all([Plugin.start(), startEmulator({ port: 0 })]);
});
afterAll(async () => {
  await plugin[Symbol.asyncDispose]();
  await emulator.close();
});

const { CheckRequest, ConfigureRequest, CreateRequest, ListRequest } = providerMessages;
type Response<Name extends "CheckResponse" | "CreateResponse"> = InstanceType<(typeof providerMessages)[Name]>;

const urnOf = (kind: string): string => `urn:pulumi:test::test::collab:index:${kind}::it`;
const configure = (config: Readonly<Record<string, string>> = {}): Promise<unknown> => {
  const request = new ConfigureRequest();
  request.setArgs(structOf({ baseUrl: emulator.url, apiKey: "collab-dev-key", authToken: "collab-dev-token", ...config }));
  return plugin.call("configure", request);
};
const creation = (kind: string, properties: Readonly<Record<string, unknown>>) => {
  const request = new CreateRequest();
  request.setUrn(urnOf(kind));
  request.setProperties(structOf(properties));
  return request;
};
const failureOf = (work: Promise<unknown>): Promise<ServiceError> =>
  work.then(
    () => Promise.reject(new Error("it did not fail")),
    (error: ServiceError) => error,
  );

/** A client that sends bytes as they are. */
const rawCall = (method: string, bytes: Buffer): Promise<Buffer> => {
  const same = (value: Buffer): Buffer => value;
  const definition = {
    path: `/pulumirpc.ResourceProvider/${method}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  };
  const Client = makeGenericClientConstructor({ method: definition }, "raw");
  const client = new Client(plugin.client.getChannel().getTarget().replace(/^dns:/, ""), credentials.createInsecure(), {
    "grpc.max_send_message_length": -1,
    "grpc.max_receive_message_length": -1,
  });
  return new Promise((resolve, reject) => {
    const run = client["method"] as (request: Buffer, answer: (error: ServiceError | null, response: Buffer) => void) => void;
    run.call(client, bytes, (error, response) => {
      client.close();
      if (error) reject(error);
      else resolve(response);
    });
  });
};

test("a recorded conversation is answered as it was", async () => {
  for (const { method, request, response } of conversation) {
    const answer = await rawCall(method, Buffer.from(request, "base64"));
    const [one, other] = [answer, Buffer.from(response, "base64")].map((bytes) => [...bytes].toSorted((a, b) => a - b));
    // Maps have no order on the wire.
    expect(one, method).toStrictEqual(other);
  }
});

describe("a newer engine", () => {
  test("fields that nobody knows here do no harm", async () => {
    await configure();
    const request = new CheckRequest();
    request.setUrn(urnOf("Organization"));
    request.setNews(structOf({ organizationId: "acme" }));
    // Field 1000, a text of four bytes.
    const unknown = Buffer.from([0xc2, 0x3e, 0x04, 0x61, 0x62, 0x63, 0x64]);
    const answer = await rawCall("Check", Buffer.concat([request.serializeBinary(), unknown]));
    expect(providerMessages.CheckResponse.deserializeBinary(answer).getFailuresList()).toStrictEqual([]);
  });

  test.each(["Parameterize", "Construct", "Call", "GetMapping", "Telepathy"])("%s is not implemented, and says so", async (method) => {
    expect((await failureOf(rawCall(method, Buffer.alloc(0)))).code).toBe(status.UNIMPLEMENTED);
  });
});

test("a type that is none is named, with the nearest that is one", async () => {
  const error = await failureOf(plugin.call("create", creation("Foldr", {})));
  expect(error.details).toMatch(/collab:index:Foldr is no resource of the package collab\. Did you mean collab:index:Folder\?/);
});

test("a request of 50 MB is checked, and comes back whole", async () => {
  await configure();
  const folderName = "x".repeat(50e6);
  const request = new CheckRequest();
  request.setUrn(urnOf("Folder"));
  request.setNews(structOf({ organizationId: "acme", folderId: "large", folderName }));
  const response = await plugin.call<Response<"CheckResponse">>("check", request);
  expect(response.getFailuresList()).toStrictEqual([]);
  expect(response.getInputs()?.getFieldsMap().get("folderName")?.getStringValue() === folderName).toBe(true);
});

test("a preview says what is known and sends nothing", async () => {
  await configure();
  const before = emulator.requests().length;
  const request = creation("Document", { organizationId: "acme", documentId: "brand", documentName: "Brand" });
  request.setPreview(true);
  const response = await plugin.call<Response<"CreateResponse">>("create", request);
  expect(response.getId()).toBe("acme/brand");
  expect(response.getProperties()?.toJavaScript()).toMatchObject({
    documentId: "brand",
    declared: { documentName: "Brand" },
    accessType: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(emulator.requests()).toHaveLength(before);
});

test("Cancel ends what is under way; what was done is kept", async () => {
  await configure({ maxItemsPerCall: "1", maxConcurrency: "1" });
  emulator.faults.set([{ operation: "v2/users/add", when: { skip: 1 }, effect: { delayMs: 60_000 } }]);
  const heard: Said[] = [];
  plugin.hearing = (said) => heard.push(said);
  const set = { organizationId: "acme", createOrganization: true, members: { ada: "editor", alan: "viewer", grace: "viewer" } };
  const work = failureOf(plugin.call("create", creation("MembershipSet", set)));
  await expect.poll(() => emulator.requests().length).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await plugin.call("cancel", new empty.Empty());
  const error = await work;
  emulator.faults.clear();
  const [details] = error.metadata.get("grpc-status-details-bin");
  const kept = String(details);
  expect(kept).toContain("acme");
  expect(kept).toContain("ada editor");
  await configure();
});

test("an engine that attaches itself to a running plugin hears it, progress of a large set included", async () => {
  await using other = await Plugin.start();
  const heard: Said[] = [];
  const attached = await hear((said) => heard.push(said));
  try {
    const address = new pluginMessages.PluginAttach();
    address.setAddress(attached.address);
    await other.call("attach", address);
    const request = new ConfigureRequest();
    request.setArgs(structOf({ baseUrl: emulator.url, apiKey: "collab-dev-key", authToken: "collab-dev-token" }));
    await other.call("configure", request);
    const members = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`user-${index}`, "viewer"]));
    await other.call("create", creation("MembershipSet", { organizationId: "large", createOrganization: true, members }));
    const message = expect.stringMatching(/^large: \d+ of 2000 grants sent$/);
    expect(heard).toContainEqual({ urn: urnOf("MembershipSet"), severity: "info", message, ephemeral: true });
  } finally {
    attached.close();
  }
});

test("a timeout of the program ends a call", async () => {
  await configure();
  emulator.faults.set([{ operation: "*", when: {}, effect: { delayMs: 60_000 } }]);
  const request = creation("Document", { organizationId: "acme", documentId: "late", documentName: "Late" });
  request.setTimeout(0.3);
  const error = await failureOf(plugin.call("create", request));
  emulator.faults.clear();
  expect(error.details).toMatch(/300 ms|timeout|cancelled|no answer/i);
});

describe("List", () => {
  const list = async (token: string, query: Readonly<Record<string, unknown>>, size = 0, from = "", limit = 0) => {
    const request = new ListRequest();
    request.setToken(token);
    request.setQuery(structOf(query));
    request.setPageSize(size);
    request.setLimit(limit);
    request.setContinuationToken(from);
    const ids: string[] = [];
    let next = "";
    for await (const response of plugin.client.list(request) as AsyncIterable<InstanceType<typeof providerMessages.ListResponse>>) {
      const item = response.getResult();
      if (item) ids.push(item.getId());
      next = response.getContinuation()?.getContinuationToken() ?? next;
    }
    return { ids, next };
  };

  test("documents come page by page, none twice and none lost; a limit ends them", async () => {
    const documents = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`doc-${index}`, { name: `Document ${index}` }]));
    await using other = await Plugin.start();
    const service = await startEmulator({ port: 0, seed: { version: 1, organizations: { acme: { documents } } } });
    const request = new ConfigureRequest();
    request.setArgs(structOf({ baseUrl: service.url, apiKey: "collab-dev-key", authToken: "collab-dev-token" }));
    await other.call("configure", request);
    const own = plugin;
    plugin = other;
    try {
      const all: string[] = [];
      let from = "";
      do {
        const page = await list("collab:index:Document", { organizationId: "acme" }, 7, from);
        expect(page.ids.length).toBeLessThanOrEqual(7);
        all.push(...page.ids);
        from = page.next;
      } while (from !== "");
      expect(all.toSorted()).toStrictEqual(
        Object.keys(documents)
          .map((id) => `acme/${id}`)
          .toSorted(),
      );
      expect((await list("collab:index:Document", { organizationId: "acme" }, 0, "", 3)).ids).toHaveLength(3);
      expect((await failureOf(list("collab:index:Document", {}))).details).toMatch(/organizationId: expected text; it is missing/);
      expect((await failureOf(list("collab:index:UserGroup", {}))).details).toMatch(/no operation of the service lists.*Folder, Document/);
      expect((await failureOf(list("collab:index:Folder", { organizationId: "acme" }, 0, "x"))).details).toMatch(/continuation token/);
    } finally {
      plugin = own;
      await service.close();
    }
  });
});
