/**
 * How did events and attempts end before 2025-07-01?
 *
 * There was no CANCELLED, and there were fewer error codes. A value that a version does not know is shown as the
 * nearest one it knows. A filter for that value finds all events that are shown with it.
 */
import { Attempt } from "@posthorn/contract/attempts";
import { bulkRetryEvents } from "@posthorn/contract/bulk";
import { DELIVERY_ERROR_CODES, EVENT_STATUSES } from "@posthorn/contract/causes";
import { Event, listEvents } from "@posthorn/contract/events";
import { listRequestEvents } from "@posthorn/contract/request-events";
import * as z from "zod/mini";
import { changedFilter } from "./changed-filter.ts";
import type { Change, Difference, Fields } from "./difference.ts";
import { withFields } from "./fields.ts";

/** All queries that filter events: of lists, and of bulk operations. */
const QUERIES = [listEvents.query, listRequestEvents.query, bulkRetryEvents.create.body.shape.query];

const STATUSES = EVENT_STATUSES.filter((status) => status !== "CANCELLED");

export const eventNeverCancelled: Difference = {
  name: "event-never-cancelled",
  summary:
    "An event has no status `CANCELLED`: it is shown as `FAILED` with the error code `CANCELLED`, and found among the failed",
  changes: [
    {
      of: Event,
      shape: (before) => withFields(before, { status: z.enum(STATUSES) }),
      answer: (event) =>
        event["status"] === "CANCELLED" ? { ...event, status: "FAILED", error_code: "CANCELLED" } : event,
    },
    ...changedFilter({
      queries: QUERIES,
      field: "status",
      shown: STATUSES,
      receive: (status) => (status === "FAILED" ? ["FAILED", "CANCELLED"] : [status]),
      answer: (status) => (status === "CANCELLED" ? "FAILED" : status),
    }),
  ],
};

const NOT_YET = new Set([
  "BAD_RESPONSE",
  "CANCELLED_PAST_RETENTION",
  "NETWORK_ERROR",
  "NETWORK_REQUEST_CANCELED",
  "NETWORK_UNREACHABLE",
  "TOO_MANY_REDIRECTS",
  "INVALID_CHARACTER",
  "INVALID_URL",
  "INTERNAL_ERROR",
  "PAYLOAD_MISSING",
  "UNABLE_TO_GET_ISSUER_CERT",
  "Z_DATA_ERROR",
]);

/** `renamed` holds codes that had another name in that version. */
function olderErrorCodes(renamed: ReadonlyMap<string, string>): Change[] {
  const answer = (code: string) => renamed.get(code) ?? (NOT_YET.has(code) ? "UNKNOWN" : code);
  const codes = [...new Set(DELIVERY_ERROR_CODES.map(answer))];
  const shown = ({ error_code, ...rest }: Fields) => ({
    ...rest,
    error_code: typeof error_code === "string" ? answer(error_code) : null,
  });
  return [
    ...[Event, Attempt].map((of): Change => ({
      of,
      shape: (before) => withFields(before, { error_code: z.nullable(z.enum(codes)) }),
      answer: shown,
    })),
    ...changedFilter({
      queries: QUERIES,
      field: "error_code",
      shown: codes,
      receive: (code) => DELIVERY_ERROR_CODES.filter((canonical) => answer(canonical) === code),
      answer,
    }),
  ];
}

export const fewerErrorCodes: Difference = {
  name: "fewer-error-codes",
  summary: `Of the error codes there are not yet ${[...NOT_YET].map((code) => `\`${code}\``).join(", ")}: each is shown, and found, as \`UNKNOWN\``,
  changes: olderErrorCodes(new Map()),
};

export const errorCodeOfExpiry: Difference = {
  name: "error-code-of-expiry",
  summary: "As `fewer-error-codes`, but `CANCELLED_PAST_RETENTION` is called `TTL_EXPIRED`",
  changes: olderErrorCodes(new Map([["CANCELLED_PAST_RETENTION", "TTL_EXPIRED"]])),
};
