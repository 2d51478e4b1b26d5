/** How often did each issue of a list occur lately? A file of its own, because a list shows its rows first. */
import { queryEventsByIssueMetrics, queryTransformationMetrics } from "@posthorn/contract/metrics";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

const TIMELINES_EVERY_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
export const TIMELINE_DAYS = 14;

/** By issue: how many events or executions it had on each of the last 14 days, the oldest first. */
export type IssueTimelines = ReadonlyMap<string, readonly number[]>;

export function issueTimelinesQuery(type: "delivery" | "transformation", ids: readonly string[]) {
  return queryOptions({
    queryKey: ["issues", "timelines", type, ids],
    queryFn: async ({ signal }): Promise<IssueTimelines> => {
      const endMs = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
      const startMs = endMs - TIMELINE_DAYS * DAY_MS;
      const { data } = await call(
        type === "delivery" ? queryEventsByIssueMetrics : queryTransformationMetrics,
        {
          query: {
            date_range: { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() },
            granularity: "1d",
            measures: ["count"],
            dimensions: ["issue_id"],
            filters: { issue_id: [...ids] },
          },
          signal,
        },
      );
      const timelines = new Map(ids.map((id) => [id, Array.from({ length: TIMELINE_DAYS }, () => 0)]));
      for (const { time_bucket, dimensions, metrics } of data) {
        const days = timelines.get(String(dimensions["issue_id"]));
        const at = time_bucket === null ? -1 : Math.floor((Date.parse(time_bucket) - startMs) / DAY_MS);
        if (days && at in days) days[at] = metrics["count"] ?? 0;
      }
      return timelines;
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(TIMELINES_EVERY_MS),
    enabled: ids.length > 0,
  });
}
