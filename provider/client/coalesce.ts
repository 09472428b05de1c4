/** Items of the same operation and scope, given by several callers close together, travel in the same calls. */
import { type Operation, operations } from "../../schema/service/index.ts";
import { deliver, type Parcel, type Route, routeOf } from "./batch.ts";
import type { Caller } from "./call.ts";
import { Pace } from "./pace.ts";
import type { ItemOutcome, MultiItemName } from "./types.ts";

/** Where one call's items are counted: when nobody waits for any of them any more, the call is ended. */
class Load {
  readonly #controller = new AbortController();
  #wanted: number;

  constructor(items: number) {
    this.#wanted = items;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  drop(): void {
    this.#wanted -= 1;
    if (this.#wanted === 0) this.#controller.abort();
  }
}

/**
 * One caller's item. The first who asks for an item stands for the others who want the very same. (Lean on purpose: there are as many
 * of these as there are items.)
 */
export class Waiter implements Parcel {
  readonly id: string;
  readonly item: unknown;
  /** Set once; later outcomes are ignored. */
  outcome: ItemOutcome | undefined;
  readonly #settled: () => void;
  #others: Waiter[] | undefined;
  #leader: Waiter | undefined;
  /** The call that carries it, until nobody waits for it. */
  load: Load | undefined;

  constructor(id: string, item: unknown, settled: () => void) {
    this.id = id;
    this.item = item;
    this.#settled = settled;
  }

  /** Travels with this item of another caller. */
  join(leader: Waiter): void {
    this.#leader = leader;
    (leader.#others ??= []).push(this);
  }

  get abandoned(): boolean {
    return this.outcome !== undefined && (this.#others?.every(({ outcome }) => outcome !== undefined) ?? true);
  }

  settle(outcome: ItemOutcome): void {
    this.#finish(outcome);
    this.#others?.forEach((other) => other.#finish(outcome));
    this.#leave();
  }

  /** The caller gives up; others who wait for the same item still get it. */
  withdraw(outcome: ItemOutcome): void {
    if (this.outcome !== undefined) return;
    this.#finish(outcome);
    const leader = this.#leader ?? this;
    if (leader.abandoned) leader.#leave();
  }

  #leave(): void {
    const load = this.load;
    this.load = undefined;
    load?.drop();
  }

  #finish(outcome: ItemOutcome): void {
    if (this.outcome !== undefined) return;
    this.outcome = outcome;
    this.#settled();
  }
}

export const sameItem = (one: unknown, other: unknown): boolean => {
  try {
    return one === other || JSON.stringify(one) === JSON.stringify(other);
  } catch {
    // What cannot be written as JSON fails when it is sent, and says so then.
    return false;
  }
};

/** Items wait no longer than this for the scope's previous call to return, in milliseconds. */
const longestGatherMs = 1000;

/**
 * One operation and scope. The first items go out at once; while a call is under way later ones gather, and go when it returns, when
 * they fill a call, or when they have waited long enough. Where items keep coming one by one, each waits a moment for the next (see
 * `Pace`; a fixed window was measured: short ones save nothing, long ones cost).
 */
class Lane {
  readonly #caller: Caller;
  readonly #route: Route;
  readonly #most: number;
  readonly #verify: () => Promise<void>;
  readonly #pace: Pace;
  readonly #idle: () => void;
  #queue: Waiter[] = [];
  /** Ids under way: the same id again waits, so that two changes of one item cannot overtake each other. */
  readonly #away = new Set<string>();
  #calls = 0;
  #scheduled = false;
  #timer: NodeJS.Timeout | undefined;
  #waitsForCompany = false;

  constructor(caller: Caller, route: Route, verify: () => Promise<void>, pace: Pace, idle: () => void) {
    this.#caller = caller;
    this.#route = route;
    this.#verify = verify;
    this.#pace = pace;
    this.#idle = idle;
    const row: Operation = operations[route.name];
    this.#most = Math.min(caller.settings.maxItemsPerCall, row.items?.max ?? Number.POSITIVE_INFINITY);
  }

  add(waiters: readonly Waiter[]): void {
    for (const waiter of waiters) this.#queue.push(waiter);
    this.#pace.came(this.#caller.settings.clock());
    if (this.#calls === 0) return this.#schedule();
    if (this.#queue.length >= this.#most) this.#flush(false);
    if (this.#queue.length > 0) this.#timer ??= setTimeout(() => this.#flush(true), longestGatherMs);
  }

  /** With no call under way: goes, or waits for company. */
  #consider(): void {
    const { company, patienceMs } = this.#pace;
    const lacksCompany = this.#queue.length > 0 && this.#queue.length < Math.min(company, this.#most);
    if (this.#calls > 0 || !lacksCompany) {
      if (this.#calls === 0 && this.#queue.length > 0) this.#pace.went(false);
      this.#flush(true);
      return;
    }
    // One that waits already goes on waiting from when it came.
    if (this.#waitsForCompany) return;
    this.#waitsForCompany = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#pace.went(true);
      this.#flush(true);
    }, patienceMs);
  }

  /** Callers of the same turn of the event loop are let in before the next call goes. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#consider();
    });
  }

  /** Sends what is queued; without `partly`, only as much as fills whole calls. */
  #flush(partly: boolean): void {
    const ready = new Map<string, Waiter>();
    const held: Waiter[] = [];
    for (const waiter of this.#queue) {
      if (waiter.abandoned) continue;
      const leader = ready.get(waiter.id);
      if (this.#away.has(waiter.id) || (leader && !sameItem(leader.item, waiter.item))) held.push(waiter);
      else if (leader) waiter.join(leader);
      else ready.set(waiter.id, waiter);
    }
    const parcels = [...ready.values()];
    const sent = partly ? parcels.length : parcels.length - (parcels.length % this.#most);
    this.#queue = [...parcels.slice(sent), ...held];
    // What is left after a partial flush goes on waiting from when it came.
    if (partly || this.#queue.length === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#waitsForCompany = false;
    }
    for (let start = 0; start < sent; start += this.#most) {
      void this.#send(parcels.slice(start, Math.min(sent, start + this.#most)));
    }
    if (this.#calls === 0 && this.#queue.length === 0) this.#idle();
  }

  async #send(parcels: readonly Waiter[]): Promise<void> {
    const load = new Load(parcels.length);
    for (const parcel of parcels) {
      this.#away.add(parcel.id);
      parcel.load = load;
    }
    this.#calls += 1;
    await deliver({ caller: this.#caller, route: this.#route, signal: load.signal, verify: this.#verify }, parcels);
    this.#calls -= 1;
    for (const { id } of parcels) this.#away.delete(id);
    // Not at once: those who just got their outcome may have more, and the connection is free a moment later.
    this.#schedule();
  }
}

/** Where items of an operation and scope are put to travel together. */
export interface Lanes {
  add(name: MultiItemName, scope: object, waiters: readonly Waiter[]): void;
}

/** The same key for the same members, in whatever order they are given. */
const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

/** Scopes whose pace is remembered between their calls, at most. */
const mostPaces = 1000;

export const createLanes = (caller: Caller, verify: () => Promise<void>): Lanes => {
  const lanes = new Map<string, Lane>();
  /** In the order of their last use. */
  const paces = new Map<string, Pace>();
  const paceOf = (key: string): Pace => {
    const pace = paces.get(key) ?? new Pace();
    paces.delete(key);
    paces.set(key, pace);
    const [oldest] = paces.keys();
    if (paces.size > mostPaces && oldest !== undefined) paces.delete(oldest);
    return pace;
  };
  return {
    add(name, scope, waiters) {
      if (!caller.settings.coalesce) return new Lane(caller, routeOf(name, scope), verify, new Pace(), () => undefined).add(waiters);
      const key = `${name} ${keyOf(scope)}`;
      const lane = lanes.get(key) ?? new Lane(caller, routeOf(name, scope), verify, paceOf(key), () => lanes.delete(key));
      lanes.set(key, lane);
      lane.add(waiters);
    },
  };
};
