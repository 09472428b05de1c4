/** The HTTP server: reads bodies, applies faults, logs, answers, and stops without cutting anybody off. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { controlPrefix, type Control } from "./control.ts";
import { invalid, ServiceError, StartError } from "./errors.ts";
import { statusOfHttp, type FaultEffect } from "./faults.ts";
import type { LogEntry, RequestLog } from "./requestLog.ts";
import { routesByPath } from "./routes/index.ts";
import type { Reply, Service } from "./service.ts";

const maxBodyBytes = 10 * 1024 * 1024;
/** A whole state may be larger than a call of the service. */
const maxControlBytes = 512 * 1024 * 1024;
/** Longer than clients keep idle connections, so that it is never the server that closes one just as it is used again. */
const keepAliveMs = 60_000;

export interface ServerParts {
  readonly service: Service;
  readonly control: Control;
  readonly log: RequestLog;
  readonly decideFault: (operation: string) => FaultEffect | undefined;
  readonly now: () => number;
}

export const createHttpServer = ({ service, control, log, decideFault, now }: ServerParts): Server => {
  const send = (response: ServerResponse, { http, body, headers }: Reply): void => {
    response.writeHead(http, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      ...headers,
      ...(!server.listening && { connection: "close" }),
    });
    response.end(body);
  };

  const finish = (response: ServerResponse, entry: LogEntry, reply: Reply): void => {
    log.finish(entry, reply.http);
    send(response, reply);
  };

  const drop = (request: IncomingMessage, entry: LogEntry): void => {
    log.finish(entry, null);
    request.socket.destroy();
  };

  const serve = (request: IncomingMessage, response: ServerResponse, path: string): void => {
    const route = routesByPath.get(path);
    const entry = log.start(path, route?.operation.path ?? null, now());
    readBody(request, maxBodyBytes, (body) => {
      if (body !== undefined) log.setBody(entry, body);
      if (route === undefined) {
        return finish(response, entry, service.failure(new ServiceError("NOT_FOUND", `No operation at ${path}.`)));
      }
      const { operation } = route;
      if (request.method !== "POST") {
        const reply = service.failure(invalid("Every operation is a POST."), operation);
        return finish(response, entry, { ...reply, headers: { allow: "POST" } });
      }
      if (body === undefined) return finish(response, entry, service.failure(invalid("The body is larger than 10 MB."), operation));

      const fault = decideFault(operation.path);
      if (fault && "dropBefore" in fault) return drop(request, entry);
      if (fault && "status" in fault) return finish(response, entry, faultReply(fault));
      const answer = (): void => {
        const failing = fault && "failItems" in fault ? { failing: fault } : {};
        const reply = service.answer({ route, headers: request.headers, body, ...failing });
        const conclude = (ready: Reply): void => (fault && "dropAfter" in fault ? drop(request, entry) : finish(response, entry, ready));
        if (reply instanceof Promise) void reply.then(conclude);
        else conclude(reply);
      };
      if (fault && "delayMs" in fault) setTimeout(answer, fault.delayMs);
      else answer();
    });
  };

  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    const url = request.url ?? "/";
    const query = url.indexOf("?");
    const path = query === -1 ? url : url.slice(0, query);
    if (!path.startsWith(controlPrefix)) return serve(request, response, path);
    readBody(request, maxControlBytes, (body) => {
      const parameters = new URLSearchParams(query === -1 ? "" : url.slice(query));
      send(response, control.answer(request.method ?? "GET", path, parameters, body));
    });
  });
  // What is not HTTP at all still gets the specification's shape.
  server.on("clientError", (_error, socket) => {
    if (!socket.writable) return;
    const { body } = service.failure(invalid("Not an HTTP request."));
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
  return server;
};

/** Calls `done` with the body, or with undefined where it is too large: it is read to its end all the same, so that the client gets the answer. */
const readBody = (request: IncomingMessage, limit: number, done: (body: string | undefined) => void): void => {
  let chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks = [];
  });
  request.on("end", () => {
    if (size > limit) return done(undefined);
    const [only] = chunks;
    done(only !== undefined && chunks.length === 1 ? only.toString() : Buffer.concat(chunks).toString());
  });
  // A client that goes away in the middle of its body gets no answer; nothing was done.
  request.on("error", () => undefined);
};

const faultReply = ({ status, body, retryAfter }: Extract<FaultEffect, { status: number }>): Reply => {
  const standard = { error: { message: `Fault: HTTP ${status}.`, status: statusOfHttp(status) } };
  return {
    http: status,
    body: typeof body === "string" ? body : JSON.stringify(body === undefined ? standard : body),
    ...(retryAfter !== undefined && { headers: { "retry-after": String(retryAfter) } }),
  };
};

/** Listens; the port it got. */
export const listen = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

const explain = (error: NodeJS.ErrnoException, host: string, port: number): Error => {
  if (error.code === "EADDRINUSE") {
    return new StartError(`Port ${port} on ${host} is in use.\nStop what listens there, or choose another port (0: any free one).`);
  }
  if (error.code === "EACCES") return new StartError(`Port ${port} may not be opened.\nChoose one above 1023, or 0 for any free one.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND" || error.code === "EAI_AGAIN") {
    return new StartError(`Host ${host} is no address of this machine.\nUse 127.0.0.1, or 0.0.0.0 for all its addresses.`);
  }
  return error;
};

/** A client that never finishes what it began to send holds up the end no longer than this. */
const stopMs = 10_000;

/** Finishes the requests in hand. */
export const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), stopMs);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
