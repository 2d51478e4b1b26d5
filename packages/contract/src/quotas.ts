/**
 * How much may a project deliver, and for how long are its data kept?
 *
 * Admins set both. If the organization has a plan, it bounds them: what the endpoints show is what counts. How much a project has used is in metrics, and nowhere
 * else, so that every page shows the same numbers.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { RETENTION_MAX_DAYS, THROUGHPUT_MAX_PER_SECOND } from "./limits.ts";

export const Quotas = z.object({
  /** Null: no cap on the project's deliveries. */
  max_events_per_second: z.nullable(z.int()),
  retention_days: z.int(),
});
export type Quotas = z.output<typeof Quotas>;

export const getQuotas = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/quotas",
  isOpenUnderLock: true,
  summary: "How much the project may deliver, and for how long its data are kept",
  right: "see",
  reply: Quotas,
});

/** For people: a key that leaked must not shorten the retention, which deletes data. */
export const updateQuotas = defineEndpoint({
  isForDashboard: true,
  method: "PUT",
  path: "/quotas",
  isOpenUnderLock: true,
  summary: "Change the throughput or the retention; what is absent stays as it is",
  callers: "sessions",
  right: "manageProject",
  body: z.strictObject({
    max_events_per_second: z.optional(
      z.nullable(z.int().check(z.minimum(1), z.maximum(THROUGHPUT_MAX_PER_SECOND))),
    ),
    retention_days: z.optional(z.int().check(z.minimum(1), z.maximum(RETENTION_MAX_DAYS))),
  }),
  reply: Quotas,
});
