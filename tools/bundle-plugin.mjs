/**
 * Writes `bin/pulumi-resource-collab`: the native plugin as one file that starts fast and needs nothing beside it but Node.js.
 *
 * Node.js compiles all of a file before it runs any of it, and most of the plugin is not needed before its first call. So that part goes in as
 * a packed text, which costs next to nothing, and is compiled when the server stands.
 */
import { chmodSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "esbuild";
import { pluginFile, root } from "./lib/paths.mjs";

const folder = path.join(root, "provider/plugin");
const staging = `${pluginFile}.new`;
const launcher = `@echo off\r\nnode "%~dp0pulumi-resource-collab" %*\r\n`;

// Packages in the CommonJS form ask for Node.js' own modules at run time.
const banner = `#!/usr/bin/env node
import { createRequire as createRequireOfNode } from "node:module";
const require = createRequireOfNode(import.meta.url);`;

/** Messages are recognized by their class: both parts have to have the same ones. */
const shared = [
  "@grpc/grpc-js",
  "google-protobuf",
  "google-protobuf/google/protobuf/any_pb.js",
  "google-protobuf/google/protobuf/empty_pb.js",
  "google-protobuf/google/protobuf/struct_pb.js",
  "@pulumi/pulumi/proto/plugin_pb.js",
  "@pulumi/pulumi/proto/provider_pb.js",
];

/** @type {import("esbuild").BuildOptions} */
const common = { bundle: true, platform: "node", target: "node22.19", minify: true, legalComments: "eof", logLevel: "error" };

/** Leaves shared modules out, however they are named. */
const withoutShared = {
  name: "without what is shared",
  setup({ onResolve }) {
    onResolve({ filter: /_pb(\.js)?$|^@grpc\/grpc-js$|^google-protobuf$/ }, ({ path: name }) => {
      const own = name.replace(/^\.\//, "@pulumi/pulumi/proto/").replace(/_pb$/, "_pb.js");
      return shared.includes(own) ? { path: own, external: true } : undefined;
    });
  },
};

const methods = await build({
  ...common,
  entryPoints: [path.join(folder, "methods.ts")],
  format: "cjs",
  write: false,
  plugins: [withoutShared],
});

// The best quality takes seconds, for a tenth less.
const packed = brotliCompressSync(methods.outputFiles[0].contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } });

/** In the place of `import("./methods.ts")`: compiles the text, with the modules that are there already. */
const compiled = `
const packed = ${JSON.stringify(packed.toString("base64"))};
const shared = { ${shared.map((name) => `${JSON.stringify(name)}: require(${JSON.stringify(name)})`).join(", ")} };
const { compileFunction } = require("node:vm");
const source = require("node:zlib").brotliDecompressSync(Buffer.from(packed, "base64")).toString();
const load = (name) => (Object.hasOwn(shared, name) ? shared[name] : nodeRequire(name));
const run = compileFunction(source, ["module", "require"], { filename: "pulumi-resource-collab (methods)" });
const nodeRequire = require("node:module").createRequire(process.execPath);
run(module, load);
`;
const asText = {
  name: "methods as a text",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/methods\.ts$/ }, () => ({ path: "methods", namespace: "text" }));
    onLoad({ filter: /.*/, namespace: "text" }, () => ({ contents: compiled, loader: "js", resolveDir: folder }));
  },
};

await build({
  ...common,
  entryPoints: [path.join(folder, "main.ts")],
  outfile: staging,
  format: "esm",
  banner: { js: banner },
  plugins: [asText],
});
chmodSync(staging, 0o755);
// Renamed when whole: an engine may be about to start it.
renameSync(staging, pluginFile);
writeFileSync(`${pluginFile}.cmd`, launcher);
