/**
 * How is a project filled with the history of a shop?
 *
 * Sources, connections and destinations are made through the API, as a person would. The rows of the past are written into
 * the database (history.ts). The product adds up the counts and builds the search index by itself, as for any request.
 */
import type { Connection } from "@posthorn/contract/connections";
import { openDatabase } from "../packages/server/src/store/database.ts";
import { ensurePartitions } from "../packages/server/src/store/partitions.ts";
import { uuid } from "./given-connection.ts";
import { writeHistory } from "./history.ts";
import { seededHistory } from "./seeded-history.ts";

/** Counts of single minutes are kept for eight days. */
export const DAYS_MAX = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface SeedTarget {
  /** Calls the REST API in the project that is filled. */
  api: <Reply>(method: string, path: string, body?: unknown) => Promise<Reply>;
  databaseUrl: string;
  /** Where the destinations are. */
  destinationUrl: string;
}

export interface SeedSize {
  /** About so many. */
  events: number;
  days: number;
}

export type ShopConnections = Record<"orders" | "warehouse" | "ledger" | "checks" | "messages", Connection>;

const RETRY = { type: "retry", strategy: "linear", interval: 40_000, count: 3 };

async function makeConnections({ api, destinationUrl }: SeedTarget): Promise<ShopConnections> {
  const make = (source: object, destination: string, rules: readonly object[] = []) =>
    api<Connection>("POST", "/connections", {
      ...source,
      destination: { name: destination, config: { url: `${destinationUrl}/${destination}` } },
      rules: [RETRY, ...rules],
    });
  const orders = await make({ source: { name: "shopify" } }, "orders-api");
  const warehouse = await make({ source_id: orders.source.id }, "warehouse", [
    { type: "filter", body: { total_price: { $exist: true } } },
  ]);
  const ledger = await make({ source: { name: "stripe" } }, "ledger");
  const checks = await make({ source: { name: "github" } }, "ci-runner", [
    { type: "deduplicate", window: 60_000 },
  ]);
  const messages = await make({ source: { name: "twilio" } }, "support-desk", [
    { type: "delay", delay: 60_000 },
  ]);
  await api("PUT", `/connections/${checks.id}/pause`);
  return { orders, warehouse, ledger, checks, messages };
}

/** The gateway makes partitions around today only. */
async function makePastDays(databaseUrl: string, now: Date, days: number): Promise<void> {
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  try {
    for (let day = 0; day <= days; day += 1) {
      const { missing } = await ensurePartitions(db, now.getTime() - day * DAY_MS);
      if (missing.length > 0)
        throw new Error("Another session kept the partitions of past days from being made");
    }
  } finally {
    await db.close();
  }
}

export async function seed(target: SeedTarget, { events, days }: SeedSize): Promise<ShopConnections> {
  const now = new Date();
  const made = await makeConnections(target);
  await makePastDays(target.databaseUrl, now, days);
  const connections = [made.orders, made.warehouse, made.ledger, made.checks, made.messages];
  const sources = [made.orders, made.ledger, made.checks, made.messages].map(({ source }) => source.id);
  const shop = {
    team_id: uuid("project", made.orders.team_id),
    sources: sources.map((id) => uuid("source", id)),
    connections: connections.map(({ id }) => uuid("connection", id)),
    urls: connections.map(({ destination }) => destination.config.url ?? ""),
  };
  await writeHistory(target.databaseUrl, seededHistory(shop, { events, days, now }));
  return made;
}
