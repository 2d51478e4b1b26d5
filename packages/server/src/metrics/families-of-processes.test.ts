import { expect, test } from "vitest";
import { exposition } from "./exposition.ts";
import { counter, gauge, histogram, labelled } from "./families.ts";
import { familiesOfProcesses } from "./families-of-processes.ts";

const of = (requests: number) => [
  counter("posthorn_requests", "Requests.", labelled("outcome", [["accepted", requests]])),
  gauge("posthorn_delay", "Delay.", requests / 10),
  histogram("posthorn_answer", "Answers.", [
    { labels: {}, bounds: [1], counts: [requests, 0], sum: requests },
  ]),
];

test("one answer has the series of all processes, each under its number, and each family once", () => {
  const text = exposition(
    familiesOfProcesses(
      new Map([
        [2, of(20)],
        [1, of(10)],
      ]),
    ),
    "text",
  );

  expect(text.match(/^# TYPE .*$/gm)).toHaveLength(3);
  expect(text).toContain(
    'posthorn_requests_total{outcome="accepted",process="1"} 10\nposthorn_requests_total{outcome="accepted",process="2"} 20\n',
  );
  expect(text).toContain('posthorn_delay{process="1"} 1\nposthorn_delay{process="2"} 2\n');
  expect(text).toContain('posthorn_answer_bucket{process="2",le="1"} 20');
});

test("a family that only one process has is there too", () => {
  const text = exposition(
    familiesOfProcesses(
      new Map([
        [1, []],
        [2, of(5)],
      ]),
    ),
    "text",
  );

  expect(text).toContain('posthorn_delay{process="2"} 0.5');
  expect(text).not.toContain('process="1"');
});
