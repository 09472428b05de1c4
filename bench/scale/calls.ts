/**
 * The same calls, made by undici alone: `node calls.ts <address> <file>` sends what the file lists, as many at a time as the provider does
 * unless told otherwise, and prints the seconds from the first to the last answer. A process of its own, as the provider is: neither is warm.
 */
import { readFileSync } from "node:fs";
import { Pool } from "undici";

/** `collab:maxConcurrency` as it is unless the stack says otherwise. */
const connections = 8;

const headers = {
  "content-type": "application/json",
  "x-svc-api-key": "collab-dev-key",
  "x-svc-auth-token": "collab-dev-token",
};

const [url = "", file = ""] = process.argv.slice(2);
const calls = JSON.parse(readFileSync(file, "utf8")) as { readonly path: string; readonly body: unknown }[];
const pool = new Pool(url, { connections });

const send = async ({ path, body }: (typeof calls)[number]): Promise<void> => {
  const response = await pool.request({ path, method: "POST", headers, body: JSON.stringify(body) });
  const answer: unknown = await response.body.json();
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${JSON.stringify(answer)}`);
};

const start = performance.now();
let next = 0;
const worker = async (): Promise<void> => {
  for (let call = calls[next++]; call !== undefined; call = calls[next++]) await send(call);
};
await Promise.all(Array.from({ length: connections }, worker));
console.log(String((performance.now() - start) / 1000));
await pool.close();
