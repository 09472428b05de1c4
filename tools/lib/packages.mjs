/** npm packages: installed as the lock file says, where they are missing or of another lock file. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SetupError } from "./errors.mjs";
import { node, root } from "./paths.mjs";
import { ask, work } from "./run.mjs";
import { isAtLeast, minimumNode } from "./version.mjs";

const stamp = path.join(root, "node_modules/.lock-file-sha256");

const wanted = () =>
  createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .digest("hex");

/** npm as it runs us, or the one on PATH. */
const npm = () => {
  const script = process.env.npm_execpath;
  if (script?.endsWith(".js") && existsSync(script)) return [process.execPath, [script]];
  return [process.platform === "win32" ? "npm.cmd" : "npm", []];
};

const nodeVersion = () => ask(node, ["--version"]);

/** npm may not have run the script that brings the binary of the `node` package. */
const repairNode = async () => {
  const folder = path.join(root, "node_modules/node");
  await work("Fetching Node.js 24", process.execPath, ["installArchSpecificPackage.js"], { log: "node", cwd: folder });
};

export const installPackages = async () => {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted()) return;
  // Removed first: an installation that is interrupted must not be taken for a whole one.
  rmSync(stamp, { force: true });
  const [command, args] = npm();
  // Not `ci`: it refuses a lock file that lacks an optional package of another platform, and not every registry has all of them.
  const options = ["--no-save", "--no-audit", "--no-fund"];
  await work("Installing npm packages", command, [...args, "install", ...options], { log: "npm" });
  if (!isAtLeast(await nodeVersion(), minimumNode)) await repairNode();
  const version = await nodeVersion();
  if (!isAtLeast(version, minimumNode)) {
    throw new SetupError(
      `Node.js ${minimumNode} or later is needed, and the npm package "node" brought ${version ?? "none that runs"}.\n` +
        "Install Node.js 24 yourself, or allow npm to run the package's install script, and try again.",
    );
  }
  writeFileSync(stamp, wanted());
};
