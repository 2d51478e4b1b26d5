/** How did an ignored event look before 2024-09-01? Its `meta` was the first part that did not match. */
import { Timestamp } from "@posthorn/contract/lists";
import { IgnoredEvent } from "@posthorn/contract/request-events";
import { FILTER_PARTS } from "@posthorn/contract/rules";
import * as z from "zod/mini";
import type { Difference } from "./difference.ts";
import { withFields } from "./fields.ts";

export const ignoredEventMeta: Difference = {
  name: "ignored-event-meta",
  summary:
    "The `meta` of a filtered event is one of the parts that did not match, not a list of them. An ignored event has an `updated_at`",
  changes: [
    {
      of: IgnoredEvent,
      shape: (before) =>
        withFields(before, {
          updated_at: Timestamp,
          meta: z.nullable(z.union([z.enum(FILTER_PARTS), z.object({ transformation_id: z.string() })])),
        }),
      answer: ({ meta, ...rest }) => ({
        ...rest,
        meta: Array.isArray(meta) ? (meta[0] ?? null) : meta,
        updated_at: rest["created_at"],
      }),
    },
  ],
};
