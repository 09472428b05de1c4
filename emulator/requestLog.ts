/** The calls of the service that came in, oldest first, within a budget. Bodies are kept as text and redacted when they are read. */
import { redact } from "../schema/service/index.ts";

const maxEntries = 100_000;
const maxBodyCharacters = 64 * 1024 * 1024;

/** One call, while it is kept. */
export interface LogEntry {
  /** Milliseconds since the epoch, on the emulated clock. */
  readonly time: number;
  readonly started: number;
  readonly path: string;
  readonly operation: string | null;
  /** HTTP status; null while it is not answered, and where a fault closed the socket instead. */
  status: number | null;
  durationMs: number | null;
  body: string;
}

/** One call, as `GET /_emulator/requests` shows it. */
export interface LoggedRequest {
  /** ISO 8601, on the emulated clock. */
  readonly time: string;
  /** The operation's path (`v2/users/add`); null where there is no such operation. */
  readonly operation: string | null;
  readonly path: string;
  readonly status: number | null;
  readonly durationMs: number | null;
  /** Redacted; a note where it was not JSON. */
  readonly body: unknown;
}

export interface RequestLog {
  start(path: string, operation: string | null, time: number): LogEntry;
  setBody(entry: LogEntry, body: string): void;
  finish(entry: LogEntry, status: number | null): void;
  read(): { requests: LoggedRequest[]; dropped: number };
  clear(): void;
}

const show = ({ time, operation, path, status, durationMs, body }: LogEntry): LoggedRequest => ({
  time: new Date(time).toISOString(),
  operation,
  path,
  status,
  durationMs,
  body: showBody(body),
});

const showBody = (body: string): unknown => {
  if (body === "") return null;
  try {
    return redact(JSON.parse(body));
  } catch {
    // What cannot be parsed cannot be redacted either.
    return `[not JSON, ${body.length} characters]`;
  }
};

export const createRequestLog = (): RequestLog => {
  let entries: LogEntry[] = [];
  // Entries before `first` are dropped; they are cut off in large pieces, as every cut copies the rest.
  let first = 0;
  let characters = 0;
  let dropped = 0;

  const trim = (): void => {
    while (entries.length - first > maxEntries || (characters > maxBodyCharacters && entries.length - first > 1)) {
      const oldest = entries[first];
      first += 1;
      dropped += 1;
      if (oldest === undefined) continue;
      characters -= oldest.body.length;
      oldest.body = "";
    }
    if (first > maxEntries / 2) {
      entries = entries.slice(first);
      first = 0;
    }
  };

  return {
    start: (path, operation, time) => {
      const entry = { time, started: performance.now(), path, operation, status: null, durationMs: null, body: "" };
      entries.push(entry);
      trim();
      return entry;
    },
    setBody: (entry, body) => {
      entry.body = body;
      characters += body.length;
      trim();
    },
    finish: (entry, status) => {
      entry.status = status;
      entry.durationMs = Math.round((performance.now() - entry.started) * 1000) / 1000;
    },
    read: () => ({ requests: entries.slice(first).map(show), dropped }),
    clear: () => {
      entries = [];
      first = characters = dropped = 0;
    },
  };
};
