/** `node bench/index.ts <suite> [options]`: runs a suite of benchmarks. A new suite is a line in `suites`. */
const suites: Readonly<Record<string, () => Promise<{ run(args: readonly string[]): Promise<number> }>>> = {
  service: () => import("./service/index.ts"),
};

const usage = `Usage: node bench/index.ts <suite> [options]

Suites: ${Object.keys(suites).join(", ")}. Each explains itself: node bench/index.ts service --help`;

const [name = "--help", ...args] = process.argv.slice(2);
const load = Object.hasOwn(suites, name) ? suites[name] : undefined;
if (load) process.exitCode = await (await load()).run(args);
else if (name === "--help" || name === "-h") console.log(usage);
else {
  console.error(`Unknown suite ${name}.\n\n${usage}`);
  process.exitCode = 2;
}
