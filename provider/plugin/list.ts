/** List: resources that the service has, page by page, for the kinds that an operation lists. */
import { status } from "@grpc/grpc-js";
import providerMessages from "@pulumi/pulumi/proto/provider_pb.js";
import { isUnknown } from "../bag.ts";
import { kinds } from "../resources/index.ts";
import { type AnyKind, hasUnknown, shapeFailures } from "../resources/lifecycle.ts";
import { kindOf } from "./call.ts";
import type { Host } from "./host.ts";
import { StatusError, statusOf } from "./status.ts";
import { bagFrom } from "./wire.ts";

type Request = InstanceType<typeof providerMessages.ListRequest>;
type Response = InstanceType<typeof providerMessages.ListResponse>;

/** Where the next page begins: a page of the service, how many of it were given, and how many were given altogether. */
interface Position {
  readonly page: string | undefined;
  readonly offset: number;
  readonly given: number;
}

const start: Position = { page: undefined, offset: 0, given: 0 };

const tokenOf = ({ page, offset, given }: Position): string =>
  Buffer.from(JSON.stringify([page ?? null, offset, given])).toString("base64url");

const positionOf = (token: string): Position => {
  if (token === "") return start;
  try {
    const [page, offset, given]: unknown[] = JSON.parse(Buffer.from(token, "base64url").toString());
    if ((page === null || typeof page === "string") && Number.isInteger(offset) && Number.isInteger(given)) {
      return { page: page ?? undefined, offset: Number(offset), given: Number(given) };
    }
  } catch {
    // Said below, as for every other token that is none of ours.
  }
  throw new StatusError(status.INVALID_ARGUMENT, "the continuation token is none that this provider gave: begin with the first page");
};

const result = (id: string, name: string): Response => {
  const item = new providerMessages.ListResponse.Result();
  item.setId(id);
  item.setName(name);
  const response = new providerMessages.ListResponse();
  response.setResult(item);
  return response;
};

const continuation = (position: Position): Response => {
  const more = new providerMessages.ListResponse.Continuation();
  more.setContinuationToken(tokenOf(position));
  const response = new providerMessages.ListResponse();
  response.setContinuation(more);
  return response;
};

const computed = (): Response => {
  const response = new providerMessages.ListResponse();
  response.setComputed(new providerMessages.ListResponse.Computed());
  return response;
};

const listable = (kind: AnyKind) => {
  if (kind.list) return kind.list;
  const others = Object.values<AnyKind>(kinds).flatMap(({ token, list }) => (list ? [token] : []));
  throw new StatusError(
    status.UNIMPLEMENTED,
    `no operation of the service lists resources of the kind ${kind.token}; it lists ${others.join(", ")}.`,
  );
};

/** Answers with at most a page, and with where the next one begins. */
export async function* list(host: Host, request: Request, call: AbortSignal): AsyncGenerator<Response> {
  const { kind } = kindOf(request.getToken());
  const { inputs, page: read } = listable(kind);
  const { values, secrets } = bagFrom(request.getQuery());
  if (hasUnknown(values, isUnknown)) return yield computed();
  const { failures } = shapeFailures(inputs, values, isUnknown);
  if (failures.length > 0) {
    const wrong = failures.map(({ property, reason }) => `${property}: ${secrets.hide(reason)}`);
    throw new StatusError(status.INVALID_ARGUMENT, wrong.join("\n"));
  }
  const limit = request.getLimit() > 0 ? request.getLimit() : Infinity;
  const size = request.getPageSize() > 0 ? request.getPageSize() : Infinity;
  const { context, release } = host.work("", 0, call);
  try {
    let { page, offset, given } = positionOf(request.getContinuationToken());
    for (let room = size; room > 0 && given < limit;) {
      const { items, next } = await read(context, values, { token: page, size: Number.isFinite(size) ? size : undefined });
      const some = items.slice(offset, offset + Math.min(room, limit - given));
      for (const { id, name } of some) yield result(id, name);
      [room, given, offset] = [room - some.length, given + some.length, offset + some.length];
      if (offset < items.length) break;
      if (next === undefined) return;
      [page, offset] = [next, 0];
    }
    if (given < limit) yield continuation({ page, offset, given });
  } catch (error) {
    throw statusOf(error, secrets);
  } finally {
    release();
  }
}
