/**
 * The text that a dynamic resource carries as its provider. Pulumi would serialize an object by value; this is the same thing written out:
 * a module that loads the handlers by package name from the program's folder. It is stored with every resource, so it is short, the same
 * for all resources of a kind, and independent of our code.
 */

const missing =
  "pulumi-collab cannot be found from the program's folder: add it to the dependencies of the program's own package.json and install.";
const broken = "pulumi-collab was found, but cannot be loaded (Node.js 22.19 or later and @pulumi/pulumi are needed): ";

/** Source text of the provider of a kind: evaluated by Pulumi's dynamic provider as a CommonJS module. */
export const providerText = (kind: string): string =>
  `exports.handler = () => {
  const load = require("module").createRequire(process.cwd() + "/");
  let handlers;
  try {
    handlers = load("pulumi-collab/dynamic-handlers");
  } catch (error) {
    const missing = error.code === "MODULE_NOT_FOUND" && error.message.includes("'pulumi-collab/");
    throw Object.assign(new Error(missing ? ${JSON.stringify(missing)} : ${JSON.stringify(broken)} + error.message), { stack: "" });
  }
  return handlers.provider(${JSON.stringify(kind)});
};
`;
