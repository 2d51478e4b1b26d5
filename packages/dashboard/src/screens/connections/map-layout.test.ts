import { expect, test } from "vitest";
import { CARD_PX, groupsOf, layOut, NODE_PX, type MapEnds, type MapNode } from "./map-layout.ts";

const wire = (id: string, source: string, destination: string): MapEnds => ({
  id,
  source: { id: source },
  destination: { id: destination },
});

const many = Array.from({ length: 200 }, (_one, at) =>
  wire(`web_${at}`, `src_${at % 40}`, `des_${(at * 7) % 60}`),
);

function expectApart(nodes: readonly MapNode[], heightPx: number): void {
  for (const [at, node] of nodes.entries()) {
    expect(node.topPx).toBeGreaterThanOrEqual(0);
    const before = nodes[at - 1];
    if (before) expect(node.topPx - before.topPx).toBeGreaterThan(heightPx);
  }
}

test("a source stands in the middle of its connections, and its group stays together", () => {
  const map = layOut([wire("a", "s1", "d1"), wire("b", "s2", "d1"), wire("c", "s1", "d2")], "source");

  expect(map.connections.map(({ id }) => id)).toEqual(["a", "c", "b"]);
  const [a, c] = map.connections;
  const middle = ((a?.topPx ?? 0) + (c?.topPx ?? 0) + CARD_PX) / 2;
  expect(map.sources[0]).toEqual({ id: "s1", topPx: middle - NODE_PX / 2 });
});

test("grouped by destination it is the other way around, and without groups the list keeps its order", () => {
  const list = [wire("a", "s1", "d1"), wire("b", "s2", "d2"), wire("c", "s1", "d2"), wire("d", "s3", "d1")];

  expect(layOut(list, "destination").connections.map(({ id }) => id)).toEqual(["a", "d", "b", "c"]);
  expect(layOut(list, "none").connections.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  expect(groupsOf(list, "source").map((group) => group.map(({ id }) => id))).toEqual([
    ["a", "c"],
    ["b"],
    ["d"],
  ]);
});

test.each(["source", "destination", "none"] as const)(
  "two hundred connections by %s never overlap and stay inside the drawing",
  (grouping) => {
    const map = layOut(many, grouping);

    expect([map.sources.length, map.connections.length, map.destinations.length]).toEqual([40, 200, 60]);
    expectApart(map.connections, CARD_PX);
    for (const ends of [map.sources, map.destinations]) expectApart(ends, NODE_PX);
    for (const { topPx } of [...map.sources, ...map.destinations])
      expect(topPx + NODE_PX).toBeLessThanOrEqual(map.heightPx);
    expect(map.wires).toHaveLength(200);
  },
);

test("many destinations of one connection each make the drawing taller than its connections", () => {
  const map = layOut(
    Array.from({ length: 30 }, (_one, at) => wire(`w${at}`, "s", `d${at}`)),
    "source",
  );

  expectApart(map.destinations, NODE_PX);
  expect(map.heightPx).toBeGreaterThanOrEqual((map.destinations.at(-1)?.topPx ?? 0) + NODE_PX);
});

test("a wire leaves its source and reaches its destination at a port of its own", () => {
  const map = layOut([wire("a", "s", "d"), wire("b", "s", "d")], "source");

  expect(map.wires.map(({ ports }) => ports)).toEqual(["M200 45h0M800 27h0", "M200 55h0M800 37h0"]);
  expect(map.wires[0]?.path).toBe("M200 45C245 45 245 24 290 24M700 24C750 24 750 27 800 27");
});

test("an end far away gets no wire across the page but a stub, and the whole wire once it is lit", () => {
  const map = layOut(
    [
      wire("first", "s0", "far"),
      ...Array.from({ length: 30 }, (_one, at) => wire(`w${at}`, `s${at}`, `d${at}`)),
      wire("last", "s31", "far"),
    ],
    "source",
  );

  const last = map.wires.find(({ id }) => id === "last");
  expect(map.stubs).toEqual([{ id: "last", end: "destination", centrePx: expect.any(Number) }]);
  expect(last?.path).toMatch(/M700 [\d.]+h12$/);
  expect(last?.ports).not.toContain("M800");
  expect(last?.whole.path).toMatch(/M700 [\d.]+C750 [\d.]+ 750 [\d.]+ 800 /);
  expect(last?.whole.ports).toContain("M800");
});

test.each(["source", "destination", "none"] as const)(
  "of two hundred connections by %s, few wires pass the same height",
  (grouping) => {
    const map = layOut(many, grouping);
    const spans = map.wires.flatMap(({ path }) =>
      [...path.matchAll(/M[\d.]+ ([\d.]+)C[^M]* ([\d.]+)(?=M|$)/g)].map(([, from, to]) =>
        [Number(from), Number(to)].toSorted((a, b) => a - b),
      ),
    );
    const passing = (heightPx: number) =>
      spans.filter(([upper = 0, lower = 0]) => upper < heightPx && heightPx < lower).length;

    const most = Math.max(...map.connections.map(({ topPx }) => passing(topPx)));
    expect(most).toBeLessThan(30);
  },
);

test("one source with two hundred destinations does not run away from them", () => {
  const fan = Array.from({ length: 200 }, (_one, at) => wire(`w${at}`, "s", `d${at}`));
  const map = layOut(fan, "source");

  const distances = map.connections.map(({ topPx }, at) =>
    Math.abs(topPx + CARD_PX / 2 - ((map.destinations[at]?.topPx ?? 0) + NODE_PX / 2)),
  );
  expect(Math.max(...distances)).toBeLessThanOrEqual(240);
});

test("nothing to show has no height to scroll", () => {
  expect(layOut([], "source")).toMatchObject({ sources: [], connections: [], destinations: [], wires: [] });
});
