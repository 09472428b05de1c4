/** npm packages: installed as the lock file says, where they are missing or of another lock file. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { installNode } from "./node.mjs";
import { root } from "./paths.mjs";
import { work } from "./run.mjs";

const stamp = path.join(root, "node_modules/.lock-file-sha256");

const wanted = () =>
  createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .digest("hex");

/** npm as it runs us, or the one on PATH. */
const npm = () => {
  const script = process.env.npm_execpath;
  if (script?.endsWith("npm-cli.js") && existsSync(script)) return [process.execPath, [script]];
  return [process.platform === "win32" ? "npm.cmd" : "npm", []];
};

const install = async () => {
  const [command, args] = npm();
  // From nothing: npm takes a package that an interrupted installation has half unpacked for a whole one.
  rmSync(path.join(root, "node_modules"), { recursive: true, force: true });
  // Not `ci`: it refuses a lock file that lacks an optional package of another platform, and not every registry has all of them.
  // Development packages whatever NODE_ENV says: the compiler and the tests are among them. Not silent where `npm -s` runs us.
  const options = ["--no-save", "--include=dev", "--no-audit", "--no-fund", "--loglevel=notice"];
  await work("Installing npm packages", command, [...args, "install", ...options], { log: "npm" });
};

/** Installs what is missing; nothing where the packages are those of the lock file. */
export const installPackages = async () => {
  const current = existsSync(stamp) && readFileSync(stamp, "utf8") === wanted();
  if (!current) {
    // Removed first: an installation that is interrupted must not be taken for a whole one.
    rmSync(stamp, { force: true });
    await install();
  }
  await installNode();
  if (!current) writeFileSync(stamp, wanted());
};
