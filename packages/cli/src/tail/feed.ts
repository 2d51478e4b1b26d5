/**
 * What has happened since the last look?
 *
 * The API has no stream for keys, so the client looks again and again: at requests and events that are new, at events with
 * a new attempt, and at each event that it has seen and that has not come to its end. What is there at the first look is no
 * news.
 */
import { type Connection, listConnections } from "@posthorn/contract/connections";
import { type Event, listEvents } from "@posthorn/contract/events";
import { FILTER_MAX_VALUES } from "@posthorn/contract/limits";
import { type Request, listRequests } from "@posthorn/contract/requests";
import { type Source, listSources } from "@posthorn/contract/sources";
import { allPages } from "../api/all-pages.ts";
import type { Client } from "../api/client.ts";
import { createLedger } from "./ledger.ts";
import { type Sighting, momentOf } from "./lines.ts";
import type { Wanted } from "./wanted.ts";

/** Every so many looks, one goes further back, and at events that wait for hours. */
const WIDE_EVERY = 15;
/** Of more events than this the client forgets the oldest; their next attempt shows them again. */
const MOST_FOLLOWED = 2_500;

export interface Filters extends Wanted {
  /** Ids. Empty: all. */
  sources: readonly string[];
  connections: readonly string[];
}

interface Found {
  requests: Request[];
  events: Event[];
}

export interface Feed {
  /** In the order in which it happened. A look that fails has shown nothing, and the next one makes up for it. */
  look(signal: AbortSignal): Promise<Sighting[]>;
}

export async function createFeed(client: Client, filters: Filters, signal: AbortSignal): Promise<Feed> {
  const ends = createEnds(client);
  await ends.know({ requests: [], events: [] }, signal);
  const startMs = client.serverNowMs();
  const requests = createLedger(requestRow, startMs);
  const events = createLedger(eventRow, startMs);
  /** Of the followed ones, those whose attempt is under way or due. */
  const queued = new Set<string>();
  let looks = 0;

  async function read(signalOfLook: AbortSignal): Promise<Found> {
    const isWide = looks % WIDE_EVERY === 0;
    const source_id = filters.sources.length > 0 ? [...filters.sources] : undefined;
    const webhook_id = filters.connections.length > 0 ? [...filters.connections] : undefined;
    const found: Found = { requests: [], events: [] };
    if (filters.events) {
      const of = { source_id, webhook_id };
      const sinceThen = since(events.sinceMs(isWide));
      for (const query of [
        { ...of, created_at: sinceThen, ...inOrder("created_at") },
        { ...of, last_attempt_at: sinceThen, ...inOrder("last_attempt_at") },
        ...idsIn(events.followed().filter((id) => isWide || queued.has(id))).map((id) => ({ id })),
      ])
        found.events.push(...(await allPages(client, listEvents, { query, signal: signalOfLook })).models);
    }
    // After the events: so none of them is shown before its request.
    if (filters.requests) {
      const query = { source_id, created_at: since(requests.sinceMs(isWide)), ...inOrder("created_at") };
      found.requests = (await allPages(client, listRequests, { query, signal: signalOfLook })).models;
    }
    return found;
  }

  function follow(event: Event): void {
    if (event.status === "QUEUED") queued.add(event.id);
    else queued.delete(event.id);
    if (hasEnded(event)) events.letGo(event.id);
    else events.follow(event.id);
    for (const id of events.followed().slice(0, -MOST_FOLLOWED)) {
      events.letGo(id);
      queued.delete(id);
    }
  }

  async function look(signalOfLook: AbortSignal): Promise<Sighting[]> {
    const found = await read(signalOfLook);
    await ends.know(found, signalOfLook);
    looks++;
    // From here on nothing can fail: what is marked as shown is shown.
    const { requests: wantedRequests, events: wantedEvents } = filters;
    const newRequests = requests
      .news(found.requests)
      .filter(({ status }) => wantedRequests?.statuses.includes(status))
      .map((request): Sighting => ({
        type: "request",
        request,
        source: ends.sources.get(request.source_id) ?? null,
      }));
    const newest = new Map(found.events.map((event) => [event.id, event]));
    const newEvents = events
      .news([...newest.values()])
      .filter(({ status }) => wantedEvents?.statuses.includes(status))
      .map((event): Sighting => ({
        type: "event",
        event,
        connection: ends.connections.get(event.webhook_id) ?? null,
      }));
    for (const event of newest.values()) follow(event);
    return [...newRequests, ...newEvents].toSorted((a, b) => momentOf(a).getTime() - momentOf(b).getTime());
  }

  await look(signal);
  return { look };
}

function requestRow({ id, created_at, status }: Request) {
  return { id, atMs: Date.parse(created_at), state: status };
}

/** An attempt has the time at which it began, and is visible when it has ended. */
function eventRow({ id, created_at, last_attempt_at, status }: Event) {
  return {
    id,
    atMs: Date.parse(last_attempt_at ?? created_at),
    state: `${status} ${last_attempt_at ?? ""}`,
  };
}

function since(ms: number) {
  return { gte: new Date(ms).toISOString() };
}

function hasEnded({ status, next_attempt_at }: Event): boolean {
  return (
    status === "SUCCESSFUL" || status === "CANCELLED" || (status === "FAILED" && next_attempt_at === null)
  );
}

function inOrder(order_by: "created_at" | "last_attempt_at") {
  return { order_by, dir: "asc" } as const;
}

/** In lists that one call may ask for. */
function idsIn(ids: readonly string[]): string[][] {
  const lists: string[][] = [];
  for (let at = 0; at < ids.length; at += FILTER_MAX_VALUES)
    lists.push(ids.slice(at, at + FILTER_MAX_VALUES));
  return lists;
}

/** The sources and connections, by id; null for those that were deleted. Read again when one is new. */
function createEnds(client: Client) {
  const sources = new Map<string, Source | null>();
  const connections = new Map<string, Connection | null>();
  let hasRead = false;

  async function read(signal: AbortSignal): Promise<void> {
    const query = { disabled: true } as const;
    for (const source of (await allPages(client, listSources, { query, signal })).models)
      sources.set(source.id, source);
    for (const connection of (await allPages(client, listConnections, { query, signal })).models)
      connections.set(connection.id, connection);
    hasRead = true;
  }

  return {
    sources,
    connections,
    async know({ requests, events }: Found, signal: AbortSignal): Promise<void> {
      const isKnown =
        events.every(({ webhook_id }) => connections.has(webhook_id)) &&
        requests.every(({ source_id }) => sources.has(source_id));
      if (hasRead && isKnown) return;
      await read(signal);
      for (const { webhook_id } of events)
        if (!connections.has(webhook_id)) connections.set(webhook_id, null);
      for (const { source_id } of requests) if (!sources.has(source_id)) sources.set(source_id, null);
    },
  };
}
