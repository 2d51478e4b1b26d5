import { expect, test } from "vitest";
import { Histogram } from "../histogram.ts";
import { readExposition } from "../testing/read-exposition.ts";
import { exposition, formatAskedFor } from "./exposition.ts";
import { type MetricFamily, counter, gauge, histogram, labelled } from "./families.ts";

const took = new Histogram([0.5, 1]);
for (const seconds of [0.25, 0.75, 4]) took.observe(seconds);
const { bounds, counts, sum } = took;

const FAMILIES: MetricFamily[] = [
  counter("posthorn_requests", "Requests.", labelled("status", [[200, 3]])),
  gauge("posthorn_waiting", "What waits.", 1.5),
  gauge("posthorn_empty", "Nothing to say.", []),
  histogram("posthorn_took_seconds", "Time.", [{ labels: { kind: "a" }, bounds, counts, sum }]),
];

test("the text format names a counter by its samples", () => {
  expect(exposition(FAMILIES, "text")).toBe(`# HELP posthorn_requests_total Requests.
# TYPE posthorn_requests_total counter
posthorn_requests_total{status="200"} 3
# HELP posthorn_waiting What waits.
# TYPE posthorn_waiting gauge
posthorn_waiting 1.5
# HELP posthorn_took_seconds Time.
# TYPE posthorn_took_seconds histogram
posthorn_took_seconds_bucket{kind="a",le="0.5"} 1
posthorn_took_seconds_bucket{kind="a",le="1"} 2
posthorn_took_seconds_bucket{kind="a",le="+Inf"} 3
posthorn_took_seconds_sum{kind="a"} 5
posthorn_took_seconds_count{kind="a"} 3
`);
});

test("OpenMetrics names a counter without its suffix, writes whole bounds as floats, and ends", () => {
  const text = exposition(FAMILIES, "openmetrics");

  expect(text).toContain(`# TYPE posthorn_requests counter\nposthorn_requests_total{status="200"} 3\n`);
  expect(text).toContain(`le="1.0"} 2\n`);
  expect(text.endsWith('posthorn_took_seconds_count{kind="a"} 3\n# EOF\n')).toBe(true);
});

test.each(["text", "openmetrics"] as const)("any label comes back from %s as it was", (format) => {
  const label = 'a "quoted" \\ path\nand a line, and {braces}';
  const read = readExposition(exposition([gauge("x", "X.", labelled("name", [[label, 1]]))], format), format);

  expect(read.get("x")?.samples).toEqual([{ name: "x", labels: { name: label }, value: 1 }]);
});

test.each([
  [undefined, "text"],
  ["*/*", "text"],
  ["text/plain;version=0.0.4;q=0.5", "text"],
  ["application/openmetrics-text;version=1.0.0;q=0", "text"],
  ["application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1", "openmetrics"],
])("a scraper that accepts %s gets %s", (accept, format) => {
  expect(formatAskedFor(accept)).toBe(format);
});
