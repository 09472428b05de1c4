/**
 * What we use of Pulumi's SDK, from the modules that hold it. The SDK's index also loads the Automation API and with it npm's own installer,
 * which takes longer than everything else that a program of ours loads.
 */
export { Config } from "@pulumi/pulumi/config.js";
export { RunError } from "@pulumi/pulumi/errors.js";
export { warn } from "@pulumi/pulumi/log/index.js";
export { Output, output, secret, type Input, type Inputs, type Unwrap } from "@pulumi/pulumi/output.js";
export { getStackResource } from "@pulumi/pulumi/runtime/stack.js";
export { CustomResource, type CustomResourceOptions, type Resource } from "@pulumi/pulumi/resource.js";
