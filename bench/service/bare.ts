/**
 * What the emulator is measured against: `node:http` and one prepared statement on an SQLite file per request, nothing else.
 * Run as a process of its own: `node bare.ts <file>`; prints its address when it is ready.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { documentCount, documentId } from "./requests.ts";

const database = new DatabaseSync(process.argv[2] ?? ":memory:");
// As the emulator opens its file, so that a commit costs both the same.
database.exec(`PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;
  CREATE TABLE documents (id TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
  CREATE TABLE users (organization TEXT, id TEXT, name TEXT, email TEXT, role TEXT, PRIMARY KEY (organization, id)) WITHOUT ROWID;
  BEGIN`);
const addDocument = database.prepare("INSERT INTO documents (id, name) VALUES (?, ?)");
for (let index = 0; index < documentCount; index++) addDocument.run(documentId(index), `Document ${index}`);
database.exec("COMMIT");

const read = database.prepare("SELECT id, name FROM documents WHERE id = json_extract(?, '$.data.documentIds[0]')");
// Also for a hundred users: one statement takes them all from the body.
const write = database.prepare(`
  INSERT OR REPLACE INTO users SELECT json_extract(?1, '$.data.organizationId'), value ->> 'userId', value ->> 'name', value ->> 'email', value ->> 'accessRole'
  FROM json_each(?1, '$.data.users')`);

const answer = (request: IncomingMessage, body: string): unknown =>
  request.url === "/v2/organizations/documents/get" ? read.get(body) : write.run(body);

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => (body += chunk));
  request.on("end", () => {
    const text = JSON.stringify({ result: { data: answer(request, body) } });
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
    response.end(text);
  });
});
server.listen(0, "127.0.0.1", () => console.log(`bare server ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once("SIGTERM", () => process.exit(0));
