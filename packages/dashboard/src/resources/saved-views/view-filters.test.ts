import { SAVED_VIEWS_MAX } from "@posthorn/contract/limits";
import { expect, test } from "vitest";
import { aView } from "./test-views.ts";
import { areSameFilters, givenFilters, splitViews, viewAddress, whyNotSave } from "./view-filters.ts";

test("filters without a value are no filters", () => {
  const filters = {
    status: ["FAILED"],
    webhook_id: undefined,
    response_status: { gte: 500, lte: undefined },
    date: { relative: undefined },
    search_term: "",
    source_id: [],
  };

  expect(givenFilters(filters)).toEqual({ status: ["FAILED"], response_status: { gte: 500 } });
});

test("filters are the same in any order of their names", () => {
  expect(areSameFilters({ a: "1", b: { c: 1, d: 2 } }, { b: { d: 2, c: 1 }, a: "1", e: undefined })).toBe(
    true,
  );
  expect(areSameFilters({ a: ["1", "2"] }, { a: ["1"] })).toBe(false);
});

test("a view opens its own list with its filters, and one of the CLI opens there", () => {
  const filters = { status: ["FAILED"], date: { relative: "today" } };

  expect(viewAddress("events", { id: "viw_1", filters })).toBe(
    "/events?status[0]=FAILED&date[relative]=today&view_id=viw_1",
  );
  expect(viewAddress("requests", { is_cli: true })).toBe("/requests/cli");
  expect(viewAddress("events", {})).toBe("/events");
});

const names = (list: readonly { id: string }[]) => list.map(({ id }) => Number(id.slice(-1)));

test("five views have a tab, and the open one is among them", () => {
  const views = Array.from({ length: 7 }, (_, at) => aView(at));

  expect(splitViews(views.slice(0, 5), undefined).others).toEqual([]);
  expect(names(splitViews(views, undefined).tabs)).toEqual([0, 1, 2, 3, 4]);
  const open = splitViews(views, "viw_6");
  expect([names(open.tabs), names(open.others)]).toEqual([
    [0, 1, 2, 3, 6],
    [4, 5],
  ]);
});

test("each reason why something cannot be saved", () => {
  const view = aView(1);
  const changed = { filters: { status: ["HOLD"] }, current: view, viewCount: 1, refusal: undefined };

  expect(whyNotSave(changed)).toEqual({ save: undefined, saveAsNew: undefined });
  expect(whyNotSave({ ...changed, filters: view.filters }).save).toBe("Nothing has changed");
  expect(whyNotSave({ ...changed, filters: {} })).toEqual({
    save: "Choose a filter first.",
    saveAsNew: "Choose a filter first.",
  });
  expect(whyNotSave({ ...changed, current: "cli" })).toEqual({
    save: "The default CLI view is not editable",
    saveAsNew: undefined,
  });
  expect(whyNotSave({ ...changed, viewCount: SAVED_VIEWS_MAX - 1 }).saveAsNew).toBeUndefined();
  expect(whyNotSave({ ...changed, viewCount: SAVED_VIEWS_MAX }).saveAsNew).toBe("Views limit reached");
  expect(whyNotSave({ ...changed, refusal: "No." })).toEqual({ save: "No.", saveAsNew: "No." });
});
