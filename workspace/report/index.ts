/** `collab report`: what a preview or an update means for people. */
import type { Report } from "../../schema/report.ts";
import type { Paint } from "../paint.ts";
import { renderHtml } from "./html.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderText } from "./text.ts";

export { buildReport } from "./build.ts";
export { readRun, RunFormatError } from "./run.ts";

/** How a report is written down, by format. */
export const renderers = {
  text: renderText,
  markdown: renderMarkdown,
  json: (report: Report): string => `${JSON.stringify(report, null, 2)}\n`,
  html: renderHtml,
} as const satisfies Record<string, (report: Report, paint: Paint) => string>;
export type ReportFormat = keyof typeof renderers;
