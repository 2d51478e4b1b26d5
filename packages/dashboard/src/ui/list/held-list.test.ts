import { expect, test } from "vitest";
import { lostRows, receivePage, refreshRows, release, type LiveRow, type RowPage } from "./held-list.ts";
import type { PageCursor } from "./list-url.ts";

interface Parcel extends LiveRow {
  status: "moving" | "there" | "lost";
  /** Only in rows that were loaded by id. */
  data?: object;
}

/** A greater number is a newer row. */
function aRow(number: number, change: Partial<Parcel> = {}): Parcel {
  const created_at = new Date(Date.UTC(2026, 10, 14, 14, 0, number)).toISOString();
  return { id: `row_${number}`, created_at, status: "there", ...change };
}

function aPage(models: Parcel[], pagination: PageCursor = {}): RowPage<Parcel> {
  return { models, pagination };
}

/** Newest first, like the API. */
function rows(...numbers: number[]): Parcel[] {
  return numbers.map((number) => aRow(number));
}

function page(...numbers: number[]) {
  return aPage(rows(...numbers));
}

function ids(list: readonly Parcel[]): string[] {
  return list.map((row) => row.id);
}

test("while held, no row moves and what came on top is counted", () => {
  const first = receivePage(null, "k", page(3, 2, 1), false);

  const held = receivePage(first, "k", page(5, 4, 3, 2), true);

  expect(ids(held.rows)).toEqual(ids(rows(3, 2, 1)));
  expect(held).toMatchObject({ waiting: 2, isGap: false });
});

test("while held, a row still takes over what changed about it", () => {
  const first = receivePage(null, "k", page(2, 1), false);

  const held = receivePage(first, "k", aPage([aRow(3), aRow(2, { status: "lost" }), aRow(1)]), true);

  expect(held.rows[0]?.status).toBe("lost");
  expect(held.rows[1]).toBe(first.rows[1]);
});

test("a free list shows the new page and marks only what is new", () => {
  const first = receivePage(null, "k", page(3, 2, 1), false);

  const free = receivePage(first, "k", page(4, 3, 2), false);

  expect(ids(free.rows)).toEqual(ids(rows(4, 3, 2)));
  expect([...free.fresh]).toEqual([aRow(4).id]);
  expect(free.rows[1]).toBe(first.rows[0]);
});

test("an older row that moves up from the next page is no news", () => {
  const first = receivePage(null, "k", page(3, 2), false);

  const held = receivePage(first, "k", page(3, 1), true);
  const free = receivePage(first, "k", page(3, 1), false);

  expect(held.waiting).toBe(0);
  expect(free.fresh.size).toBe(0);
});

test("releasing shows what waited", () => {
  const held = receivePage(receivePage(null, "k", page(1), false), "k", page(3, 2, 1), true);

  const released = release(held);

  expect(ids(released.rows)).toEqual(ids(rows(3, 2, 1)));
  expect(released.waiting).toBe(0);
  expect(released.fresh.size).toBe(2);
});

test("a page with nothing in common tells that more may wait", () => {
  const held = receivePage(receivePage(null, "k", page(1), false), "k", page(9, 8), true);

  expect(held).toMatchObject({ waiting: 2, isGap: true });
});

test("the next page begins where the rows on screen end, also while held", () => {
  const first = receivePage(null, "k", aPage(rows(2, 1), { next: "after-1" }), false);

  const held = receivePage(first, "k", aPage(rows(9, 8), { next: "after-8" }), true);

  expect(held.pagination.next).toBe("after-1");
  expect(release(held).pagination.next).toBe("after-8");
});

test("other filters are another list, even while held", () => {
  const list = receivePage(receivePage(null, "a", page(2, 1), false), "b", page(7), true);

  expect(ids(list.rows)).toEqual(ids(rows(7)));
  expect(list.fresh.size).toBe(0);
});

test("rows that left the newest page and may still change can be asked for and refreshed", () => {
  const first = receivePage(null, "k", aPage([aRow(2, { status: "moving" }), aRow(1)]), false);
  const held = receivePage(first, "k", page(9, 8), true);

  const refreshed = refreshRows(held, [aRow(2, { status: "lost" })]);

  expect(lostRows(held, (row) => row.status === "moving")).toEqual([aRow(2).id]);
  expect(refreshed.rows.map((row) => row.status)).toEqual(["lost", "there"]);
  expect(refreshRows(refreshed, [aRow(2, { status: "lost" })])).toBe(refreshed);
});

test("a row that comes once more with its nested data is the same row", () => {
  const list = receivePage(null, "k", page(2, 1), false);

  expect(refreshRows(list, [aRow(2, { data: {} })])).toBe(list);
});

test("rows that are found below those on screen appear although the list is held", () => {
  const first = receivePage(null, "k", { ...page(5, 4), pagination: { next: "n1" }, isReading: true }, false);

  const grown = receivePage(first, "k", aPage(rows(5, 4, 2, 1), { next: "n2" }), true);
  const later = receivePage(grown, "k", page(6, 5, 4, 1, 0), true);

  expect(ids(grown.rows)).toEqual(ids(rows(5, 4, 2, 1)));
  expect(grown).toMatchObject({ pagination: { next: "n2" }, waiting: 0, isGap: false });
  expect(ids(later.rows)).toEqual(ids(rows(5, 4, 2, 1)));
  expect(later.waiting).toBe(1);
});
