/** What can be counted over time above a list, by what is it split, and in which words and colours? */
import type { IgnoredCause } from "@posthorn/contract/causes";
import type { Endpoint } from "@posthorn/contract/endpoint";
import {
  getEventHistogram,
  getExecutionHistogram,
  getIgnoredEventHistogram,
  getRequestHistogram,
} from "@posthorn/contract/histograms";
import { EVENT_STATUS_LABELS, IGNORED_CAUSE_LABELS, REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
import type { ChartTone } from "../../../ui/charts/chart-series.ts";
import { EVENT_STATUS_TONES } from "../../events/event-status-tones.ts";
import { LOG_LEVEL_LABELS, LOG_LEVEL_TONES } from "../../transformations/log-level-badge.tsx";

export const HISTOGRAM_KINDS = ["requests", "events", "executions", "ignored_events"] as const;
export type HistogramKind = (typeof HISTOGRAM_KINDS)[number];

export interface HistogramPart {
  /** The value of the dimension; null: requests without a rejection cause. */
  value: string | null;
  name: string;
  tone: ChartTone;
}

interface Kind {
  endpoint: Endpoint;
  label: string;
  /** The list below polls, and the bars with it. */
  isLive: boolean;
  /** From the bottom of a bar to its top. */
  parts: readonly HistogramPart[];
}

function partsOf<Value extends string>(
  labels: Record<Value, string>,
  toneOf: (value: Value) => ChartTone,
): HistogramPart[] {
  // Safe: the labels have exactly these keys.
  return (Object.keys(labels) as Value[]).map((value) => ({
    value,
    name: labels[value],
    tone: toneOf(value),
  }));
}

/** A filter or a duplicate is what a person asked for; a failed transformation is not. In the order of a bar's parts. */
const IGNORED_CAUSE_TONES: readonly (readonly [IgnoredCause, ChartTone])[] = [
  ["FILTERED", "off"],
  ["DUPLICATE", "ink"],
  ["DISABLED", "hold"],
  ["CLI_DISCONNECTED", "late"],
  ["TRANSFORMATION_FAILED", "bad"],
];
const IGNORED_CAUSE_PARTS: readonly HistogramPart[] = IGNORED_CAUSE_TONES.map(([value, tone]) => ({
  value,
  name: IGNORED_CAUSE_LABELS[value],
  tone,
}));

export const KINDS: Record<HistogramKind, Kind> = {
  requests: {
    endpoint: getRequestHistogram,
    label: "Requests",
    isLive: true,
    parts: [
      { value: null, name: "Accepted", tone: "ok" },
      // The specification treats a request without a connection as accepted.
      ...partsOf(REJECTION_CAUSE_LABELS, (cause) => (cause === "NO_CONNECTION" ? "off" : "bad")),
    ],
  },
  events: {
    endpoint: getEventHistogram,
    label: "Events",
    isLive: true,
    parts: partsOf(EVENT_STATUS_LABELS, (status) => EVENT_STATUS_TONES[status]),
  },
  executions: {
    endpoint: getExecutionHistogram,
    label: "Executions",
    isLive: false,
    parts: partsOf(LOG_LEVEL_LABELS, (level) => LOG_LEVEL_TONES[level]),
  },
  ignored_events: {
    endpoint: getIgnoredEventHistogram,
    label: "Ignored events",
    isLive: true,
    parts: IGNORED_CAUSE_PARTS,
  },
};
