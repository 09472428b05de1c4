/** The Pulumi engine with its Node.js, YAML and Python language hosts: found on PATH, downloaded, or built. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildEngine } from "./engine-build.mjs";
import { downloadEngine } from "./engine-download.mjs";
import { findEngine } from "./engine-path.mjs";
import { engineVersion, minimumGo } from "./engine-version.mjs";
import { SetupError } from "./errors.mjs";
import { engineDir, root, setupDir } from "./paths.mjs";

/**
 * @typedef {object} Engine
 * @property {"PATH" | "download" | "build"} way
 * @property {string} version
 * @property {string} bin the folder to put on PATH
 * @property {string[]} programs the files that it consists of
 *
 * @typedef {{ engine: Engine } | { why: string }} Attempt why: what stood in its way, for people
 */

const ways = { PATH: "found on PATH", download: "Pulumi's download", build: "built from its Go modules" };
const record = path.join(setupDir, "engine.json");

/** @param {Engine} engine */
export const describeEngine = ({ way, version, bin }) =>
  `Pulumi ${version} (${ways[way]}, ${bin.startsWith(root + path.sep) ? path.relative(root, bin) : bin})`;

/** What a build is made from: versions, and which programs. */
const sources = ["cli", "nodejs"]
  .flatMap((module) => ["go.mod", "go.sum", "tools.go"].map((file) => `${module}/${file}`))
  .concat("cli/pulumi-python-sdk/main.go");

/** What pins an engine; another text when a version changes. Only a build follows its sources. */
const pins = ({ way }) => {
  const hash = createHash("sha256").update(engineVersion);
  for (const file of way === "build" ? sources : []) hash.update(readFileSync(path.join(engineDir, file)));
  return hash.digest("hex");
};

const sizes = ({ programs }) => Object.fromEntries(programs.map((file) => [path.relative(root, file), statSync(file).size]));

/** The engine of the last set-up, as long as it is what it was. */
const recorded = () => {
  try {
    const { pinned, root: of, files, engine } = JSON.parse(readFileSync(record, "utf8"));
    // A checkout that was copied or moved has the paths of the other one in its record.
    if (pinned !== pins(engine) || of !== root || JSON.stringify(files) !== JSON.stringify(sizes(engine))) return undefined;
    return engine;
  } catch {
    // No record, or one of programs that have gone: the engine is looked for again.
    return undefined;
  }
};

const remember = (engine) => {
  mkdirSync(setupDir, { recursive: true });
  writeFileSync(`${record}.new`, JSON.stringify({ pinned: pins(engine), root, files: sizes(engine), engine }, null, 2));
  renameSync(`${record}.new`, record);
};

/**
 * The first of these that works.
 *
 * @param {(() => Promise<Attempt>)[]} attempts in order
 * @returns {Promise<Engine>}
 * @throws SetupError that says what was tried and what to do
 */
export const chooseEngine = async (attempts) => {
  const reasons = [];
  for (const attempt of attempts) {
    const { engine, why } = await attempt();
    if (engine) return engine;
    console.log(`Pulumi engine: ${why}`);
    reasons.push(why);
  }
  throw new SetupError(
    `There is no Pulumi engine to be had:\n${reasons.map((reason) => `- ${reason}`).join("\n")}\n` +
      `Do one of these and run the command again:\n` +
      `- install Pulumi ${engineVersion} or later, with its language hosts, and put it on PATH\n` +
      `- install Go ${minimumGo} or later, which builds the engine here (about 500 MB of Go modules are fetched)\n` +
      `- get access to Pulumi's downloads`,
  );
};

/** @returns {Promise<Engine>} */
export const installEngine = async () => {
  const known = recorded();
  if (known) return known;
  const engine = await chooseEngine([findEngine, downloadEngine, buildEngine]);
  remember(engine);
  console.log(describeEngine(engine));
  return engine;
};
