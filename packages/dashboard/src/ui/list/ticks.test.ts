import { expect, test } from "vitest";
import { allTicked, noTicks, stretchedTo, ticksOf, toggled } from "./ticks.ts";

const order = ["a", "b", "c", "d", "e"];
const none = noTicks("all");
const idsOf = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].toSorted();

test("a row is ticked and unticked", () => {
  const one = toggled(none, "b");

  expect(idsOf(one)).toEqual(["b"]);
  expect(idsOf(toggled(one, "b"))).toEqual([]);
});

test("Shift stretches a range from the last ticked row, in both directions, and makes it shorter again", () => {
  const far = stretchedTo(toggled(none, "b"), "d", order);
  expect(idsOf(far)).toEqual(["b", "c", "d"]);

  expect(idsOf(stretchedTo(far, "c", order))).toEqual(["b", "c"]);
  expect(idsOf(stretchedTo(far, "a", order))).toEqual(["a", "b"]);
});

test("a range leaves the other ticks alone", () => {
  expect(idsOf(stretchedTo(toggled(toggled(none, "e"), "a"), "b", order))).toEqual(["a", "b", "e"]);
});

test("without a ticked row the range begins where the person comes from", () => {
  expect(idsOf(stretchedTo(none, "c", order, "b"))).toEqual(["b", "c"]);
  expect(idsOf(stretchedTo(none, "c", order))).toEqual(["c"]);
});

test("a row that left the list begins no range", () => {
  expect(idsOf(stretchedTo(toggled(none, "gone"), "b", order))).toEqual(["b", "gone"]);
});

test("ticks end with the filters or the page that they belong to", () => {
  const all = allTicked("all", order);

  expect(idsOf(ticksOf(all, "all"))).toEqual(order);
  expect(idsOf(ticksOf(all, "failed"))).toEqual([]);
});
