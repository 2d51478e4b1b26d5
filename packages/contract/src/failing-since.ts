/** Since when do events of a connection fail like this one, and how many are there? Only the dashboard asks. */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { Timestamp } from "./lists.ts";

/**
 * The events of the same connection that failed with the same answer or error, around this one, without a success in
 * between.
 */
export const FailingSince = z.object({
  /** When the oldest of them was created. */
  since: Timestamp,
  /** There may be older ones, because the look back ends after a number of events. */
  is_earlier: z.boolean(),
  /** At least one: the event itself. */
  count: z.int(),
  /** There may be more of them, older or newer. */
  is_more: z.boolean(),
});
export type FailingSince = z.output<typeof FailingSince>;

export const getFailingSince = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/events/{id}/failing-since",
  summary: "Since when events of the same connection fail like this one; null if this one has not failed",
  right: "see",
  reply: z.nullable(FailingSince),
  errors: [404],
});
