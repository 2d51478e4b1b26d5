import { STEPS_PER_MATCH } from "@posthorn/contract/filter/budget";
import { expect, test } from "vitest";
import { createFilterTurns } from "./filter-turns.ts";

function given(...waiting: string[]) {
  const turns = createFilterTurns<{ teamKey: string; name: string }>();
  const add = (name: string) => turns.add({ teamKey: name.slice(0, 1), name });
  /** Takes what is next until nothing waits; each match costs the same. */
  function decideAll(steps: number): string[] {
    const decided: string[] = [];
    for (let match = turns.take(); match; match = turns.take()) {
      decided.push(match.name);
      turns.spent(match, steps);
    }
    return decided;
  }
  waiting.forEach(add);
  return { turns, add, decideAll };
}

test("a project with many costly matches waits for itself: every other project has its turn after one of them", () => {
  const { decideAll } = given("a1", "a2", "a3", "a4", "b1", "c1", "c2");

  expect(decideAll(STEPS_PER_MATCH)).toEqual(["a1", "b1", "c1", "a2", "c2", "a3", "a4"]);
});

test("matches that cost little follow each other until they have used a turn", () => {
  const { decideAll } = given("a1", "a2", "a3", "a4", "a5", "b1", "b2");

  expect(decideAll(STEPS_PER_MATCH / 2)).toEqual(["a1", "a2", "b1", "b2", "a3", "a4", "a5"]);
});

test("a project that asks for one match at a time waits for the others after each of them", () => {
  const { turns, add } = given("a1", "b1", "b2");

  expect(turns.take()?.name).toBe("a1");
  expect(turns.take()?.name).toBe("b1");
  add("a2");
  turns.spent({ teamKey: "b", name: "b1" }, STEPS_PER_MATCH);
  expect(turns.take()?.name).toBe("a2");
});

test("a match that is put back is the next of its project, and none is lost", () => {
  const { turns } = given("a1", "a2", "b1");
  const first = turns.take();
  if (!first) throw new Error("three matches wait");

  turns.putBack(first);

  expect(turns.take()?.name).toBe("a1");
  expect(turns.clear().map(({ name }) => name)).toEqual(["a2", "b1"]);
  expect(turns.take()).toBeNull();
});
