/**
 * Fetches events that nobody holds and whose time has come: overflow, retries, releases and take-overs.
 * The hot path never comes through here; what ingest routes is leased from birth.
 *
 * A turn first finds out which connections have due events, unless somebody said so, and then claims in
 * rounds in which every one of them gets its share. A connection whose destination has no room, or is paced
 * by another process, is left alone; it is remembered, and a poke when there is room needs no search.
 */
import type { Log } from "../log.ts";
import { type DueConnection, shareOut } from "../pipeline/schedule/claim-turns.ts";
import { claimDueEvents, findWaitingConnections } from "../store/event-leases.ts";
import { type ClaimsDeps, createClaims } from "./claims.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 500;
const BATCH = 250;
/** Connections looked at in one search; the next search goes on behind them. */
const SEARCH_MAX = 2_000;
/** Searching takes at most this part of the time, and half of it when poked, however much there is to search. */
const SEARCH_SHARE = 0.1;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

export interface DueEventsDeps extends ClaimsDeps {
  log: Log;
  destinationOf: (connectionKey: string) => string;
  /** How many more events of the connection's destination fit into memory; 0 also when it is not ours. */
  room: (due: DueConnection) => number;
  /** After a search: only these destinations still have due events in the database. */
  searched: (destinationKeys: ReadonlySet<string>) => void;
}

export interface DueEvents extends Loop {
  /** Events of this connection wait in the database, and it is known that they are due. */
  add: (connectionKey: string) => void;
  /** Events of these connections may be leased to us without our knowing. */
  doubt: (connectionKeys: Iterable<string>) => void;
  /** A destination has room again. */
  claim: () => void;
  /** A claim is on its way, or its events are not yet in the ready queue. */
  isClaiming: () => boolean;
}

export function createDueEvents(deps: DueEventsDeps): DueEvents {
  const { lane, log, owner, destinationOf, room, searched } = deps;
  /** In the order of their turns. */
  const due = new Set<string>();
  let searchAfter = FIRST_ID;
  let searchAtMs = 0;
  let earliestSearchAtMs = 0;
  const claims = createClaims(deps);

  async function search(): Promise<void> {
    const startedAtMs = performance.now();
    const found = await findWaitingConnections(lane, { after: searchAfter, limit: SEARCH_MAX });
    for (const { webhook_id, is_due } of found) if (is_due) due.add(webhook_id);
    const isWhole = searchAfter === FIRST_ID && found.length < SEARCH_MAX;
    searchAfter = found.length < SEARCH_MAX ? FIRST_ID : (found.at(-1)?.webhook_id ?? FIRST_ID);
    const endedAtMs = performance.now();
    earliestSearchAtMs = endedAtMs + (endedAtMs - startedAtMs);
    searchAtMs = endedAtMs + Math.max(EVERY_MS, (endedAtMs - startedAtMs) / SEARCH_SHARE);
    await claimAll();
    if (isWhole) searched(new Set([...due].map(destinationOf)));
  }

  async function claimAll(): Promise<void> {
    for (;;) {
      const connections = [...due].map((connectionKey) => ({
        connectionKey,
        destinationKey: destinationOf(connectionKey),
      }));
      const shares = shareOut(connections, BATCH, room);
      if (shares.length === 0) return;
      const counts = await claimShares(
        shares.map(({ connectionKey, count }) => ({ webhook_id: connectionKey, count })),
      );
      for (const { connectionKey, count } of shares) {
        due.delete(connectionKey);
        if ((counts.get(connectionKey) ?? 0) === count) due.add(connectionKey); // behind those that wait
      }
    }
  }

  async function claimShares(
    asked: readonly { webhook_id: string; count: number }[],
  ): Promise<ReadonlyMap<string, number>> {
    const claimed = await claims.take(
      asked.map(({ webhook_id }) => webhook_id),
      () => claimDueEvents(lane, { owner: owner(), asked }),
    );
    const counts = new Map<string, number>();
    for (const { webhook_id } of claimed) counts.set(webhook_id, (counts.get(webhook_id) ?? 0) + 1);
    return counts;
  }

  const loop = repeat("due_events", EVERY_MS, log, async () => {
    await claims.resolveDoubt();
    if (performance.now() >= searchAtMs) await search();
    else await claimAll();
  });
  return {
    ...loop,
    isClaiming: claims.isClaiming,
    poke() {
      searchAtMs = Math.min(searchAtMs, earliestSearchAtMs);
      loop.poke();
    },
    add(connectionKey) {
      due.add(connectionKey);
      loop.poke();
    },
    doubt(connectionKeys) {
      claims.doubt(connectionKeys);
      loop.poke();
    },
    claim: loop.poke,
  };
}
