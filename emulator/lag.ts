/**
 * Reads after writes (switch `readAfterWrite`). While it is `delayed`, reads are answered by a replica, to which every write's
 * changes travel 300 ms late, as between the nodes of a real service; while it is `immediate` there is no replica and no cost.
 */
import { loadSnapshot, takeSnapshot } from "./snapshot/index.ts";
import { inMemory } from "./store/database.ts";
import { openStore, type Store } from "./store/index.ts";

const lagMs = 300;

export interface Lag {
  /** Switches the lag on or off. Switched on, the replica starts with the state as it is. */
  setDelayed(delayed: boolean): void;
  /** To be called after every write. */
  afterWrite(now: number): void;
  /** The state was replaced as a whole: it is visible at once. */
  restart(): void;
  /** What a read may see. */
  readable(now: number): Store;
  close(): void;
}

export const createLag = (primary: Store): Lag => {
  let replica: Store | undefined;
  let recording: { take(): Uint8Array; stop(): void } | undefined;
  let pending: { visibleAt: number; changes: Uint8Array }[] = [];

  const stop = (): void => {
    recording?.stop();
    replica?.database.close();
    recording = replica = undefined;
    pending = [];
  };
  const start = (): void => {
    replica = openStore(inMemory);
    loadSnapshot(replica, takeSnapshot(primary));
    recording = primary.database.recordChanges();
  };

  const catchUp = (now: number): void => {
    const due = pending.filter(({ visibleAt }) => visibleAt <= now);
    for (const { changes } of due) replica?.database.applyChanges(changes);
    pending = pending.slice(due.length);
  };

  return {
    setDelayed: (delayed) => {
      if (delayed === (replica !== undefined)) return;
      if (delayed) start();
      else stop();
    },
    afterWrite: (now) => {
      const changes = recording?.take();
      if (changes && changes.length > 0) pending.push({ visibleAt: now + lagMs, changes });
      catchUp(now);
    },
    restart: () => {
      if (replica === undefined) return;
      stop();
      start();
    },
    readable: (now) => {
      catchUp(now);
      return replica ?? primary;
    },
    close: stop,
  };
};
