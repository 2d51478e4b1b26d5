/**
 * What has become of a request?
 *
 * Reads everything that the project knows of it: the request, the events and ignored events that its connections made of
 * it, their attempts and their issues. Rules come from the trace of an event, which only the server of the same release
 * has in this form; all else is the public API.
 */
import { type Attempt, getAttempt, listAttempts } from "@posthorn/contract/attempts";
import { type Connection, getConnection } from "@posthorn/contract/connections";
import { type EventTrace, getEventTrace } from "@posthorn/contract/event-trace";
import { type Event, getEvent } from "@posthorn/contract/events";
import { ID_PREFIXES } from "@posthorn/contract/ids";
import { type Issue, listIssues } from "@posthorn/contract/issues";
import { type IgnoredEvent, listIgnoredEvents, listRequestEvents } from "@posthorn/contract/request-events";
import { type Request, getRequest } from "@posthorn/contract/requests";
import { type Source, getSource } from "@posthorn/contract/sources";
import { allPages } from "../api/all-pages.ts";
import type { Client } from "../api/client.ts";
import { Failure, misuse } from "../failure.ts";
import { printable } from "../output/printable.ts";

/** An event with more attempts than these has them in the dashboard. */
const MOST_ATTEMPTS = 255;

export interface EventLife {
  event: Event;
  connection: Connection | null;
  trace: EventTrace;
  /** In the order in which they were made. */
  attempts: Attempt[];
  hasMoreAttempts: boolean;
  issues: Issue[];
}

export interface Life {
  request: Request;
  /** Null: it was deleted. So is a connection. */
  source: Source | null;
  events: EventLife[];
  ignored: { ignored: IgnoredEvent; connection: Connection | null }[];
  /** Of the request itself: it was rejected. */
  issues: Issue[];
}

/** `id` is one of a request, event or attempt. */
export async function readLife(client: Client, id: string): Promise<Life> {
  const request = await client.call(getRequest, { params: { id: await requestIdOf(client, id) } });
  const params = { id: request.id };
  const inOrder = { order_by: "created_at", dir: "asc" } as const;
  const [source, events, ignored, issues] = await Promise.all([
    orNull(client.call(getSource, { params: { id: request.source_id } })),
    allPages(client, listRequestEvents, { params, query: inOrder }),
    allPages(client, listIgnoredEvents, { params, query: inOrder }),
    issuesOfRejection(client, request),
  ]);
  const connections = new Map<string, Connection | null>();
  for (const { webhook_id } of [...events.models, ...ignored.models])
    if (!connections.has(webhook_id))
      connections.set(webhook_id, await orNull(client.call(getConnection, { params: { id: webhook_id } })));
  const lives: EventLife[] = [];
  for (const event of events.models) lives.push(await readEventLife(client, event, connections));
  return {
    request,
    source,
    events: lives,
    ignored: ignored.models.map((one) => ({
      ignored: one,
      connection: connections.get(one.webhook_id) ?? null,
    })),
    issues,
  };
}

async function requestIdOf(client: Client, id: string): Promise<string> {
  if (id.startsWith(ID_PREFIXES.request)) return id;
  if (id.startsWith(ID_PREFIXES.event)) return (await client.call(getEvent, { params: { id } })).request_id;
  if (id.startsWith(ID_PREFIXES.attempt)) {
    const { event_id } = await client.call(getAttempt, { params: { id } });
    return requestIdOf(client, event_id);
  }
  throw misuse(
    `"${printable(id)}" is no id of a request, an event or an attempt.`,
    `Write one that begins with ${ID_PREFIXES.request}, ${ID_PREFIXES.event} or ${ID_PREFIXES.attempt}. The dashboard shows them, and posthorn tail.`,
  );
}

async function readEventLife(
  client: Client,
  event: Event,
  connections: ReadonlyMap<string, Connection | null>,
): Promise<EventLife> {
  const { id, webhook_id } = event;
  const [trace, attempts] = await Promise.all([
    client.call(getEventTrace, { params: { id } }),
    allPages(client, listAttempts, {
      query: { event_id: id, order_by: "created_at", dir: "asc" },
      most: MOST_ATTEMPTS,
    }),
  ]);
  const hasFailed = attempts.models.some(({ status }) => status === "FAILED");
  const hasLogged = trace.rules.some((rule) => rule.type === "transform" && rule.log_level !== null);
  return {
    event,
    connection: connections.get(webhook_id) ?? null,
    trace,
    attempts: attempts.models,
    hasMoreAttempts: attempts.hasMore,
    issues: hasFailed || hasLogged ? (await client.call(listIssues, { query: { concerns: id } })).models : [],
  };
}

/** One cause of rejection at one source is one issue. */
async function issuesOfRejection(client: Client, request: Request): Promise<Issue[]> {
  const { rejection_cause, source_id } = request;
  if (rejection_cause === null) return [];
  const query = { type: "request", aggregation_keys: { source_id } } as const;
  const { models } = await client.call(listIssues, { query });
  return models.filter(
    (issue) => issue.type === "request" && issue.aggregation_keys.rejection_cause.includes(rejection_cause),
  );
}

/** Null for what was deleted. */
async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Failure && error.exit === "notFound") return null;
    throw error;
  }
}
