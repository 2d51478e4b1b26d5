/**
 * Which kinds of things can a model look at, and what of each stands in a list?
 *
 * One row of a list has what people look for; `get` has the rest. The endpoints are those of the commands, so a filter that
 * the API gets is a filter here as well.
 */
import { getAttempt, listAttempts } from "@posthorn/contract/attempts";
import { getConnection, listConnections } from "@posthorn/contract/connections";
import { getDestination, listDestinations } from "@posthorn/contract/destinations";
import type { Endpoint } from "@posthorn/contract/endpoint";
import { getEvent, listEvents } from "@posthorn/contract/events";
import { getIssue, listIssues } from "@posthorn/contract/issues";
import { listIgnoredEvents } from "@posthorn/contract/request-events";
import { getRequest, listRequests } from "@posthorn/contract/requests";
import { getSource, listSources } from "@posthorn/contract/sources";
import {
  getExecution,
  getTransformation,
  listExecutions,
  listTransformations,
} from "@posthorn/contract/transformations";
import { misuse } from "../failure.ts";
import { queryFields } from "../resources/fields.ts";

interface KindOfThing {
  list: Endpoint;
  /** Null: its list shows all of it. */
  get: Endpoint | null;
  /** Its list belongs to one thing of this kind. */
  of: "request" | "transformation" | null;
  /** Paths of the members in a row. `rules[].type` is the type of each rule. */
  columns: readonly string[];
}

export const KINDS = {
  source: {
    list: listSources,
    get: getSource,
    of: null,
    columns: ["id", "name", "type", "description", "url", "authenticated", "disabled_at", "created_at"],
  },
  destination: {
    list: listDestinations,
    get: getDestination,
    of: null,
    columns: ["id", "name", "type", "description", "config.url", "config.path", "disabled_at", "created_at"],
  },
  connection: {
    list: listConnections,
    get: getConnection,
    of: null,
    columns: [
      "id",
      "full_name",
      "source.id",
      "destination.id",
      "destination.type",
      "rules[].type",
      "paused_at",
      "disabled_at",
      "created_at",
    ],
  },
  transformation: {
    list: listTransformations,
    get: getTransformation,
    of: null,
    columns: ["id", "name", "created_at", "updated_at"],
  },
  request: {
    list: listRequests,
    get: getRequest,
    of: null,
    columns: [
      "id",
      "source_id",
      "status",
      "rejection_cause",
      "verified",
      "events_count",
      "ignored_count",
      "created_at",
    ],
  },
  event: {
    list: listEvents,
    get: getEvent,
    of: null,
    columns: [
      "id",
      "status",
      "response_status",
      "error_code",
      "attempts",
      "webhook_id",
      "source_id",
      "destination_id",
      "request_id",
      "next_attempt_at",
      "created_at",
    ],
  },
  attempt: {
    list: listAttempts,
    get: getAttempt,
    of: null,
    columns: [
      "id",
      "event_id",
      "attempt_number",
      "trigger",
      "status",
      "response_status",
      "error_code",
      "response_latency",
      "created_at",
    ],
  },
  issue: {
    list: listIssues,
    get: getIssue,
    of: null,
    columns: ["id", "type", "status", "aggregation_keys", "reference", "first_seen_at", "last_seen_at"],
  },
  ignored_event: {
    list: listIgnoredEvents,
    get: null,
    of: "request",
    columns: ["webhook_id", "cause", "meta", "request_id", "created_at"],
  },
  execution: {
    list: listExecutions,
    get: getExecution,
    of: "transformation",
    columns: ["id", "transformation_id", "webhook_id", "log_level", "logs", "issue_id", "created_at"],
  },
} as const satisfies Readonly<Record<string, KindOfThing>>;

export type Kind = keyof typeof KINDS;
// Safe: these are the keys of this very object, and there is one.
export const KIND_NAMES = Object.keys(KINDS) as [Kind, ...Kind[]];

export function kindOf(kind: Kind): KindOfThing {
  return KINDS[kind];
}

/** Parameters of lists that are no filters, or have an argument of their own. */
const NO_FILTERS = new Set(["limit", "next", "prev", "order_by", "dir", "include", "progressive"]);

/** Names that people use for what the API calls otherwise. */
const OTHER_NAMES: Readonly<Record<string, string>> = { connection_id: "webhook_id" };

/** Filters whose value is JSON of its own, not a range. */
const PAYLOAD_PARTS = new Set(["body", "headers", "parsed_query"]);

/**
 * The API ignores filters that it does not know, and would answer with more than was asked for. So they are refused here.
 */
export function checkedFilters(
  endpoint: Endpoint,
  noun: string,
  filters: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = queryFields(endpoint, noun).flatMap(({ name }) => (NO_FILTERS.has(name) ? [] : [name]));
  return Object.fromEntries(
    Object.entries(filters).map(([given, value]) => {
      const name = !known.includes(given) && OTHER_NAMES[given] !== undefined ? OTHER_NAMES[given] : given;
      if (!known.includes(name))
        throw misuse(
          `${JSON.stringify(given)} is no filter of ${noun}s.`,
          known.length === 0 ? "It has none." : `Its filters are: ${known.join(", ")}.`,
        );
      const isPart = PAYLOAD_PARTS.has(name) && typeof value === "object" && value !== null;
      return [name, isPart ? JSON.stringify(value) : value];
    }),
  );
}

/** The members that a row shows; those without a value are left out. */
export function rowOf(columns: readonly string[], thing: unknown): Record<string, unknown> {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const value = valueAt(thing, column.split("."));
      const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
      return isEmpty ? [] : [[column.replaceAll("[]", ""), value]];
    }),
  );
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof value !== "object" || value === null) return undefined;
  const name = step.replace("[]", "");
  // Safe: an object, of which only own members are read.
  const member = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  if (!step.endsWith("[]")) return valueAt(member, rest);
  return Array.isArray(member) ? member.map((item: unknown) => valueAt(item, rest)) : undefined;
}
