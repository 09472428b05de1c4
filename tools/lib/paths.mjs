/** Where set-up and the local commands keep their things; all of it is ignored by git. */
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const at = (...parts) => path.join(root, ...parts);

/** Logs, stamps and the lock of set-up. */
export const setupDir = at(".setup");
export const modulesBin = at("node_modules/.bin");
/** The Node.js that every script runs on once npm packages are there. */
export const node = at("node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
export const dist = at("dist");
export const engineDir = at("tools/engine");
/** Engine built from Go modules. */
export const engineBin = at("tools/engine/bin");
/** Engine as Pulumi's own download brings it. */
export const engineDownload = at("tools/engine/.build/download");

/** State of the local stack and emulator. */
export const localDir = at(".collab");
export const emulatorState = at(".collab/emulator.sqlite");
export const emulatorRecord = at(".collab/emulator.json");
export const backendDir = at(".collab/backend");
export const pulumiHome = at(".collab/pulumi-home");
export const stackConfig = at("Pulumi.dev.yaml");
