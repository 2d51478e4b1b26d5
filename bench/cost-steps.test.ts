import { expect, test } from "vitest";
import { type CpuProfile, stepsOf } from "./cost-steps.ts";

const SOURCES = "file:///posthorn/packages/server/src";

/** Functions that call each other in this order, with their files. */
const called = (...frames: [functionName: string, url: string][]): CpuProfile["nodes"] =>
  frames.map(([functionName, url], index) => ({
    id: index + 1,
    callFrame: { functionName, url },
    children: index + 1 < frames.length ? [index + 2] : [],
  }));

const NODES = called(
  ["(root)", ""],
  ["onRequest", "node:_http_server"],
  ["decide", `${SOURCES}/pipeline/ingest/decide.ts`],
  ["query", "file:///posthorn/node_modules/pg/lib/client.js"],
  ["uncork", "node:internal/streams/writable"],
  ["Socket._writeGeneric", "node:net"],
  ["writev", ""],
);
const profileOf = (...samples: [node: number, us: number][]): CpuProfile => ({
  startTime: 1_000,
  nodes: [...NODES, { id: 9, callFrame: { functionName: "(idle)", url: "" } }],
  samples: samples.map(([node]) => node),
  timeDeltas: [0, ...samples.map(([, us]) => us)].slice(0, samples.length),
});
const ALWAYS = { fromUs: 0, toUs: 1_000_000 };
const END: [number, number] = [9, 0];

test("time counts for the innermost code that is ours or a library's", () => {
  const profile = profileOf([2, 5], [3, 7], [5, 11], [3, 13], END);

  expect(Object.fromEntries(stepsOf(profile, ALWAYS))).toEqual({
    "Node: reading sockets, HTTP parser, timers": 5,
    "pipeline/ingest": 20,
    pg: 11,
  });
});

test("writing to a socket is told apart, and waiting is left out", () => {
  const profile = profileOf([7, 5], [9, 100], [6, 7], END);

  expect(Object.fromEntries(stepsOf(profile, ALWAYS))).toEqual({ "pg, writing": 12 });
});

test("only what lies between the two times counts", () => {
  const profile = profileOf([3, 10], [3, 20], [3, 40], END);

  expect([...stepsOf(profile, { fromUs: 1_005, toUs: 1_025 }).values()]).toEqual([20]);
});
