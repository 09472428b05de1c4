/** A Node.js that is new enough: the npm package `node`, or the one that runs us. */
import { existsSync } from "node:fs";
import path from "node:path";
import { Interrupted, SetupError } from "./errors.mjs";
import { packagedNode, root } from "./paths.mjs";
import { ask, work } from "./run.mjs";
import { isAtLeast, minimumNode } from "./version.mjs";

const systemIsEnough = isAtLeast(process.version, minimumNode);

/** The Node.js that the compiler, the tests and the package itself run on. */
export const nodeProgram = () => (existsSync(packagedNode) ? packagedNode : process.execPath);

const isWhole = async () => existsSync(packagedNode) && isAtLeast(await ask(packagedNode, ["--version"]), minimumNode);

/**
 * Sees to it that there is a Node.js that is new enough. The package `node` brings its program by an install script, which npm
 * may have been told not to run.
 */
export const installNode = async () => {
  if (await isWhole()) return;
  const folder = path.join(root, "node_modules/node");
  try {
    await work("Fetching Node.js 24", process.execPath, ["installArchSpecificPackage.js"], { log: "node", cwd: folder });
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    if (!systemIsEnough) throw noNode(error.message);
  }
  if (!systemIsEnough && !(await isWhole())) throw noNode(`${path.relative(root, packagedNode)} does not run on this machine.`);
};

const noNode = (why) =>
  new SetupError(
    `Node.js ${minimumNode} or later is needed; this is ${process.version}, and the npm package "node" did not bring a newer one.\n${why}\n` +
      "Install Node.js 24 and run the command again.",
  );
