/** Where results are kept: a page for people and the same as JSON, under `bench/results/`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../results/", import.meta.url));

export const writeResults = (suite: string, page: string, results: object): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${suite}.md`, page);
  writeFileSync(`${folder}${suite}.json`, `${JSON.stringify(results, null, 2)}\n`);
};
