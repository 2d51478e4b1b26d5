/** How full is the queue of a destination now, and how fast does it fill and empty? */
import { useQuery } from "@tanstack/react-query";
import { metricsQuery, type MetricsAsk } from "../../resources/metrics/metric-queries.ts";
import { backlogOf, type Backlog } from "./backlog.ts";

/** Undefined until it is known. */
export function useBacklog(destinationId: string): Backlog | undefined {
  const ask: MetricsAsk = {
    date: { relative: "last_hour" },
    filter: { destination_id: [destinationId] },
    timeUnit: "1m",
  };
  const arrived = useQuery(metricsQuery("eventCounts", ask)).data;
  const attempts = useQuery(metricsQuery("attempts", ask)).data;
  const pending = useQuery(metricsQuery("pending", ask)).data;
  if (!arrived || !attempts || !pending) return undefined;
  return backlogOf(
    { arrived: arrived.rows, attempts: attempts.rows, pending: pending.rows },
    new Date(arrived.range.endMs),
  );
}
