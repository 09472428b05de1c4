/** `collab report --audit`: what an audit log says, summarised. */
import { z } from "zod";
import type { Paint } from "../paint.ts";
import { plural } from "./words.ts";
import { visible } from "./text.ts";

const line = z.object({
  time: z.iso.datetime(),
  stack: z.string().optional(),
  commit: z.string().optional(),
  actor: z.string().optional(),
  action: z.enum(["grant", "change", "remove", "disable", "enable", "remove-from-group", "delete-user-data"]),
  organizationId: z.string().optional(),
  level: z.string(),
  target: z.string().optional(),
  userId: z.string().optional(),
  result: z.enum(["done", "absent", "failed", "unsure"]),
  message: z.string().optional(),
});
type Line = z.infer<typeof line>;
type Result = Line["result"];

/** A line of the log that is none. */
export class AuditFormatError extends Error {
  override readonly name = "AuditFormatError";
}

/** The log, summarised. */
export interface AuditSummary {
  readonly version: 1;
  readonly lines: number;
  /** Times of the first and of the last line. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Lines by organization (empty: wherever users are), action and result. */
  readonly counts: readonly {
    readonly organizationId: string;
    readonly action: Line["action"];
    readonly results: Readonly<Record<Result, number>>;
  }[];
  /** Lines by who ran what commit on which stack. */
  readonly origins: readonly {
    readonly stack?: string | undefined;
    readonly actor?: string | undefined;
    readonly commit?: string | undefined;
    readonly lines: number;
  }[];
  /** What failed, or may have happened although it failed, oldest first. */
  readonly problems: readonly Line[];
}

/** @throws AuditFormatError that names the line */
const parseLine = (text: string, number: number): Line => {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    throw new AuditFormatError(`line ${number} is not one of an audit log (collab:auditLog): ${text.slice(0, 100)}`);
  }
};

/**
 * Summarises the text of a log.
 *
 * @throws AuditFormatError for a line that is none; a last line without its end is one that was cut off, and is left out
 */
export const summarizeAudit = (text: string): AuditSummary => {
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const lines = whole.split("\n").flatMap((one, index) => (one.trim() === "" ? [] : [parseLine(one, index + 1)]));
  const times = lines.map(({ time }) => time).toSorted();
  const counts = [...Map.groupBy(lines, ({ organizationId = "", action }) => JSON.stringify([organizationId, action])).values()].map(
    (group) => {
      const results: Record<Result, number> = { done: 0, absent: 0, failed: 0, unsure: 0 };
      for (const { result } of group) results[result] += 1;
      const { organizationId = "", action = "grant" } = group[0] ?? {};
      return { organizationId, action, results };
    },
  );
  const origins = [...Map.groupBy(lines, ({ stack, actor, commit }) => JSON.stringify([stack, actor, commit])).values()].map((group) => {
    const { stack, actor, commit } = group[0] ?? {};
    return { stack, actor, commit, lines: group.length };
  });
  return {
    version: 1,
    lines: lines.length,
    from: times[0],
    to: times.at(-1),
    counts: counts.toSorted((a, b) => (a.organizationId < b.organizationId ? -1 : a.organizationId > b.organizationId ? 1 : 0)),
    origins,
    problems: lines.filter(({ result }) => result === "failed" || result === "unsure"),
  };
};

const sayResults = (results: Readonly<Record<Result, number>>): string =>
  Object.entries(results)
    .flatMap(([result, n]) => (n > 0 ? [`${n} ${result}`] : []))
    .join(", ");

const sayProblem = ({ time, action, userId, organizationId, level, target, result, message = "" }: Line): string => {
  const where = [organizationId, target === undefined ? undefined : `${level} ${target}`].filter((part) => part !== undefined);
  return `${[time, action, userId, where.length > 0 ? "in" : undefined].filter(Boolean).join(" ")} ${where.join(", ")}: ${result}. ${message}`;
};

const renderText = ({ lines, from, to, counts, origins, problems }: AuditSummary, paint: Paint): string => {
  if (lines === 0) return "The audit log is empty.\n";
  const organizations = Map.groupBy(counts, ({ organizationId }) => organizationId);
  return [
    `${plural(lines, "line")} from ${from} to ${to}.`,
    ...[...organizations].flatMap(([id, group]) => [
      "",
      paint("bold", id === "" ? "Wherever the users are" : visible(id)),
      ...group.map(({ action, results }) => `  ${action}: ${sayResults(results)}`),
    ]),
    "",
    paint("bold", "By"),
    ...origins.map(({ stack, actor, commit, lines: n }) =>
      visible(`  ${actor ?? "somebody"}, stack ${stack ?? "unknown"}, commit ${commit?.slice(0, 12) ?? "unknown"}: ${plural(n, "line")}`),
    ),
    ...(problems.length === 0 ? [] : ["", paint("bold", "Not done, or not known to be")]),
    ...problems.map((one) => paint("red", `  ${visible(sayProblem(one))}`)),
    "",
  ].join("\n");
};

/** How a summary is written down, by format. */
export const auditRenderers = {
  text: renderText,
  json: (summary: AuditSummary): string => `${JSON.stringify(summary, null, 2)}\n`,
} as const;
