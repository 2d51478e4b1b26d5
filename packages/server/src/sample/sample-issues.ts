/**
 * Which issues does the sample's day leave behind?
 *
 * Pure. The triggers of the sample project are stricter than those of a new project, and tell nobody: these are exactly the
 * failures that they ask for, so the loop that opens issues finds no others.
 */
import type { IssueStatus, IssueType } from "@posthorn/contract/causes";
import { BACKPRESSURE_DELAY_DEFAULT_MS } from "@posthorn/contract/limits";
import type { TypedConfigs } from "../store/issue-triggers.ts";
import type { PastRows } from "../store/past-rows.ts";
import type { SampleDay } from "./sample-day.ts";
import type { SampleIds } from "./sample-rows.ts";
import { createdAt } from "../ids.ts";

export const SAMPLE_TRIGGERS: readonly TypedConfigs[] = [
  { type: "delivery", configs: { strategy: "final_attempt", connections: "*" } },
  { type: "transformation", configs: { log_level: "error", transformations: "*" } },
  { type: "backpressure", configs: { delay: BACKPRESSURE_DELAY_DEFAULT_MS, destinations: "*" } },
  { type: "request", configs: { sources: "*", rejection_causes: "*", per_minute: 5 } },
];

export interface SampleIssue {
  type: IssueType;
  subject_id: string;
  key: string;
  status: Extract<IssueStatus, "OPENED" | "RESOLVED">;
  status_changed_at: string;
  first_at: string;
  last_at: string;
}

const MINUTE_MS = 60_000;
/** Somebody looked at what the bulk retry has done, and closed the issue. */
const RESOLVED_AFTER_MS = 4 * MINUTE_MS;

export function sampleIssues(
  rows: PastRows,
  { bulkRetryMs }: Pick<SampleDay, "bulkRetryMs">,
  ids: SampleIds,
): SampleIssue[] {
  const failedWith = (webhook_id: string, response_status: number) =>
    rows.attempts
      .filter((attempt) => attempt.webhook_id === webhook_id && attempt.response_status === response_status)
      .map(({ created_at }) => created_at);
  const runs = rows.executions.filter(({ log_level }) => log_level === "fatal");
  const refused = rows.requests.filter(({ rejection_cause }) => rejection_cause === "UNPARSABLE_JSON");
  const { orders, payments } = ids.connections;
  return [
    {
      type: "delivery",
      subject_id: orders,
      key: "502",
      ...seen(failedWith(orders, 502)),
      status: "RESOLVED",
      status_changed_at: new Date(bulkRetryMs + RESOLVED_AFTER_MS).toISOString(),
    },
    { type: "delivery", subject_id: payments, key: "503", ...opened(failedWith(payments, 503)) },
    {
      type: "transformation",
      subject_id: ids.transformation,
      key: "fatal",
      ...opened(runs.map(({ id }) => createdAt(id))),
    },
    {
      type: "request",
      subject_id: ids.sources.shopify,
      key: "UNPARSABLE_JSON",
      ...opened(refused.map(({ id }) => createdAt(id))),
    },
  ];
}

function opened(times: readonly string[]): Omit<SampleIssue, "type" | "subject_id" | "key"> {
  const { first_at, last_at } = seen(times);
  return { status: "OPENED", status_changed_at: first_at, first_at, last_at };
}

/** The first moment to the minute, as the counters know it. */
function seen(times: readonly string[]): Pick<SampleIssue, "first_at" | "last_at"> {
  const sorted = times.toSorted();
  const firstMs = Date.parse(sorted[0] ?? "");
  return {
    first_at: new Date(firstMs - (firstMs % MINUTE_MS)).toISOString(),
    last_at: sorted.at(-1) ?? "",
  };
}
