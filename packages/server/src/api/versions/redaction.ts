/**
 * Which versions show what a source masks, and what was masked?
 *
 * A list of our own: since 2025-07-01 a source shows it where there is one. Older versions neither show nor take it, and a
 * source that such a caller writes keeps its list. What was masked in a payload is for our dashboard only.
 */
import { EventData } from "@posthorn/contract/events";
import { ShortEventData } from "@posthorn/contract/requests";
import { SourceConfig, SourceConfigInput } from "@posthorn/contract/sources";
import type { Difference } from "./difference.ts";
import { withoutFields } from "./fields.ts";

export const redactedPayload: Difference = {
  name: "redacted-payload",
  summary: "A payload does not say which of its values were masked",
  changes: [ShortEventData, EventData].map((of) => ({
    of,
    shape: (before) => withoutFields(before, "redaction"),
    answer: ({ redaction: _hidden, ...data }) => data,
  })),
};

export const noRedaction: Difference = {
  name: "no-redaction",
  summary: "A source neither shows nor takes a `redaction` list; it keeps the one that it has",
  changes: [
    {
      of: SourceConfig,
      shape: (before) => withoutFields(before, "redaction"),
      answer: ({ redaction: _hidden, ...config }) => config,
    },
    {
      of: SourceConfigInput,
      shape: (before) => withoutFields(before, "redaction"),
      // Keys that no source has are ignored, and this one must be, too.
      receive: ({ redaction: _ignored, ...config }) => config,
    },
  ],
};
