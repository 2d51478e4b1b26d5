import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shareOut } from "./claim-turns.ts";

const due = (...names: string[]) =>
  names.map((name) => ({ connectionKey: name, destinationKey: name.slice(0, 1) }));
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
        const list = rooms.map((_, index) => ({ connectionKey: `${index}`, destinationKey: `${index}` }));
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
