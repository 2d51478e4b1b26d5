import { publicId } from "@posthorn/contract/ids";
import { parseSearch } from "@posthorn/contract/search-codec";
import { expect, test } from "vitest";
import { withChange } from "../../ui/list/list-url.ts";
import { CONNECTION_DEFAULTS, ConnectionsSearch, hasFilter, listQueryOf } from "./connections-url.ts";

const read = (text: string) => ConnectionsSearch.parse(parseSearch(text));

test("scalar, indexed and percent-encoded ids open the same list, and junk is dropped", () => {
  expect(read("source_id=src_1a")).toEqual(read("source_id%5B0%5D=src_1a"));
  expect(read("source_id=<x>&status=odd&order=7&created=evt_1")).toEqual({});
});

test("the plain list asks for everything, disabled too, by name", () => {
  expect(listQueryOf(read(""))).toEqual({ disabled: true, order_by: "full_name", dir: "asc", limit: 200 });
});

test("each status asks for its mark, and enabled for neither", () => {
  expect(listQueryOf(read("status=paused"))).toMatchObject({ disabled: true, paused_at: { any: true } });
  expect(listQueryOf(read("status=disabled"))).toMatchObject({ disabled: true, disabled_at: { any: true } });
  expect(listQueryOf(read("status=enabled"))).toMatchObject({ disabled_at: "", paused_at: "" });
});

test("a whole id finds by id, anything else by name", () => {
  const id = publicId("connection", "01932c07-5f2a-7000-8000-000000000001");

  expect(listQueryOf({ search: ` ${id} ` })).toMatchObject({ id });
  expect(listQueryOf({ search: "Stripe -> Orders!" })).toMatchObject({ full_name: "stripe -> orders" });
  expect(listQueryOf({ search: "web_unfinished" })).toMatchObject({ full_name: "web_unfinished" });
});

test("a changed filter starts at the first page and keeps defaults out of the address", () => {
  const before = read("status=paused&next=c2&search=a");

  const after = withChange(before, { status: "all", order: "full_name", search: "" }, CONNECTION_DEFAULTS);

  expect(Object.values(after).every((value) => value === undefined)).toBe(true);
  expect([hasFilter(before), hasFilter(after)]).toEqual([true, false]);
});
