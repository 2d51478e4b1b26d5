/**
 * Fetches events that nobody holds and whose time has come: overflow, retries, releases and take-overs.
 * The hot path never comes through here; what ingest routes is leased from birth.
 *
 * A turn first finds out which connections have due events, unless somebody said so, and then claims in
 * rounds in which every one of them gets its share. A connection whose destination has no room, or is paced
 * by another process, is left alone; it is remembered, and a poke when there is room needs no search.
 *
 * Where a destination has groups, what waits for each group is a line of its own, and a group that may not send soon is
 * left alone in the same way: however much waits for it, it stands in nobody's way.
 */
import type { Log } from "../log.ts";
import { NO_GROUP } from "../pipeline/schedule/group-pace.ts";
import {
  type ClaimShare,
  type DueLine,
  type WaitingLine,
  lineOf,
  lineText,
  shareOut,
} from "../pipeline/schedule/claim-turns.ts";
import {
  type ClaimedEvent,
  claimDueEvents,
  claimDueOfGroups,
  claimDueWithoutGroup,
  findWaitingConnections,
  findWaitingGroups,
} from "../store/event-leases.ts";
import type { ClaimRoom } from "./claim-room.ts";
import { type Claims, type ClaimsDeps, createClaims } from "./claims.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 500;
const BATCH = 250;
/** Connections looked at in one search; the next search goes on behind them. */
const SEARCH_MAX = 2_000;
/** Groups of one connection looked at in one search. */
const SEARCH_GROUPS_MAX = 500;
/** Lines of groups remembered; what is forgotten is found by a later search. */
const GROUP_LINES_MAX = 5_000;
/** Searching takes at most this part of the time, and half of it when poked, however much there is to search. */
const SEARCH_SHARE = 0.1;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

export interface DueEventsDeps
  extends ClaimsDeps, Pick<ClaimRoom, "destinationOf" | "room" | "hasGroups" | "groupRooms"> {
  log: Log;
  /** After a search: only these destinations still have due events in the database. */
  searched: (destinationKeys: ReadonlySet<string>) => void;
}

export interface DueEvents extends Loop {
  /** Events of this line wait in the database, and it is known that they are due. */
  add: (line: WaitingLine) => void;
  /** A destination has room again. */
  claim: () => void;
  inDoubt: Claims["inDoubt"];
}

export function createDueEvents(deps: DueEventsDeps): DueEvents {
  const { lane, log, owner, destinationOf, room, hasGroups, groupRooms, searched } = deps;
  /** Lines, as texts, in the order of their turns. */
  const due = new Set<string>();
  let groupLines = 0;
  /** Groups that were told about while a claim was on its way, which may not have seen what they were told for. */
  const toldMeanwhile = new Set<string>();
  /** What was made without groups is looked for from here on. */
  let withoutGroupAtMs = 0;
  /** Behind which group the next search of a connection goes on. */
  const searchGroupsAfter = new Map<string, string>();
  let searchAfter = FIRST_ID;
  let searchAtMs = 0;
  let earliestSearchAtMs = 0;
  const claims = createClaims(deps);

  async function search(): Promise<void> {
    const startedAtMs = performance.now();
    const found = await findWaitingConnections(lane, { after: searchAfter, limit: SEARCH_MAX });
    const withGroups: string[] = [];
    for (const { webhook_id, is_due } of found) {
      if (is_due && hasGroups(webhook_id)) withGroups.push(webhook_id);
      else if (is_due) due.add(webhook_id);
    }
    for (const connectionKey of withGroups) await searchGroups(connectionKey);
    const isWhole = searchAfter === FIRST_ID && found.length < SEARCH_MAX;
    searchAfter = found.length < SEARCH_MAX ? FIRST_ID : (found.at(-1)?.webhook_id ?? FIRST_ID);
    const endedAtMs = performance.now();
    earliestSearchAtMs = endedAtMs + (endedAtMs - startedAtMs);
    searchAtMs = endedAtMs + Math.max(EVERY_MS, (endedAtMs - startedAtMs) / SEARCH_SHARE);
    await claimAll();
    if (isWhole) searched(new Set([...due].map((text) => destinationOf(lineOf(text).connectionKey))));
  }

  async function searchGroups(connectionKey: string): Promise<void> {
    const after = searchGroupsAfter.get(connectionKey) ?? NO_GROUP;
    const limit = SEARCH_GROUPS_MAX;
    const found = await findWaitingGroups(lane, { webhook_id: connectionKey, after, limit });
    if (performance.now() >= withoutGroupAtMs) remember({ connectionKey, group: null });
    remember({ connectionKey, group: NO_GROUP });
    for (const { delivery_group: group, is_due } of found) if (is_due) remember({ connectionKey, group });
    const last = found.length < limit ? undefined : found.at(-1);
    if (last) searchGroupsAfter.set(connectionKey, last.delivery_group);
    else searchGroupsAfter.delete(connectionKey);
  }

  function remember(line: WaitingLine): void {
    const text = lineText(line);
    if (line.group === null || due.has(text)) return void due.add(text);
    if (groupLines >= GROUP_LINES_MAX) {
      for (const oldest of due) {
        if (lineOf(oldest).group === null) continue;
        forget(oldest);
        break;
      }
    }
    groupLines++;
    due.add(text);
  }

  function forget(text: string): void {
    if (due.delete(text) && lineOf(text).group !== null) groupLines--;
  }

  /** What was in a group of a destination that has none any more waits like everything else. */
  function linesNow(): DueLine[] {
    for (const text of groupLines === 0 ? [] : due) {
      const { connectionKey, group } = lineOf(text);
      if (group === null || hasGroups(connectionKey)) continue;
      forget(text);
      due.add(connectionKey);
    }
    const roomOfGroup = groupRooms();
    return [...due].map((text) => {
      const { connectionKey, group } = lineOf(text);
      const destinationKey = destinationOf(connectionKey);
      const most = group === null ? Number.POSITIVE_INFINITY : roomOfGroup(destinationKey, group);
      return { connectionKey, group, destinationKey, most };
    });
  }

  async function claimAll(): Promise<void> {
    for (;;) {
      toldMeanwhile.clear();
      const shares = shareOut(linesNow(), BATCH, room);
      if (shares.length === 0) return;
      const counts = await claimShares(shares);
      for (const share of shares) {
        const text = lineText(share);
        forget(text);
        // Behind those that wait.
        if ((counts.get(text) ?? 0) === share.count || toldMeanwhile.has(text)) remember(share);
      }
    }
  }

  /** How many came of each line. */
  async function claimShares(shares: readonly ClaimShare[]): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    const asked = { plain: [] as Asked[], withoutGroup: [] as Asked[], ofGroups: [] as Asked[] };
    for (const { connectionKey, group, count } of shares) {
      const one = { webhook_id: connectionKey, count, delivery_group: group ?? NO_GROUP };
      if (group !== null) asked.ofGroups.push(one);
      else (hasGroups(connectionKey) ? asked.withoutGroup : asked.plain).push(one);
    }
    for (const [claim, some] of [
      [claimDueEvents, asked.plain],
      [claimDueWithoutGroup, asked.withoutGroup],
      [claimDueOfGroups, asked.ofGroups],
    ] as const) {
      if (some.length === 0) continue;
      const webhookIds = [...new Set(some.map(({ webhook_id }) => webhook_id))];
      const startedAtMs = performance.now();
      const claimed = await claims.take(webhookIds, () => claim(lane, { owner: owner(), asked: some }));
      const endedAtMs = performance.now();
      if (claim === claimDueWithoutGroup)
        withoutGroupAtMs = endedAtMs + (endedAtMs - startedAtMs) / SEARCH_SHARE;
      for (const event of claimed) {
        const text = lineText({ connectionKey: event.webhook_id, group: groupAsked(claim, event) });
        counts.set(text, (counts.get(text) ?? 0) + 1);
      }
    }
    return counts;
  }

  function searchSoon(): void {
    searchAtMs = Math.min(searchAtMs, earliestSearchAtMs);
  }

  const loop = repeat("due_events", EVERY_MS, log, async () => {
    await claims.resolveDoubt();
    if (performance.now() >= searchAtMs) await search();
    else await claimAll();
  });
  return {
    ...loop,
    poke() {
      searchSoon();
      loop.poke();
    },
    add(line) {
      // Whoever does not know of groups says only which connection it is.
      if (line.group === null && hasGroups(line.connectionKey)) searchSoon();
      else remember(line);
      if (line.group !== null) toldMeanwhile.add(lineText(line));
      loop.poke();
    },
    claim: loop.poke,
    inDoubt: claims.inDoubt,
  };
}

interface Asked {
  webhook_id: string;
  count: number;
  delivery_group: string;
}

/** Only a claim by group counts for a group; all others take whatever their connection has. */
function groupAsked(claim: unknown, { delivery_group }: ClaimedEvent): string | null {
  return claim === claimDueOfGroups ? delivery_group : null;
}
