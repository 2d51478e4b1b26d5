import { expect, test } from "vitest";
import { fields, listOf, oneOf, type Read } from "../read.ts";
import { hasAny, idOf, isFirstPage, oneId, pageCursor, searchText, withChange } from "./list-url.ts";

const Search = fields({
  search: searchText(),
  order: oneOf(["name", "newest"]),
  source_id: oneId("src_"),
  destination_id: listOf(idOf("des_", "dst_")),
  ...pageCursor(),
});
type Search = Read<typeof Search>;

test("one value and a list of one are the same, and every prefix of a kind counts", () => {
  expect(Search.parse({ source_id: ["src_1", "src_2"] })).toEqual(Search.parse({ source_id: "src_1" }));
  expect(Search.parse({ destination_id: "dst_1" }).destination_id).toEqual(["dst_1"]);
  expect(Search.parse({ destination_id: ["des_1", "dst_2", "des_1"] }).destination_id).toEqual([
    "des_1",
    "dst_2",
  ]);
});

test("junk is dropped, item by item, and never refused", () => {
  expect(
    Search.parse({
      search: "",
      order: "odd",
      source_id: "evt_1",
      destination_id: ["<x>", "des_1"],
      next: { a: 1 },
    }),
  ).toEqual({ destination_id: ["des_1"] });
  expect(Search.parse({ destination_id: ["<x>", 7] }).destination_id).toBeUndefined();
});

test("a word counts in any letter case, alone and in a list", () => {
  const Words = fields({
    order: oneOf(["name", "newest"]),
    status: listOf(oneOf(["FAILED", "HOLD"])),
  });

  expect(Words.parse({ order: "Newest", status: "failed" })).toEqual({ order: "newest", status: ["FAILED"] });
  expect(Words.parse({ order: 7, status: ["Hold", "odd", "HOLD"] })).toEqual({ status: ["HOLD"] });
});

test("a change starts at the first page and keeps defaults and empty text out of the address", () => {
  const before: Search = Search.parse({ search: "a", order: "newest", source_id: "src_1", next: "c2" });

  const after = withChange(before, { search: "", order: "name" }, { order: "name" });

  expect(JSON.parse(JSON.stringify(after))).toEqual({ source_id: "src_1" });
  expect([isFirstPage(before), isFirstPage(after)]).toEqual([false, true]);
  expect([hasAny(before, ["search"]), hasAny(after, ["search", "order"])]).toEqual([true, false]);
});
