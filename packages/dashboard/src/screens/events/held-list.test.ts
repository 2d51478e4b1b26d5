import type { Event } from "@posthorn/contract/events";
import { expect, test } from "vitest";
import { lostRows, receivePage, refreshRows, release } from "./held-list.ts";
import { aPage, anEvent } from "./test-events.ts";

/** Newest first, like the API. */
function events(...numbers: number[]): Event[] {
  return numbers.map((number) => anEvent(number));
}

function page(...numbers: number[]) {
  return aPage(events(...numbers));
}

function ids(list: readonly Event[]): string[] {
  return list.map((event) => event.id);
}

test("while held, no row moves and what came on top is counted", () => {
  const first = receivePage(null, "k", page(3, 2, 1), false);

  const held = receivePage(first, "k", page(5, 4, 3, 2), true);

  expect(ids(held.events)).toEqual(ids(events(3, 2, 1)));
  expect(held).toMatchObject({ waiting: 2, isGap: false });
});

test("while held, a row still takes over what changed about its event", () => {
  const first = receivePage(null, "k", page(2, 1), false);

  const held = receivePage(
    first,
    "k",
    aPage([anEvent(3), anEvent(2, { status: "FAILED" }), anEvent(1)]),
    true,
  );

  expect(held.events[0]?.status).toBe("FAILED");
  expect(held.events[1]).toBe(first.events[1]);
});

test("a free list shows the new page and marks only what is new", () => {
  const first = receivePage(null, "k", page(3, 2, 1), false);

  const free = receivePage(first, "k", page(4, 3, 2), false);

  expect(ids(free.events)).toEqual(ids(events(4, 3, 2)));
  expect([...free.fresh]).toEqual([anEvent(4).id]);
  expect(free.events[1]).toBe(first.events[0]);
});

test("an older event that moves up from the next page is no news", () => {
  const first = receivePage(null, "k", page(3, 2), false);

  const held = receivePage(first, "k", page(3, 1), true);
  const free = receivePage(first, "k", page(3, 1), false);

  expect(held.waiting).toBe(0);
  expect(free.fresh.size).toBe(0);
});

test("releasing shows what waited", () => {
  const held = receivePage(receivePage(null, "k", page(1), false), "k", page(3, 2, 1), true);

  const released = release(held);

  expect(ids(released.events)).toEqual(ids(events(3, 2, 1)));
  expect(released.waiting).toBe(0);
  expect(released.fresh.size).toBe(2);
});

test("a page with nothing in common tells that more may wait", () => {
  const held = receivePage(receivePage(null, "k", page(1), false), "k", page(9, 8), true);

  expect(held).toMatchObject({ waiting: 2, isGap: true });
});

test("the next page begins where the rows on screen end, also while held", () => {
  const first = receivePage(null, "k", aPage(events(2, 1), { next: "after-1" }), false);

  const held = receivePage(first, "k", aPage(events(9, 8), { next: "after-8" }), true);

  expect(held.pagination.next).toBe("after-1");
  expect(release(held).pagination.next).toBe("after-8");
});

test("other filters are another list, even while held", () => {
  const list = receivePage(receivePage(null, "a", page(2, 1), false), "b", page(7), true);

  expect(ids(list.events)).toEqual(ids(events(7)));
  expect(list.fresh.size).toBe(0);
});

test("rows that left the newest page and may still change can be asked for and refreshed", () => {
  const first = receivePage(null, "k", aPage([anEvent(2, { status: "QUEUED" }), anEvent(1)]), false);
  const held = receivePage(first, "k", page(9, 8), true);

  const refreshed = refreshRows(held, [anEvent(2, { status: "FAILED" })]);

  expect(lostRows(held)).toEqual([anEvent(2).id]);
  expect(refreshed.events.map((event) => event.status)).toEqual(["FAILED", "SUCCESSFUL"]);
  expect(refreshRows(refreshed, [anEvent(2, { status: "FAILED" })])).toBe(refreshed);
});
