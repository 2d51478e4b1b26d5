/** How many events of an issue wait for another attempt, and when is the next? Only the dashboard asks. */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { NullableTimestamp } from "./lists.ts";

export const PlannedRetries = z.object({
  count: z.int(),
  /** There may be more, because the look at what waits ends after a number of events. */
  is_more: z.boolean(),
  /** May have passed: an event that is due waits for its turn. Null if none waits. */
  next_attempt_at: NullableTimestamp,
});
export type PlannedRetries = z.output<typeof PlannedRetries>;

export const getPlannedRetries = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/issues/{id}/planned-retries",
  summary: "How many events of an issue wait for another attempt, and when the next is",
  right: "see",
  reply: PlannedRetries,
  errors: [404],
});
