/** What did a retry of an event answer before 2024-09-01? The event, and a field for its attempt beside it. */
import { retryEvent } from "@posthorn/contract/events";
import * as z from "zod/mini";
import type { Difference } from "./difference.ts";

export const eventRetryPair: Difference = {
  name: "event-retry-pair",
  summary:
    "`POST /events/{id}/retry` answers `{event, attempt}`; the attempt is null, because it is yet to be made",
  changes: [
    {
      of: { replyOf: retryEvent },
      shape: (event) => z.object({ event, attempt: z.null() }),
      answer: (event) => ({ event, attempt: null }),
    },
  ],
};
