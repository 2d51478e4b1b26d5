/**
 * How does a test of the SDK get something to look at?
 *
 * Through the SDK itself and the port of senders: a connection to a far end, requests that come in at its
 * source, and the events that they become.
 */
import type { Hookdeck } from "@hookdeck/sdk";
import { eventually } from "./gateway.ts";
import type { Sdk } from "./sdk.ts";

/** With a source and a destination of the same name. */
export function connect(
  { client }: Sdk,
  name: string,
  url: string,
  rules: Hookdeck.Rule[] = [],
): Promise<Hookdeck.Connection> {
  return client.connection.create({ name, source: { name }, destination: { name, url }, rules });
}

/** Returns the id of the request. `path` begins with a slash. */
export async function send({ source }: Hookdeck.Connection, body: unknown, path = ""): Promise<string> {
  const response = await fetch(source.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.status !== 200)
    throw new Error(`The source answered ${response.status}: ${await response.text()}`);
  const { request_id } = (await response.json()) as { request_id: string }; // what a source answers
  return request_id;
}

/** The event that a request became, once it has this status. */
export async function eventOf(
  { client }: Sdk,
  request: string,
  status: Hookdeck.EventStatus,
): Promise<Hookdeck.Event> {
  const { models = [] } = await eventually(
    () => client.request.listEvent(request),
    (page) => page.models?.[0]?.status === status,
  );
  const [event] = models;
  if (event === undefined) throw new Error("there is a first one, it has that status");
  return event;
}

/** The ignored event that the request became. */
export async function ignoredOf({ client }: Sdk, request: string): Promise<Hookdeck.IgnoredEvent> {
  const { models = [] } = await eventually(
    () => client.request.listIgnoredEvent(request),
    (page) => page.count === 1,
  );
  const [ignored] = models;
  if (ignored === undefined) throw new Error("there is one, it was counted");
  return ignored;
}

export interface Outcome {
  request: string;
  events: Hookdeck.Event[];
  ignored: Hookdeck.IgnoredEvent[];
}

/**
 * Sends requests until one is handled with the latest configuration: the ingest port learns of a change a moment after
 * the API has answered it.
 */
export async function sendUntil(
  sdk: Sdk,
  connection: Hookdeck.Connection,
  isRight: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  return eventually(async () => outcomeOf(sdk, await send(connection, {})), isRight);
}

async function outcomeOf({ client }: Sdk, request: string): Promise<Outcome> {
  const isAtRest = ({ events, ignored }: Outcome) =>
    events.length + ignored.length > 0 && events.every(({ status }) => status !== "QUEUED");
  return eventually(async () => {
    const { models: events = [] } = await client.request.listEvent(request);
    const { models: ignored = [] } = await client.request.listIgnoredEvent(request);
    return { request, events, ignored };
  }, isAtRest);
}
