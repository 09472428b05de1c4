/** `pulumi-resource-collab [engine address]`: the provider's process. The engine starts it, and reads the port from its first line. */
import { type Methods, serve } from "./server.ts";

const needed = [22, 19] as const;

/** How often it is looked whether the engine is still there, in milliseconds. */
const watch = 2000;

const isTooOld = (): boolean => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major < needed[0] || (major === needed[0] && minor < needed[1]);
};

/** An engine that was killed cannot end its plugins; nobody would ever hear what they still do. */
const endWithParent = (parent: number): void => {
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1);
  }, watch).unref();
};

const load = async (): Promise<Methods> => {
  const { Host, methodsOf } = await import("./methods.ts");
  // Each method takes the message that its name in the protocol says.
  return methodsOf(new Host(process.env, process.argv[2])) as unknown as Methods;
};

if (isTooOld()) {
  process.stderr.write(`pulumi-resource-collab needs Node.js ${needed.join(".")} or later, this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  let loaded: Promise<Methods> | undefined;
  const methods = (): Promise<Methods> => (loaded ??= load());
  const port = await serve(methods);
  process.stdout.write(`${port}\n`);
  // Somebody who debugs the provider starts it by hand, without an engine's address, and ends it so.
  if (process.argv[2] !== undefined) endWithParent(process.ppid);
  // The first call will need them.
  setImmediate(() => void methods().catch(() => undefined));
}
