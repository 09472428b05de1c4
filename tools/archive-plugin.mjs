/** `npm run archive [-- FOLDER]`: the plugin as the archive that `pulumi plugin install` takes, for every system. */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pluginFile, root } from "./lib/paths.mjs";

const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const target = path.resolve(process.argv[2] ?? path.join(root, "archives"));
// One content for all: it runs on the Node.js of the machine.
const systems = ["linux", "darwin", "windows"].flatMap((os) => ["amd64", "arm64"].map((arch) => `${os}-${arch}`));

if (!existsSync(pluginFile)) {
  console.error("The plugin is not built. Run `npm run build` first.");
  process.exit(1);
}
const staging = mkdtempSync(path.join(tmpdir(), "collab-archive-"));
try {
  const files = ["pulumi-resource-collab", "pulumi-resource-collab.cmd", "package.json", "LICENSE"];
  for (const name of files.slice(0, 2)) copyFileSync(path.join(path.dirname(pluginFile), name), path.join(staging, name));
  copyFileSync(path.join(root, "LICENSE"), path.join(staging, "LICENSE"));
  // Says of a file without an ending that it is a module.
  writeFileSync(path.join(staging, "package.json"), `${JSON.stringify({ name: "pulumi-resource-collab", version, type: "module" })}\n`);
  mkdirSync(target, { recursive: true });
  for (const system of systems) {
    const archive = path.join(target, `pulumi-resource-collab-v${version}-${system}.tar.gz`);
    execFileSync("tar", ["-czf", archive, "-C", staging, ...files]);
    console.log(path.relative(process.cwd(), archive));
  }
} finally {
  rmSync(staging, { recursive: true, force: true });
}
