/** The tool metrics: how much flows, how fast and how well. */
import type { Endpoint } from "@posthorn/contract/endpoint";
import * as metrics from "@posthorn/contract/metrics";
import * as z from "zod/mini";
import { counted } from "./answer.ts";
import { defineTool, described } from "./tool.ts";

interface Counted {
  endpoint: Endpoint;
  measures: readonly string[];
  dimensions: readonly string[];
}

const COUNTED = {
  requests: {
    endpoint: metrics.queryRequestMetrics,
    measures: metrics.REQUEST_MEASURES,
    dimensions: metrics.REQUEST_DIMENSIONS,
  },
  events: {
    endpoint: metrics.queryEventMetrics,
    measures: metrics.EVENT_MEASURES,
    dimensions: metrics.EVENT_DIMENSIONS,
  },
  attempts: {
    endpoint: metrics.queryAttemptMetrics,
    measures: metrics.ATTEMPT_MEASURES,
    dimensions: metrics.ATTEMPT_DIMENSIONS,
  },
  queue_depth: {
    endpoint: metrics.queryQueueDepthMetrics,
    measures: metrics.QUEUE_DEPTH_MEASURES,
    dimensions: metrics.QUEUE_DEPTH_DIMENSIONS,
  },
  transformations: {
    endpoint: metrics.queryTransformationMetrics,
    measures: metrics.TRANSFORMATION_MEASURES,
    dimensions: metrics.TRANSFORMATION_DIMENSIONS,
  },
} as const satisfies Readonly<Record<string, Counted>>;

type About = keyof typeof COUNTED;
// Safe: these are the keys of this very object, and there is one.
const ABOUTS = Object.keys(COUNTED) as [About, ...About[]];

const DAY_MS = 24 * 60 * 60 * 1000;

const names = (of: "measures" | "dimensions") =>
  ABOUTS.map((about) => `${about}: ${COUNTED[about][of].join(", ")}`).join("; ");

const Reply = z.object({
  data: z.array(z.unknown()),
  metadata: z.looseObject({ warning: z.optional(z.string()) }),
});

export const metricsTool = defineTool({
  name: "metrics",
  title: "Count and measure",
  description:
    "Counts, error rates, latencies and queue depths over time. Use it for questions such as which destination fails most, or whether traffic has changed. Latencies and ages are in milliseconds, rates between 0 and 1.",
  input: z.strictObject({
    about: z.enum(ABOUTS),
    measures: described(z.array(z.string()).check(z.minLength(1)), names("measures")),
    dimensions: described(z.optional(z.array(z.string())), `To split by. ${names("dimensions")}`),
    since: described(z.optional(z.string()), "A date in ISO 8601; the past 24 hours if left out"),
    until: described(z.optional(z.string()), "A date in ISO 8601; now if left out"),
    granularity: described(
      z.optional(z.string()),
      "The width of a time bucket: 5m, 1h, 1d. Without it there is one",
    ),
    filters: described(
      z.optional(z.record(z.string(), z.unknown())),
      'By the names of the dimensions: {"webhook_id":"web_…","status":["FAILED"]}',
    ),
  }),
  async run({ about, measures, dimensions, since, until, granularity, filters }, { client }) {
    const nowMs = client.serverNowMs();
    // A minute later, because ranges end at whole minutes and the last one counts.
    const end = until ?? new Date(nowMs + 60_000).toISOString();
    const start = since ?? new Date((Date.parse(end) || nowMs) - DAY_MS).toISOString();
    const reply = await client.raw(COUNTED[about].endpoint, {
      query: { date_range: { start, end }, granularity, measures, dimensions, filters },
    });
    const {
      data,
      metadata: { warning },
    } = z.parse(Reply, reply);
    return {
      says: [
        `${counted(data.length, "row")} from ${start} to ${end}. Buckets and groups without a value have no row.`,
        ...(warning === undefined ? [] : [warning]),
      ],
      data,
    };
  },
});
