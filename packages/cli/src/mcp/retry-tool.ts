/** The tool retry: sends events once more, or has requests decided anew; some by their ids, or all that filters match. */
import { bulkRetryEvents, bulkRetryRequests } from "@posthorn/contract/bulk";
import { getConnection } from "@posthorn/contract/connections";
import { getEvent, listEvents, retryEvent } from "@posthorn/contract/events";
import { retryRequest } from "@posthorn/contract/request-events";
import { getRequest, listRequests } from "@posthorn/contract/requests";
import * as z from "zod/mini";
import type { Client } from "../api/client.ts";
import { Failure, misuse } from "../failure.ts";
import { type Answer, counted } from "./answer.ts";
import { checkedFilters, KINDS, rowOf } from "./kinds.ts";
import { defineWrite, described } from "./tool.ts";

const MOST_IDS = 20;

type Filters = Record<string, unknown>;

const FAMILIES = {
  event: { list: listEvents, bulk: bulkRetryEvents },
  request: { list: listRequests, bulk: bulkRetryRequests },
} as const;
type Family = keyof typeof FAMILIES;

export const retryTool = defineWrite({
  name: "retry",
  title: "Retry events or requests",
  description: `Sends events to their destinations once more, or has rejected and ignored requests decided anew. Give ids (up to ${MOST_IDS}) or filters, not both. Filters of events mean FAILED events if they name no status. Find out first why they failed, and whether the cause is gone.`,
  isDestructive: false,
  shape: {
    kind: z.enum(["event", "request"]),
    ids: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(MOST_IDS))),
    filters: described(
      z.optional(z.record(z.string(), z.unknown())),
      'As for list: {"webhook_id":"web_…","created_at":{"gte":"2026-11-01T00:00:00Z"}}',
    ),
  },
  async plan({ kind, ids, filters }, { client }) {
    const target = targetOf(kind, ids, filters);
    return "ids" in target
      ? planForIds(client, kind, target.ids)
      : planForFilters(client, kind, target.filters);
  },
  async act({ kind, ids, filters }, _, { client }) {
    const target = targetOf(kind, ids, filters);
    if ("ids" in target) return retryEach(client, kind, target.ids);
    const operation = await client.raw(FAMILIES[kind].bulk.create, { body: { query: target.filters } });
    const { id, estimated_count } = z.parse(
      z.object({ id: z.string(), estimated_count: z.int() }),
      operation,
    );
    return {
      says: [
        `The bulk retry ${id} has begun: about ${counted(estimated_count, kind)}. It goes on in the background.`,
      ],
    };
  },
});

function targetOf(
  kind: Family,
  ids: readonly string[] | undefined,
  filters: Readonly<Filters> | undefined,
): { ids: readonly string[] } | { filters: Filters } {
  if (ids !== undefined && filters === undefined) return { ids: [...new Set(ids)] };
  if (ids !== undefined || filters === undefined || Object.keys(filters).length === 0)
    throw misuse("Give either ids or filters.", "Empty filters would mean everything, and are refused.");
  const checked = checkedFilters(FAMILIES[kind].list, kind, filters);
  // A delivered event is sent a second time only if the caller says so.
  return { filters: kind === "event" && !("status" in checked) ? { ...checked, status: "FAILED" } : checked };
}

async function planForIds(
  client: Client,
  kind: Family,
  ids: readonly string[],
): Promise<Answer & { seen: null }> {
  const rows = await Promise.all(ids.map((id) => rowFor(client, kind, id)));
  const delivered = rows.filter(({ status }) => status === "SUCCESSFUL").length;
  const notes = kind === "event" ? await connectionNotes(client, rows) : [];
  return {
    says: [
      kind === "event"
        ? `${counted(rows.length, "event")} would be sent once more.`
        : `${counted(rows.length, "request")} would be decided anew: a rejected one may be accepted, and connections that ignored it may make an event.`,
      ...(delivered > 0
        ? [`${delivered} of them were delivered already: the destination would get them again.`]
        : []),
      ...notes,
    ],
    data: rows,
    seen: null,
  };
}

async function rowFor(client: Client, kind: Family, id: string): Promise<Record<string, unknown>> {
  const endpoint = kind === "event" ? getEvent : getRequest;
  return rowOf(KINDS[kind].columns, await client.raw(endpoint, { params: { id } }));
}

/** A paused connection keeps a retry waiting, and a disabled or deleted one refuses it. */
async function connectionNotes(client: Client, rows: readonly Record<string, unknown>[]): Promise<string[]> {
  const ids = new Set(rows.flatMap(({ webhook_id: id }) => (typeof id === "string" ? [id] : [])));
  const notes = await Promise.all(
    [...ids].map(async (id) => {
      try {
        const { paused_at, disabled_at } = await client.call(getConnection, { params: { id } });
        if (disabled_at !== null) return [`The connection ${id} is disabled: its events would be refused.`];
        return paused_at === null ? [] : [`The connection ${id} is paused: its events would wait.`];
      } catch (error) {
        if (error instanceof Failure && error.exit === "notFound")
          return [`The connection ${id} was deleted: its events would be refused.`];
        throw error;
      }
    }),
  );
  return notes.flat();
}

async function planForFilters(
  client: Client,
  kind: Family,
  filters: Filters,
): Promise<Answer & { seen: null }> {
  const plan = await client.raw(FAMILIES[kind].bulk.plan, { query: { query: JSON.stringify(filters) } });
  const { estimated_count } = z.parse(z.object({ estimated_count: z.int() }), plan);
  return {
    says: [`About ${counted(estimated_count, kind)} of now would be retried in the background.`],
    data: { filters },
    seen: null,
  };
}

/** Each by itself: one that is refused does not stop the others. */
async function retryEach(client: Client, kind: Family, ids: readonly string[]): Promise<Answer> {
  const endpoint = kind === "event" ? retryEvent : retryRequest;
  const results: { id: string; result: string; why?: string }[] = [];
  for (const id of ids) {
    try {
      await client.raw(endpoint, { params: { id } });
      results.push({ id, result: "retried" });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      results.push({ id, result: "refused", why: [error.message, error.why].filter(Boolean).join(" ") });
    }
  }
  const done = results.filter(({ result }) => result === "retried").length;
  return {
    says: [
      `${done} of ${ids.length} were retried.${done > 0 ? " Look at the result with get or list in a moment." : ""}`,
    ],
    data: results,
  };
}
