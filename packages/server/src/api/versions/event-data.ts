/** What did the data of an event hold before 2025-07-01? The received payload, without the next attempt's request. */
import { EventData } from "@posthorn/contract/events";
import type { Difference } from "./difference.ts";
import { withoutFields } from "./fields.ts";

export const shortEventData: Difference = {
  name: "short-event-data",
  summary: "The `data` of an event has no `url`, `method` and `appended_headers`",
  changes: [
    {
      of: EventData,
      shape: (before) => withoutFields(before, "url", "method", "appended_headers"),
      answer: ({ url: _url, method: _method, appended_headers: _names, ...data }) => data,
    },
  ],
};
