import { publicId } from "@posthorn/contract/ids";
import { NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { parseSearch } from "@posthorn/contract/search-codec";
import { expect, test } from "vitest";
import { withChange } from "../../ui/list/list-url.ts";
import { defaultsOf, inView } from "./connection-views.ts";
import { ConnectionsSearch, hasFilter, listQueryOf } from "./connections-url.ts";

const read = (text: string) => ConnectionsSearch.parse(parseSearch(text));
const asked = (search: ConnectionsSearch) => listQueryOf(inView(search, "table"));

test("scalar, indexed and percent-encoded ids open the same list, and junk is dropped", () => {
  expect(read("source_id=src_1a")).toEqual(read("source_id%5B0%5D=src_1a"));
  expect(read("source_id=<x>&status=odd&order=7&created=evt_1&group_by=x&troubleshoot=7")).toEqual({});
});

test("the plain list asks for everything, disabled too: the table by name, the Structured view by age", () => {
  const all = { disabled: true, limit: 200 };

  expect(asked(read(""))).toEqual({ ...all, order_by: "full_name", dir: "asc" });
  expect(listQueryOf(inView(read(""), "structured"))).toEqual({
    ...all,
    order_by: "created_at",
    dir: "desc",
  });
  expect(inView(read("order=oldest&group_by=none"), "structured")).toEqual({
    order: "oldest",
    group_by: "none",
  });
  expect([inView({}, "structured").group_by, inView({}, "table").group_by]).toEqual(["source", "none"]);
});

test("each status asks for its mark, and enabled for neither", () => {
  expect(asked(read("status=paused"))).toMatchObject({ disabled: true, paused_at: { any: true } });
  expect(asked(read("status=disabled"))).toMatchObject({ disabled: true, disabled_at: { any: true } });
  expect(asked(read("status=enabled"))).toMatchObject({ disabled_at: "", paused_at: "" });
});

test("a whole id finds by id, anything else by the names of the connection and of both ends", () => {
  const id = publicId("connection", "01932c07-5f2a-7000-8000-000000000001");

  expect(asked({ search: ` ${id} ` })).toMatchObject({ id });
  expect(asked({ search: " Stripe → Orders! " })).toMatchObject({ search: "Stripe → Orders!" });
  expect(asked({ search: "web_unfinished" })).toMatchObject({ search: "web_unfinished" });
  expect(asked({ search: "x".repeat(400) }).search).toHaveLength(NAME_MAX_CHARACTERS);
});

test("a changed filter starts at the first page and keeps defaults out of the address", () => {
  const before = read("status=paused&next=c2&search=a");

  const after = withChange(before, { status: "all", order: "full_name", search: "" }, defaultsOf("table"));

  expect(Object.values(after).every((value) => value === undefined)).toBe(true);
  expect([hasFilter(before), hasFilter(after)]).toEqual([true, false]);
});
