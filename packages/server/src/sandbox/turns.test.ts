import { expect, test } from "vitest";
import { BATCH_MAX_CHARACTERS, BATCH_MAX_JOBS, RUN_MAX_MS, SLOW_RUN_MS } from "./limits.ts";
import { type Turn, createTurns } from "./turns.ts";

interface Named extends Turn {
  name: string;
}

function given(names: string[], more: Partial<Named> = {}) {
  const turns = createTurns<Named>();
  for (const name of names) turns.add(named(name, more));
  return turns;
}

/** "ax1" is the first job of connection "ax", which belongs to project "a". */
function named(name: string, more: Partial<Named> = {}): Named {
  return { name, ...keys(name), characters: 1, isSuspect: false, ...more };
}

const keys = (name: string) => ({ projectKey: name.charAt(0), connectionKey: name.slice(0, 2) });
const ANY = { jobs: BATCH_MAX_JOBS, mayBeSlow: true, nowMs: 0 };
const ONE = { ...ANY, jobs: 1 };
const names = (batch: { jobs: Named[] } | null) => batch?.jobs.map(({ name }) => name);

test("projects take turns, and within a connection the order is kept", () => {
  const turns = given(["ax1", "ax2", "ax3", "bx1", "cx1", "bx2"]);

  expect(names(turns.take(ANY))).toEqual(["ax1", "bx1", "cx1", "ax2", "bx2", "ax3"]);
  expect(turns.take(ANY)).toBeNull();
  expect(turns.waiting).toBe(0);
});

test("a project has one turn, however many connections it has, and these take turns too", () => {
  const turns = given(["ax1", "ax2", "ay1", "az1", "bx1", "bx2"]);

  expect(names(turns.take(ANY))).toEqual(["ax1", "bx1", "ay1", "bx2", "az1", "ax2"]);
});

test("a project that had its turn is behind the others in the next batch too", () => {
  const turns = given(["ax1", "ax2", "ax3", "bx1"]);

  expect(names(turns.take(ONE))).toEqual(["ax1"]);
  expect(names(turns.take({ ...ANY, jobs: 2 }))).toEqual(["bx1", "ax2"]);
});

test("the time that was used counts, not the number of runs", () => {
  const turns = given(["ax1", "ax2", "bx1", "bx2", "bx3", "bx4"]);
  turns.ran(keys("ax"), 40, 0);
  for (let run = 0; run < 5; run++) turns.ran(keys("bx"), 1, 0);

  expect(names(turns.take({ ...ANY, jobs: 4 }))).toEqual(["bx1", "bx2", "bx3", "bx4"]);
});

test("time that was used long ago counts less than little time of late", () => {
  const turns = given(["ax1", "bx1"]);
  turns.ran(keys("ax"), 40, 0);
  turns.ran(keys("bx"), 1, 120_000);

  expect(names(turns.take({ ...ONE, nowMs: 120_000 }))).toEqual(["ax1"]);
});

test("projects that always wait get equal times, however long their runs are", () => {
  const turns = createTurns<Named>();
  const runMs = { ax: 1, bx: 5, cx: 40 };
  const usedMs = { ax: 0, bx: 0, cx: 0 };
  for (const key of Object.keys(runMs)) turns.add(named(`${key}1`));

  for (let nowMs = 0; nowMs < 100_000;) {
    const [job] = turns.take({ ...ONE, nowMs })?.jobs ?? [];
    if (!job) throw new Error("a job waits, and none was taken");
    const key = job.connectionKey as keyof typeof runMs; // every job has one of these
    nowMs += runMs[key];
    usedMs[key] += runMs[key];
    turns.ran(job, runMs[key], nowMs);
    turns.add(job);
  }

  // A tenth of a millisecond for each job makes short runs a little dearer.
  for (const ms of Object.values(usedMs)) expect(Math.abs(ms - 33_333)).toBeLessThan(2_500);
});

test("a batch has no more than so many jobs, and no more than so much text beside its first", () => {
  const many = given(Array.from({ length: 40 }, (_job, at) => `ax${at}`));
  const large = given(["ax1", "bx1"], { characters: BATCH_MAX_CHARACTERS });

  expect(many.take({ ...ANY, jobs: 100 })?.jobs).toHaveLength(BATCH_MAX_JOBS);
  expect(names(large.take(ANY))).toEqual(["ax1"]);
  expect(names(large.take(ANY))).toEqual(["bx1"]);
});

test("jobs of a slow connection travel with none but their own", () => {
  const turns = given(["ax1", "ay1", "ax2", "by1"]);
  turns.ran(keys("ax"), SLOW_RUN_MS, 0);
  turns.ran(keys("by"), RUN_MAX_MS, 0);

  expect(turns.take(ANY)).toMatchObject({ jobs: [{ name: "ax1" }, { name: "ax2" }], isSlow: true });
  expect(turns.take(ANY)).toMatchObject({ jobs: [{ name: "ay1" }], isSlow: false });
  expect(turns.take(ANY)).toMatchObject({ jobs: [{ name: "by1" }], isSlow: true });
});

test("while others are around, all connections of a project are slow if one was slow of late", () => {
  const turns = given(["bx0"]);
  turns.take(ANY);
  turns.ran(keys("ax"), RUN_MAX_MS, 0);
  turns.ran(keys("ax"), 1, 0); // the last run was quick
  const mayNotBeSlow = { ...ANY, mayBeSlow: false };

  for (const name of ["ax1", "ay1", "bx1"]) turns.add(named(name));
  expect(names(turns.take({ ...mayNotBeSlow, nowMs: 30_000 }))).toEqual(["bx1"]);
  expect(turns.take({ ...mayNotBeSlow, nowMs: 30_000 })).toBeNull();
  expect(turns.take({ ...ANY, nowMs: 30_000 })).toMatchObject({ jobs: [{ name: "ax1" }], isSlow: true });
  // A second of slow code is forgiven after less than a minute.
  const later = turns.take({ ...mayNotBeSlow, nowMs: 60_000 });
  expect(later).toMatchObject({ jobs: [{ name: "ay1" }], isSlow: false });
});

test("a project that is alone leaves a child free only from its slow connections", () => {
  const turns = given(["ax1", "ay1"]);
  turns.ran(keys("ax"), RUN_MAX_MS, 0);

  expect(names(turns.take({ ...ANY, mayBeSlow: false }))).toEqual(["ay1"]);
  expect(turns.take({ ...ANY, mayBeSlow: false })).toBeNull();
});

test("a suspect travels alone, and counts as slow", () => {
  const turns = given(["ax1", "bx1"]);
  turns.putBack(named("ax0", { isSuspect: true }));

  expect(names(turns.take({ ...ANY, mayBeSlow: false }))).toEqual(["bx1"]);
  expect(turns.take(ANY)).toMatchObject({ jobs: [{ name: "ax0" }], isSlow: true });
  expect(names(turns.take(ANY))).toEqual(["ax1"]);
});

test("what is put back is the next of its connection", () => {
  const turns = given(["ax2", "ax3"]);
  turns.putBack(named("ax1"));

  expect(turns.waiting).toBe(3);
  expect(names(turns.take(ANY))).toEqual(["ax1", "ax2", "ax3"]);
});

test("clearing gives everything that waits, in order", () => {
  const turns = given(["ax2", "bx1"]);
  turns.putBack(named("ax1"));

  expect(turns.clear().map(({ name }) => name)).toEqual(["ax1", "ax2", "bx1"]);
  expect(turns.waiting).toBe(0);
});
