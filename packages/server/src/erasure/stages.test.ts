import { expect, test } from "vitest";
import { percentOf, STAGES, stageAfter } from "./stages.ts";

const at = { pass: 1, oldestMs: 1_000, lastMs: 2_000 };

test("the stages follow each other to their end", () => {
  expect(STAGES.map(stageAfter)).toEqual([...STAGES.slice(1), null]);
});

test("progress only grows, from the plan to its end and from the erasure to its end", () => {
  const places = STAGES.flatMap((stage) => [0, 1_000, 1_500, 2_000].map((doneMs) => ({ stage, doneMs })));
  const plan = places.map((place) => percentOf({ ...at, ...place, state: "planning" }));
  const erasure = [
    ...places.map((place) => percentOf({ ...at, ...place, state: "erasing" })),
    percentOf({ ...at, state: "settling", stage: "payloads", doneMs: 2_000 }),
    ...places.map((place) => percentOf({ ...at, ...place, pass: 2, state: "erasing" })),
    percentOf({ ...at, state: "completed", stage: "payloads", doneMs: 2_000 }),
  ];

  for (const row of [plan, erasure]) expect(row).toEqual(row.toSorted((a, b) => a - b));
  expect([plan[0], plan.at(-1)]).toEqual([0, 99]);
  expect([erasure[0], erasure.at(-1)]).toEqual([0, 100]);
});

test("a project without any data is done at once", () => {
  expect(
    percentOf({ state: "planning", pass: 1, stage: "payloads", doneMs: 0, oldestMs: 5, lastMs: 5 }),
  ).toBe(0);
});
