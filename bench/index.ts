/** `node bench/index.ts [suite] [options]`: runs a suite of benchmarks, or all. A new suite is a line in `suites`. */
const suites: Readonly<Record<string, () => Promise<{ run(args: readonly string[]): Promise<number> }>>> = {
  service: () => import("./service/index.ts"),
  scale: () => import("./scale/index.ts"),
  workspace: () => import("./workspace/index.ts"),
  refresh: () => import("./refresh/index.ts"),
  memberships: () => import("./memberships/index.ts"),
  plugin: () => import("./plugin/index.ts"),
};

const usage = `Usage: node bench/index.ts [suite] [options]

Suites: ${Object.keys(suites).join(", ")}; without one, all of them. Each explains itself: node bench/index.ts service --help
Results are written to bench/results/. Exit code 1 where a target is missed.`;

const [name, ...args] = process.argv.slice(2);
if (name === "--help" || name === "-h") console.log(usage);
else if (name !== undefined && !Object.hasOwn(suites, name)) {
  console.error(`Unknown suite ${name}.\n\n${usage}`);
  process.exitCode = 2;
} else {
  for (const [suite, load] of Object.entries(suites)) {
    if (name === undefined || name === suite) process.exitCode = Math.max(Number(process.exitCode ?? 0), await (await load()).run(args));
  }
}
