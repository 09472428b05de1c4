/** Puts the client together: one method per operation of the table, and the helpers on top of them. */
import { type Folder, operationNames, operations, type OperationName } from "../../schema/service/index.ts";
import { Burst } from "./burst.ts";
import { type Caller, createCaller } from "./call.ts";
import { createLanes } from "./coalesce.ts";
import { documentReads, type Listing } from "./documents.ts";
import { runEach } from "./each.ts";
import { checked } from "./envelope.ts";
import { CollabError } from "./errors.ts";
import { find, flatten, withParents } from "./folders.ts";
import { type ClientOptions, parseOptions } from "./options.ts";
import { pages } from "./pages.ts";
import type { Answer, CallData, CallOptions, CollabClient } from "./types.ts";

type Data = Readonly<Record<string, unknown>>;

/** A call of its own: what came back is checked as a whole. */
const callOnce = async <Name extends OperationName>(
  caller: Caller,
  name: Name,
  data: Data,
  options?: CallOptions,
): Promise<Answer<Name>> => {
  const { attempts, httpStatus, data: answered, ...exchange } = await caller.exchange(name, data, options);
  const result = checked(name, answered);
  if (!result.ok) throw caller.error(name, { ...result.facts, httpStatus }, attempts);
  // The one cast: `checked` has parsed it with the schema that this type is inferred from.
  return { ...exchange, data: result.data } as Answer<Name>;
};

/** Signs a decision that grants nothing: a call that changes nothing and needs credentials. */
const harmless = {
  permissions: [{ userId: "credential-check", resourceId: "credential-check", type: "document", hasAccess: false }],
} satisfies CallData<"generateSignature">;

const orUndefined = async <Value>(promise: Promise<Value>): Promise<Value | undefined> => {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof CollabError && error.code === "not-found") return undefined;
    throw error;
  }
};

const organizationOf = (data: object): string | undefined => {
  const id: unknown = Reflect.get(data, "organizationId");
  return typeof id === "string" ? id : undefined;
};

/** Calls each operation by its name. */
const methods = (caller: Caller): Pick<CollabClient, OperationName> => {
  const entries = operationNames.map((name) => [name, (data: Data, options?: CallOptions) => callOnce(caller, name, data, options)]);
  // The other cast: one method for each name of the table, which is what the mapped type says.
  return Object.fromEntries(entries) as Pick<CollabClient, OperationName>;
};

/** Tells the caches of reads what is written, before and after: what was read in between may be either. */
const watched = (caller: Caller, caches: readonly Burst<unknown>[]): Caller => ({
  ...caller,
  async exchange(name, data, options) {
    if (operations[name].effect === "read") return caller.exchange(name, data, options);
    const wrote = (): void => caches.forEach((cache) => cache.wrote(organizationOf(data)));
    wrote();
    try {
      return await caller.exchange(name, data, options);
    } finally {
      wrote();
    }
  },
});

/** Whether the credentials are good, asked once: callers share the question, and a yes is remembered. */
const credentialCheck = (caller: Caller): (() => Promise<void>) => {
  let asked: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    try {
      await callOnce(caller, "generateSignature", harmless);
    } catch (error) {
      asked = undefined;
      throw refusal(error);
    }
  };
  return () => (asked ??= ask());
};

/** The check sends nothing that could be invalid: where it is called so, it is the credentials. */
const refusal = (error: unknown): unknown =>
  error instanceof CollabError && error.code === "invalid" ? error.with({ code: "unauthorized" }) : error;

/**
 * A client of the service.
 *
 * @throws TypeError that names the option that is wrong
 */
export const createClient = (options: ClientOptions): CollabClient => {
  const settings = parseOptions(options);
  const { apiVersion, coalesce, clock } = settings;
  const v1 = apiVersion === "v1";
  const reads = new Burst<Folder[] | undefined>(clock);
  const listings = new Burst<Listing | undefined>(clock);
  const caller = watched(createCaller(settings), [reads, listings]);
  const lanes = createLanes(caller, credentialCheck(caller));
  const call = methods(caller);
  const getFolders = v1 ? call.getFoldersV1 : call.getFolders;

  const folders: CollabClient["folders"] = async (organizationId, { fresh = false, ...within } = {}) => {
    const read = async (own?: CallOptions): Promise<Folder[] | undefined> => {
      const answer = await orUndefined<Answer<"getFolders" | "getFoldersV1">>(getFolders({ organizationId }, own));
      return answer && flatten(answer.data);
    };
    if (fresh || !coalesce) return read(within);
    // The shared call outlives a caller that gives up, for as long as another one waits.
    const { value, leave } = reads.read(organizationId, (signal) => read({ signal }));
    try {
      const found = await caller.within(v1 ? "getFoldersV1" : "getFolders", value, within);
      return found && [...found];
    } finally {
      leave();
    }
  };

  return {
    ...call,
    ...documentReads({ caller, lanes, call, listings }),
    folders,
    each: (name, scope, items, within) => runEach(caller, lanes, name, scope, items, within),
    async folder(organizationId, folderId, { maxDepth, ...within } = {}) {
      const asked = { organizationId, folderId, ...(v1 || maxDepth === undefined ? {} : { maxDepth }) };
      const answer = await orUndefined<Answer<"getFolders" | "getFoldersV1">>(getFolders(asked, within));
      const found = answer && find(answer.data, folderId);
      return found && withParents(found);
    },
    async *userData(data, within) {
      for await (const page of pages((pageToken) => call.getUserData({ ...data, pageToken }, within))) yield page.data;
    },
    async verifyCredentials(within) {
      try {
        await call.generateSignature(harmless, within);
      } catch (error) {
        throw refusal(error);
      }
    },
    close: () => caller.close(),
  };
};
