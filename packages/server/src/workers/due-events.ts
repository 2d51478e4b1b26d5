/**
 * Claims due events that no process holds: overflow, retries, releases and take-overs. New events do not pass through
 * here: the router writes them already leased.
 *
 * A turn searches for connections with due events, unless an announcement named them. Then it claims in rounds, in
 * which every connection gets its share. It passes over a connection whose destination has no room or is paced by
 * another process, but remembers it: when room comes free, no search is needed.
 *
 * If a destination has groups, the events of each group are a line of their own. A turn passes over a group that may
 * not send soon, too: however many events wait for it, they delay no other group.
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
/** Connections that one search looks at; the next search continues after them. */
const SEARCH_MAX = 2_000;
/** Groups of one connection that one search looks at. */
const SEARCH_GROUPS_MAX = 500;
/** Lines of groups that are remembered; a later search finds those beyond. */
const GROUP_LINES_MAX = 5_000;
/** Searching takes at most this share of the time, or half of the time when poked, however much there is to search. */
const SEARCH_SHARE = 0.1;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

export interface DueEventsDeps
  extends ClaimsDeps, Pick<ClaimRoom, "destinationOf" | "room" | "hasGroups" | "groupRooms"> {
  log: Log;
  /** Called after a full search: only these destinations still have due events in the database. */
  searched: (destinationKeys: ReadonlySet<string>) => void;
}

export interface DueEvents extends Loop {
  /** Call when due events of this line wait in the database. */
  add: (line: WaitingLine) => void;
  /** Call when a destination has room again. */
  claim: () => void;
  inDoubt: Claims["inDoubt"];
}

export function createDueEvents(deps: DueEventsDeps): DueEvents {
  const { lane, log, owner, destinationOf, room, hasGroups, groupRooms, searched } = deps;
  /** Lines, as texts, in the order of their turns. */
  const due = new Set<string>();
  let groupLines = 0;
  /** Groups that were announced while a claim was on its way. That claim may not have seen the announced events. */
  const toldMeanwhile = new Set<string>();
  /** From this time on, a search looks again for events that were written without a group. */
  let withoutGroupAtMs = 0;
  /** For each connection, the group after which its next search continues. */
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

  /** If a destination has no groups any more, its lines of groups become the line of the connection. */
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
        // A full share means there may be more: the line goes to the end.
        if ((counts.get(text) ?? 0) === share.count || toldMeanwhile.has(text)) remember(share);
      }
    }
  }

  /** Returns how many events were claimed of each line. */
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
      // A process that does not know yet that the destination has groups announces only the connection.
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

/** Only a claim by group counts for a group. The other claims take any event of their connection. */
function groupAsked(claim: unknown, { delivery_group }: ClaimedEvent): string | null {
  return claim === claimDueOfGroups ? delivery_group : null;
}
