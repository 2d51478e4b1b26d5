/** What did a filtered event's `meta` say before 2024-09-01? The first part that did not match. */
import { IgnoredEvent } from "@posthorn/contract/request-events";
import { FILTER_PARTS } from "@posthorn/contract/rules";
import * as z from "zod/mini";
import type { Difference } from "./difference.ts";
import { withFields } from "./fields.ts";

export const ignoredEventMeta: Difference = {
  name: "ignored-event-meta",
  summary: "The `meta` of a filtered event is one of the parts that did not match, not a list of them",
  changes: [
    {
      of: IgnoredEvent,
      shape: (before) =>
        withFields(before, {
          meta: z.nullable(z.union([z.enum(FILTER_PARTS), z.object({ transformation_id: z.string() })])),
        }),
      answer: ({ meta, ...rest }) => ({ ...rest, meta: Array.isArray(meta) ? (meta[0] ?? null) : meta }),
    },
  ],
};
