/**
 * One dynamic resource that does nothing, as lean as one can be: what Pulumi's own dynamic provider costs, whatever it is used for. The
 * provider is a text, as `pulumi.dynamic` makes one of an object, and only what a resource needs is loaded.
 */
import { CustomResource } from "@pulumi/pulumi/resource.js";

const provider = `exports.handler = () => ({
  check: async (olds, news) => ({ inputs: news }),
  diff: async () => ({ changes: false }),
  create: async () => ({ id: "nothing", outs: {} }),
});
`;

class Nothing extends CustomResource {
  constructor(name: string) {
    super("pulumi-nodejs:dynamic:Resource", name, { __provider: provider });
  }
}

export const { id } = new Nothing("nothing");
