import { afterEach, expect, test } from "vitest";
import { newRequestIdBytes } from "../ids.ts";
import { createLog } from "../log.ts";
import { type Span, spanIdOf, traceOf } from "../pipeline/trace.ts";
import { startFarEnd } from "../testing/gateway.ts";
import { readOtlpSpans } from "../testing/read-otlp.ts";
import { createSpanExport } from "./span-export.ts";

const ends: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

function spans(count: number): Span[] {
  const request = newRequestIdBytes();
  const trace = traceOf(request, []);
  return Array.from({ length: count }, (_, at) => ({
    trace,
    id: spanIdOf(request, String(at)),
    parent: trace.root,
    name: "step",
    kind: "internal",
    startMs: 1,
    endMs: 2,
    isFailed: false,
    attributes: {},
  }));
}

async function given(answer?: Parameters<typeof startFarEnd>[0], limits?: { stopWithinMs: number }) {
  const receiver = await startFarEnd(answer);
  ends.push(() => receiver.close());
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const exporting = createSpanExport(
    { url: receiver.url, headers: {} },
    { log, version: "1", pushEveryMs: 5, ...limits },
  );
  return { receiver, lines, exporting };
}

test("a stop sends what still waits", async () => {
  // A busy machine may need more than the second that a stop waits otherwise.
  const { receiver, exporting } = await given((_, response) => response.end(), { stopWithinMs: 60_000 });

  exporting.record(spans(1_200));
  await exporting.stop();

  expect(receiver.received.flatMap(({ body }) => readOtlpSpans(body).spans)).toHaveLength(1_200);
  expect(exporting.counts).toEqual({ exported: 1_200, dropped: 0 });
});

test("while a receiver does not answer, spans wait up to a bound, and further ones are dropped and counted", async () => {
  const { receiver, exporting } = await given(() => undefined);
  exporting.record(spans(600));
  await receiver.arrivals(1);

  for (let round = 0; round < 20; round++) exporting.record(spans(512));

  expect(exporting.waiting()).toBeLessThanOrEqual(8_192);
  expect(exporting.waiting() + exporting.counts.dropped).toBe(600 - 512 + 20 * 512);
  expect(exporting.counts.dropped).toBeGreaterThan(0);
  await exporting.stop();
  expect(receiver.received).toHaveLength(1); // the stop did not wait for the next push
});

test("spans that a receiver refuses are dropped, and the log says so once", async () => {
  const { receiver, lines, exporting } = await given((_, response) => {
    response.statusCode = 503;
    response.end();
  });

  exporting.record(spans(1));
  await receiver.arrivals(1);
  exporting.record(spans(2));
  await receiver.arrivals(2);
  await exporting.stop();

  expect(exporting.counts).toEqual({ exported: 0, dropped: 3 });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: "traces.not_exported", status: 503 },
  ]);
});
