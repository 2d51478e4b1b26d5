import * as fc from "fast-check";
import { expect, test } from "vitest";
import { lineOf, lineText, shareOut } from "./claim-turns.ts";

const dueAs = (connectionKey: string, destinationKey: string) => ({
  connectionKey,
  group: null,
  destinationKey,
  most: Number.POSITIVE_INFINITY,
});
const due = (...names: string[]) => names.map((name) => dueAs(name, name.slice(0, 1)));
const counts = (shares: ReturnType<typeof shareOut>) =>
  Object.fromEntries(shares.map((share) => [share.connectionKey, share.count]));

test("connections with a backlog get the same, and what one cannot use goes to the others", () => {
  expect(counts(shareOut(due("a", "b", "c"), 90, () => 1_000))).toEqual({ a: 30, b: 30, c: 30 });
  expect(
    counts(shareOut(due("a", "b", "c"), 90, ({ destinationKey }) => (destinationKey === "a" ? 10 : 1_000))),
  ).toEqual({ a: 10, b: 40, c: 40 });
});

test("a destination without room gets nothing and costs the others nothing", () => {
  expect(
    counts(shareOut(due("a", "b"), 90, ({ destinationKey }) => (destinationKey === "a" ? 0 : 1_000))),
  ).toEqual({ b: 90 });
  expect(shareOut(due("a", "b"), 90, () => 0)).toEqual([]);
});

test("connections to one destination share its room", () => {
  expect(counts(shareOut(due("a1", "a2", "b"), 90, () => 20))).toEqual({ a1: 14, a2: 6, b: 20 });
});

test("with more connections than places the first of the list get one each", () => {
  expect(counts(shareOut(due("a", "b", "c"), 2, () => 10))).toEqual({ a: 1, b: 1 });
});

test("never more than the places or any room, and nothing left while somebody could use it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 60 }),
      fc.integer({ min: 0, max: 300 }),
      (rooms, places) => {
        const list = rooms.map((_, index) => dueAs(`${index}`, `${index}`));
        const shares = shareOut(list, places, (one) => rooms[Number(one.connectionKey)] ?? 0);

        const given = shares.reduce((total, share) => total + share.count, 0);
        const wanted = rooms.reduce((total, room) => total + room, 0);
        expect(given).toBe(Math.min(places, wanted));
        for (const share of shares)
          expect(share.count).toBeLessThanOrEqual(rooms[Number(share.connectionKey)] ?? 0);
      },
    ),
    { numRuns: 2_000, seed: 20_261_115 },
  );
});

test("a line gets no more than its group takes, and one that takes none is no sharer", () => {
  const [a1, a2, a3] = due("a1", "a2", "a3");
  if (!a1 || !a2 || !a3) throw new Error("three lines");

  expect(counts(shareOut([{ ...a1, most: 0 }, { ...a2, most: 3 }, a3], 90, () => 20))).toEqual({
    a2: 3,
    a3: 17,
  });
});

test("a line is told as one text, whatever its group is", () => {
  const connectionKey = "019a0000-0000-7000-8000-000000000000";

  for (const group of [null, "", "a", "a b", " ", "019a"])
    expect(lineOf(lineText({ connectionKey, group }))).toEqual({ connectionKey, group });
});
