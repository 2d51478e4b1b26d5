import { parseSearch } from "@posthorn/contract/search-codec";
import { expect, test } from "vitest";
import { BookmarksSearch, withBookmark } from "./bookmarks-url.ts";

test("junk in the address is dropped, and another bookmark leaves the event of the old one", () => {
  const search = BookmarksSearch.parse(
    parseSearch("?selected_id=evt_1&selected_event_id=evt_1&tab=nothing&next=abc&colour=red"),
  );

  expect(search).toEqual({ selected_event_id: "evt_1", next: "abc" });
  expect(withBookmark(search, "bmk_2")).toEqual({ selected_id: "bmk_2", next: "abc" });
});
