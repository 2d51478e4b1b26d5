/** Creates what a journey needs before it begins: connections, and events that went through them. */
import { expect } from "@playwright/test";
import type { Connection } from "@posthorn/contract/connections";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { Event, listEvents } from "@posthorn/contract/events";
import type { FarEnd } from "./far-end.ts";
import type { Product } from "./product.ts";
import { until } from "./until.ts";

/** Of a whole installation, or of one project in it. */
type Api = Pick<Product, "api">;

let made = 0;

/** A name that no other journey uses, so that journeys do not see each other's events. */
export function aName(beginning: string): string {
  made += 1;
  return `${beginning}-${process.pid}-${made}`;
}

export function givenConnection(
  product: Api,
  farEnd: Pick<FarEnd, "url">,
  names: { source?: string; destination?: string } = {},
): Promise<Connection> {
  const { source = aName("stripe"), destination = aName("orders-api") } = names;
  return product.api<Connection>("POST", "/connections", {
    source: { name: source },
    destination: { name: destination, config: { url: farEnd.url } },
  });
}

/** Sends one request to the source URL. Resolves when it is accepted. */
export async function send(
  { source }: Pick<Connection, "source">,
  body: unknown = { type: "invoice.paid", amount: 4900 },
): Promise<void> {
  const response = await fetch(source.url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  await response.arrayBuffer();
  expect(response.status).toBe(200);
}

/** The events of a connection, newest first, once there are `count` and all of them are settled. */
export async function settledEvents(
  product: Api,
  { id }: Pick<Connection, "id">,
  count: number,
): Promise<Event[]> {
  const { models } = await until(
    `${count} settled events of ${id}`,
    () =>
      product.api<ReplyOf<typeof listEvents>>(
        "GET",
        `/events?webhook_id=${id}&limit=250&order_by=created_at&dir=desc`,
      ),
    ({ models: events }) => events.filter(({ status }) => status !== "QUEUED").length === count,
  );
  return models;
}

/** Sends several requests one after the other, so that the order of their events is known. */
export async function givenEvents(
  product: Api,
  connection: Connection,
  count: number,
): Promise<[Event, ...Event[]]> {
  for (let number = 1; number <= count; number += 1) await send(connection, { number });
  const [newest, ...older] = await settledEvents(product, connection, count);
  if (!newest) throw new Error("asked for no events");
  return [newest, ...older];
}
