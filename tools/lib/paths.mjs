/** Where set-up and the local commands keep their things; all of it is ignored by git. */
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const at = (...parts) => path.join(root, ...parts);

/** What programs end in on this system. */
export const exe = process.platform === "win32" ? ".exe" : "";

/** Logs, stamps and the lock of set-up. */
export const setupDir = at(".setup");
/** What Node.js has compiled: the same files are loaded again with every command. */
export const compileCache = at(".setup/compile-cache");
export const modulesBin = at("node_modules/.bin");
/** The Node.js that npm installs here. */
export const packagedNode = at("node_modules/node/bin", `node${exe}`);
export const dist = at("dist");
/** The native plugin; Windows starts it through the `.cmd` beside it. */
export const pluginFile = at("bin/pulumi-resource-collab");
/** The Go modules that pin the engine, and the lock of its download. */
export const engineDir = at("tools/engine");
/** The engine, where it is not taken from PATH. */
export const engineBin = at("tools/engine/bin");
/** What is half-way to `engineBin`. */
export const engineStaging = at("tools/engine/.build");

/** State of the local stack and emulator. */
export const localDir = at(".collab");
export const emulatorState = at(".collab/emulator.sqlite");
export const emulatorRecord = at(".collab/emulator.json");
export const emulatorLog = at(".collab/emulator.log");
export const backendDir = at(".collab/backend");
export const pulumiHome = at(".collab/pulumi-home");
export const stackConfig = at("Pulumi.dev.yaml");
