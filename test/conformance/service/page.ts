/** The generated parts of `docs/service.md`: what is between its markers. The rest of the page is written by hand. */
import { readFileSync } from "node:fs";
import { switchNames, switchTable } from "../../../emulator/switches.ts";
import { operationNames, operations } from "../../../schema/service/index.ts";
import { table } from "../../../tools/reference/markdown.ts";
import { withParts } from "../../../tools/reference/parts.ts";
import { clauseIds, clauses, operationOf } from "./clauses.ts";

const schemathesis = new URL("../../../bench/results/schemathesis.json", import.meta.url);

const operationTable = (): string =>
  table(
    ["", "operation", "client method", "emulator", "clauses tested"],
    operationNames.map((name) => {
      const { number, path } = operations[name];
      return [String(number), `\`${path}\``, `\`${name}\``, "stateful", clauseIds.filter((id) => operationOf(id) === number).join(", ")];
    }),
  );

const clauseTable = (): string =>
  table(
    ["clause", "what is checked"],
    clauseIds.map((id) => [id, clauses[id]]),
  );

const switchRows = (): string =>
  table(
    ["switch", "values", "`documented`", "`literal`", "what it decides"],
    switchNames.map((name) => {
      const { values, literal, meaning } = switchTable[name];
      return [`\`${name}\``, values.join(", "), values[0], literal, meaning];
    }),
  );

interface SchemathesisResult {
  readonly version: string;
  readonly operations: number;
  readonly cases: number;
  readonly failures: readonly { readonly title: string; readonly count: number }[];
  readonly excluded: Readonly<Record<string, string>>;
}

const schemathesisResult = (): string => {
  const { version, operations: tested, cases, failures, excluded } = JSON.parse(readFileSync(schemathesis, "utf8")) as SchemathesisResult;
  const found = failures.length === 0 ? "no failure" : failures.map(({ title, count }) => `${title}: ${count}`).join(", ");
  const reasons = Object.entries(excluded).map(([check, reason]) => `- \`${check}\`: ${reason}.`);
  return `Last result: schemathesis ${version}, ${tested} operations, ${cases} generated calls, ${found}. Checks left out:\n\n${reasons.join("\n")}`;
};

const parts = { operations: operationTable, clauses: clauseTable, switches: switchRows, schemathesis: schemathesisResult };

/** The page as it should be: its hand-written text, and between the markers what the tables say now. */
export const servicePage = (): string => withParts("docs/service.md", parts);
