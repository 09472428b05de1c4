import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { exitOn, help, SetupError } from "./lib/errors.mjs";
import { nodeProgram } from "./lib/node.mjs";
import { root, setupDir } from "./lib/paths.mjs";

const version = "4.32.5";
const folder = path.join(setupDir, "schemathesis");
const scripts = path.join(folder, "venv", process.platform === "win32" ? "Scripts" : "bin");
const report = path.join(folder, "report.json");
const results = path.join(root, "bench/results/schemathesis.json");

help(`
Usage: node tools/schemathesis.mjs [options of \`schemathesis run\`]

Runs schemathesis ${version} (Python, from PyPI, installed in .setup/) against an emulator of its own, by the OpenAPI document that it
serves. Prints the result, and writes the numbers to bench/results/schemathesis.json.
  node tools/schemathesis.mjs --max-examples 100 --seed 1
`);

/** Checks that the service cannot pass, with the reason. */
const excluded = {
  not_a_server_error: "a partial failure is INTERNAL with details (operations 6, 7, 8, 22); the check of our own below stands for it",
  positive_data_acceptance: "rules between fields are not in the schema: scopes that operation 25 accepts, ids that are not empty",
  unsupported_method: "no status of the specification's maps to 405, so another method than POST is INVALID_ARGUMENT, with Allow",
};

/** What is there, so that generated calls find something. */
const state = {
  organizations: {
    acme: {
      members: { ada: { accessRole: "editor" } },
      folders: { design: {} },
      documents: { top: { folderId: "design" } },
      userGroups: { staff: { users: ["ada"] } },
      notifications: { n: { documentId: "top", recipients: ["ada"] } },
    },
  },
  allowedDomains: ["example.com"],
};

/** Right credentials in bodies; ids that exist in place of every second one, and of those that are empty. */
const hooks = `
import schemathesis

CREDENTIALS = {"apiKey": "collab-dev-key", "authToken": "collab-dev-token"}
IDS = {"organizationId": "acme", "documentId": "top", "folderId": "design", "userId": "ada", "organizationUserGroupId": "staff", "id": "n"}

def known(value):
    if isinstance(value, list):
        return [known(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: substitute(key, member) for key, member in value.items()}

def substitute(key, value):
    if not isinstance(value, str):
        return known(value)
    if key in CREDENTIALS:
        return CREDENTIALS[key]
    return IDS[key] if key in IDS and len(value) % 2 == 0 else value

@schemathesis.hook
def map_body(ctx, body):
    return known(body)

@schemathesis.check
def server_error_without_details(ctx, response, case):
    if response.status_code >= 500:
        error = response.json()["error"]
        assert error["status"] == "INTERNAL" and "details" in error, f"{response.status_code}: {error}"
`;

const install = () => {
  if (existsSync(path.join(folder, `installed-${version}`))) return;
  console.log(`Installing schemathesis ${version} …`);
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync("python3", ["-m", "venv", path.join(folder, "venv")], { stdio: "inherit" });
    execFileSync(path.join(scripts, "pip"), ["install", "--quiet", `schemathesis==${version}`], { stdio: "inherit" });
  } catch (error) {
    throw new SetupError(
      `schemathesis ${version} could not be installed: it needs Python 3.10 or later with venv, and PyPI.\n${error.message}`,
    );
  }
  writeFileSync(path.join(folder, `installed-${version}`), "");
};

/** An emulator on a free port; 401 for missing credentials, so that the check for ignored ones has something to see. */
const startEmulator = async () => {
  const args = [path.join(root, "cli/main.ts"), "emulator", "--port", "0", "--quiet", "--set", "authFailure=UNAUTHENTICATED"];
  const child = spawn(nodeProgram(), args, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /ready on (\S+)$/.exec(line) ?? [];
    if (!url) continue;
    await fetch(`${url}/_emulator/state`, { method: "PUT", body: JSON.stringify(state) });
    return { url, stop: () => child.kill("SIGTERM") };
  }
  throw new SetupError("The emulator did not start.");
};

const run = (url, options) =>
  new Promise((resolve, reject) => {
    const credentials = ["--header", "x-svc-api-key: collab-dev-key", "--header", "x-svc-auth-token: collab-dev-token"];
    const output = ["--report", "json", "--report-json-path", report, "--exclude-checks", Object.keys(excluded).join(",")];
    const args = ["run", `${url}/_emulator/openapi.json`, ...credentials, ...output, ...options];
    const env = { ...process.env, SCHEMATHESIS_HOOKS: "hooks", PYTHONPATH: folder };
    const child = spawn(path.join(scripts, "schemathesis"), args, { cwd: folder, env, stdio: "inherit" });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });

/** What is worth keeping of a run: no times, no places. */
const summarize = () => {
  const { schemathesis_version, operations, test_cases, failures } = JSON.parse(readFileSync(report, "utf8"));
  return {
    version: schemathesis_version,
    operations: operations.tested,
    cases: test_cases.generated,
    failures: failures.map(({ title, count }) => ({ title, count })),
    excluded,
  };
};

try {
  install();
  writeFileSync(path.join(folder, "hooks.py"), hooks);
  const emulator = await startEmulator();
  try {
    process.exitCode = await run(emulator.url, process.argv.slice(2));
  } finally {
    emulator.stop();
  }
  mkdirSync(path.dirname(results), { recursive: true });
  writeFileSync(results, `${JSON.stringify(summarize(), null, 2)}\n`);
  console.log(`Wrote ${path.relative(root, results)}. \`npm run generate\` puts it into docs/service.md.`);
} catch (error) {
  exitOn(error);
}
