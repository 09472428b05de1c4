/** The whole state as one JSON value. */
export { loadSnapshot } from "./load.ts";
export { parseSnapshot, type Snapshot, type SnapshotInput } from "./shape.ts";
export { takeSnapshot } from "./take.ts";
