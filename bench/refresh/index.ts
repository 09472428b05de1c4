/** `node bench/index.ts refresh`: the calls of a refresh of many documents and folders. */
import { parseArgs } from "node:util";
import { useEngine } from "../lib/engine.ts";
import { isMet, judged, type Judged, table, verdict } from "../lib/judged.ts";
import { describeMachine, machine } from "../lib/machine.ts";
import { measure } from "../lib/process-tree.ts";
import { writeResults } from "../lib/results.ts";
import { Project } from "../../test/support/project.ts";
import { startService } from "../scale/service.ts";

const help = `Usage: node bench/index.ts refresh [options]

Refreshes 1,000 documents, and 1,000 folders, of one organization. Writes bench/results/refresh.md and refresh.json.
Exit code 1 where a target is missed.

  --dry-run   print the page, write no files`;

const count = 1000;

interface Subject {
  readonly name: string;
  readonly program: string;
  /** The most calls that a refresh may make. */
  readonly calls: number;
}

const declare = (resource: string): string => `import { Document, Folder, Organization } from "pulumi-collab";
const { organizationId } = new Organization("acme", { organizationId: "acme" });
export const declared = Array.from({ length: ${count} }, (_, index) => ${resource}.id);
`;

const subjects: readonly Subject[] = [
  {
    name: "documents",
    program: declare(
      "new Document(`document-${index}`, { organizationId, documentId: `document-${index}`, documentName: `Document ${index}` })",
    ),
    calls: 34,
  },
  {
    name: "folders",
    program: declare("new Folder(`folder-${index}`, { organizationId, folderId: `folder-${index}`, folderName: `Folder ${index}` })"),
    calls: 1,
  },
];

interface Row {
  readonly name: string;
  readonly seconds: number;
  readonly calls: Judged;
}

const refresh = async ({ name, program, calls }: Subject): Promise<Row> => {
  await using service = await startService();
  await using project = await Project.at(service.url, { files: { "index.ts": program } });
  // The engine would write its whole state after each of a thousand resources, which is not what is measured here.
  project.env["PULUMI_SKIP_CHECKPOINTS"] = "true";
  await project.expect(["up", "--yes", "--skip-preview"]);
  await service.newCalls();
  const { seconds } = await measure((started) => project.expect(["refresh", "--yes", "--skip-preview"], started));
  const sent = await service.newCalls();
  return { name, seconds, calls: judged(sent.length, calls) };
};

/** Runs the suite; the exit code. */
export const run = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: { "dry-run": { type: "boolean", default: false }, help: { type: "boolean", short: "h", default: false } },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  await useEngine();
  const rows: Row[] = [];
  for (const subject of subjects) rows.push(await refresh(subject));
  const on = machine();
  const lines = rows.map(({ name, seconds, calls }) => [`${count.toLocaleString("en")} ${name}`, verdict(calls), seconds.toFixed(1)]);
  const page = `# Refresh

\`pulumi refresh\` of one organization with as many resources, by \`npm run bench -- refresh\`; calls as the emulator logged them, those for
the organization itself included.

${table(["resources", "calls", "s"], lines)}

${describeMachine(on)}.
`;
  console.log(page);
  if (!values["dry-run"]) writeResults("refresh", page, { machine: on, rows });
  return rows.every(({ calls }) => isMet(calls)) ? 0 : 1;
};
