import { expect, test } from "vitest";
import { eventIdBytes, newRequestIdBytes } from "../ids.ts";
import { attemptSpanId, isTracedAt, spanIdOf, traceOf, traceparentOf } from "./trace.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

test("without a sender's trace, the request's own id is the trace, the same for every process", () => {
  const id = newRequestIdBytes();

  const trace = traceOf(id, ["content-type", "application/json"]);

  expect(trace).toEqual({ id: id.toString("hex"), root: spanIdOf(id, "request"), sender: null });
  expect(traceOf(Buffer.from(id), [])).toEqual(trace);
});

test("a sender's trace is continued, whatever the letter case of its header", () => {
  const id = newRequestIdBytes();

  const trace = traceOf(id, ["TraceParent", `00-${TRACE}-${SPAN}-00`]);

  expect(trace).toEqual({ id: TRACE, root: spanIdOf(id, "request"), sender: SPAN });
});

test.each([
  ["nonsense", ["traceparent", "nonsense"]],
  ["capitals", ["traceparent", `00-${TRACE.toUpperCase()}-${SPAN}-01`]],
  ["no trace", ["traceparent", `00-${"0".repeat(32)}-${SPAN}-01`]],
  ["no span", ["traceparent", `00-${TRACE}-${"0".repeat(16)}-01`]],
  ["an unknown version", ["traceparent", `ff-${TRACE}-${SPAN}-01`]],
  ["two", ["traceparent", `00-${TRACE}-${SPAN}-01`, "traceparent", `00-${TRACE}-${SPAN}-01`]],
])("a traceparent with %s is no trace", (_, headers) => {
  expect(traceOf(newRequestIdBytes(), headers).sender).toBeNull();
});

test("the ratio decides how many requests are traced; 1 is all of them", () => {
  const ids = Array.from({ length: 4_000 }, newRequestIdBytes);

  expect(ids.every((id) => isTracedAt(1, id))).toBe(true);
  const traced = ids.filter((id) => isTracedAt(0.25, id));
  expect(traced.length / ids.length).toBeCloseTo(0.25, 1);
  expect(traced.every((id) => isTracedAt(0.5, id))).toBe(true);
});

test("spans of different steps, events and attempts have different ids", () => {
  const request = newRequestIdBytes();
  const [first, second] = [eventIdBytes(request, 1), eventIdBytes(request, 2)];

  const ids = [
    spanIdOf(request, "request"),
    spanIdOf(request, "route"),
    attemptSpanId(first, 1),
    attemptSpanId(first, 2),
    attemptSpanId(second, 1),
  ];

  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{16}$/);
  expect(traceparentOf(traceOf(request, []), attemptSpanId(first, 1))).toMatch(
    /^00-[\da-f]{32}-[\da-f]{16}-01$/,
  );
});
