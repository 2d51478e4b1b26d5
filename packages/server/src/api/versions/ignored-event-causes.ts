/**
 * Which ignored events does the public API know?
 *
 * It has four causes and no `updated_at`; we know one more cause. A duplicate is shown as filtered, because a rule of the
 * connection left it out. It has no `meta`: no part of the request failed to match.
 */
import { bulkRetryIgnoredEvents } from "@posthorn/contract/bulk";
import { IGNORED_CAUSES } from "@posthorn/contract/causes";
import { IgnoredEvent } from "@posthorn/contract/request-events";
import * as z from "zod/mini";
import { changedFilter } from "./changed-filter.ts";
import type { Difference } from "./difference.ts";
import { withFields, withoutFields } from "./fields.ts";

const shownCause = (cause: string) => (cause === "DUPLICATE" ? "FILTERED" : cause);
const SHOWN = IGNORED_CAUSES.filter((cause) => cause !== "DUPLICATE");

export const ignoredEventCauses: Difference = {
  name: "ignored-event-causes",
  summary:
    "An ignored event has no `updated_at` and no cause `DUPLICATE`: a duplicate is shown as `FILTERED` without `meta`, and found among the filtered",
  changes: [
    {
      of: IgnoredEvent,
      shape: (before) => withFields(withoutFields(before, "updated_at"), { cause: z.enum(SHOWN) }),
      answer: ({ updated_at: _updated, cause, ...rest }) => ({ ...rest, cause: shownCause(String(cause)) }),
    },
    ...changedFilter({
      queries: [bulkRetryIgnoredEvents.create.body.shape.query],
      field: "cause",
      shown: SHOWN,
      receive: (cause) => IGNORED_CAUSES.filter((canonical) => shownCause(canonical) === cause),
      answer: shownCause,
    }),
  ],
};
