export * from "./envelope.ts";
export * from "./operations.ts";
export * from "./redact.ts";
export * from "./shapes.ts";
