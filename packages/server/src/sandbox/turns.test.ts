import { expect, test } from "vitest";
import { BATCH_MAX_CHARACTERS, BATCH_MAX_JOBS } from "./limits.ts";
import { type Turn, createTurns } from "./turns.ts";

interface Named extends Turn {
  name: string;
}

function given(names: string[], more: Partial<Named> = {}) {
  const turns = createTurns<Named>();
  for (const name of names) turns.add(named(name, more));
  return turns;
}

/** "a1" is the first job of key "a". */
function named(name: string, more: Partial<Named> = {}): Named {
  return { name, fairnessKey: name.charAt(0), characters: 1, isSuspect: false, ...more };
}

const ANY = { jobs: BATCH_MAX_JOBS, mayBeSlow: true };
const names = (batch: { jobs: Named[] } | null) => batch?.jobs.map(({ name }) => name);

test("keys take turns, and within a key the order is kept", () => {
  const turns = given(["a1", "a2", "a3", "b1", "c1", "b2"]);

  expect(names(turns.take(ANY))).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  expect(turns.take(ANY)).toBeNull();
  expect(turns.waiting).toBe(0);
});

test("a key that had its turn is behind the others in the next batch too", () => {
  const turns = given(["a1", "a2", "a3", "b1"]);

  expect(names(turns.take({ jobs: 1, mayBeSlow: true }))).toEqual(["a1"]);
  expect(names(turns.take({ jobs: 2, mayBeSlow: true }))).toEqual(["b1", "a2"]);
});

test("a batch has no more than so many jobs, and no more than so much text beside its first", () => {
  const many = given(Array.from({ length: 40 }, (_job, at) => `a${at}`));
  const large = given(["a1", "b1"], { characters: BATCH_MAX_CHARACTERS });

  expect(many.take({ jobs: 100, mayBeSlow: true })?.jobs).toHaveLength(BATCH_MAX_JOBS);
  expect(names(large.take(ANY))).toEqual(["a1"]);
  expect(names(large.take(ANY))).toEqual(["b1"]);
});

test("jobs of a slow key travel with none but their own", () => {
  const turns = given(["a1", "b1", "a2", "c1"]);
  turns.noteSpeed("a", true);

  expect(turns.take(ANY)).toMatchObject({ jobs: [{ name: "a1" }, { name: "a2" }], isSlow: true });
  expect(turns.take(ANY)).toMatchObject({ jobs: [{ name: "b1" }, { name: "c1" }], isSlow: false });
});

test("a slow key waits while no more slow ones may run, and others pass it", () => {
  const turns = given(["a1", "b1"]);
  turns.noteSpeed("a", true);

  expect(names(turns.take({ jobs: 5, mayBeSlow: false }))).toEqual(["b1"]);
  expect(turns.take({ jobs: 5, mayBeSlow: false })).toBeNull();
  turns.noteSpeed("a", false);
  expect(names(turns.take({ jobs: 5, mayBeSlow: false }))).toEqual(["a1"]);
});

test("a suspect travels alone", () => {
  const turns = given(["a1", "b1"]);
  turns.putBack(named("a0", { isSuspect: true }));

  expect(names(turns.take(ANY))).toEqual(["a0"]);
  expect(names(turns.take(ANY))).toEqual(["b1", "a1"]);
});

test("what is put back is the next of its key", () => {
  const turns = given(["a2", "a3"]);
  turns.putBack(named("a1"));

  expect(turns.waiting).toBe(3);
  expect(names(turns.take(ANY))).toEqual(["a1", "a2", "a3"]);
});

test("clearing gives everything that waits, in order", () => {
  const turns = given(["a2", "b1"]);
  turns.putBack(named("a1"));

  expect(turns.clear().map(({ name }) => name)).toEqual(["a1", "a2", "b1"]);
  expect(turns.waiting).toBe(0);
});
