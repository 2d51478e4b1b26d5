/**
 * How do requests differ from our own shape? Public versions have no status of ours, and know only whether a request was
 * verified, not why it was not. Before 2025-07-01 there was one more field, and there were fewer filters.
 */
import { bulkRetryRequests } from "@posthorn/contract/bulk";
import { Request, listRequests } from "@posthorn/contract/requests";
import * as z from "zod/mini";
import type { Change, Difference } from "./difference.ts";
import { withFields, withoutFields } from "./fields.ts";

export const requestVerified: Difference = {
  name: "request-verified",
  summary:
    "A request has no `status`, `retried` and `verification_failure`, and `verified` is false where nothing was verified, whether it was asked for or not",
  changes: [
    {
      of: Request,
      shape: (before) =>
        withFields(withoutFields(before, "status", "retried", "verification_failure"), {
          verified: z.boolean(),
        }),
      answer: ({
        status: _status,
        retried: _retried,
        verification_failure: _failure,
        verified,
        ...request
      }) => ({ ...request, verified: verified === true }),
    },
  ],
};

export const requestPriority: Difference = {
  name: "request-priority",
  summary: "A request has an `ingest_priority`, which is always null: all are equal",
  changes: [
    {
      of: Request,
      shape: (before) => withFields(before, { ingest_priority: z.null() }),
      answer: (request) => ({ ...request, ingest_priority: null }),
    },
  ],
};

export const requestFilters: Difference = {
  name: "request-filters",
  summary: "Requests cannot be filtered by `created_at` and `cli_events_count`",
  changes: [listRequests.query, bulkRetryRequests.create.body.shape.query].map((of): Change => ({
    of,
    shape: (before) => withoutFields(before, "created_at", "cli_events_count"),
  })),
};
