/**
 * The text that a dynamic resource carries as its provider. Pulumi would serialize an object by value; this is the same thing written out:
 * a module that loads the handlers by package name from the program's folder. It is stored with every resource, so it is short, the same
 * for all resources of a kind, and independent of our code.
 */

const hint =
  "pulumi-collab cannot be loaded from the program's folder: add it to the dependencies of the program's own package.json and install. ";

/** Source text of the provider of a kind: evaluated by Pulumi's dynamic provider as a CommonJS module. */
export const providerText = (kind: string): string =>
  `exports.handler = () => {
  let handlers;
  try {
    handlers = require("module").createRequire(process.cwd() + "/")("pulumi-collab/dynamic-handlers");
  } catch (error) {
    throw Object.assign(new Error(${JSON.stringify(hint)} + error.message), { stack: "" });
  }
  return handlers.provider(${JSON.stringify(kind)});
};
`;
