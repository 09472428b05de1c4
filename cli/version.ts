/** The package's version, by its own name: the way to it differs between sources and dist. */
import { createRequire } from "node:module";

export const { version } = createRequire(import.meta.url)("pulumi-collab/package.json") as { readonly version: string };
