import { publicId } from "@posthorn/contract/ids";
import { parseSearch } from "@posthorn/contract/search-codec";
import { expect, test } from "vitest";
import { namedListQueryOf, NamedListSearch } from "./named-list-url.ts";

const read = (text: string) => NamedListSearch.parse(parseSearch(text));

test("the plain list asks for everything by name, disabled too; a transformation cannot be disabled", () => {
  expect(namedListQueryOf("source", read(""))).toEqual({
    disabled: true,
    order_by: "name",
    dir: "asc",
    limit: 50,
  });
  expect(namedListQueryOf("transformation", read("status=disabled"))).toEqual({
    order_by: "name",
    dir: "asc",
    limit: 50,
  });
});

test("status, order, page and junk", () => {
  expect(namedListQueryOf("source", read("status=enabled&order=updated&next=c2"))).toEqual({
    disabled_at: "",
    order_by: "updated_at",
    dir: "desc",
    limit: 50,
    next: "c2",
  });
  expect(namedListQueryOf("destination", read("status=disabled"))).toMatchObject({
    disabled_at: { any: true },
  });
  expect(read("status=paused&order=7&search=&x=1")).toEqual({});
});

test("a whole id finds by id, also with the older prefix, anything else by name", () => {
  const id = publicId("destination", "01932c07-5f2a-7000-8000-000000000001");
  const older = id.replace("des_", "dst_");

  expect(namedListQueryOf("destination", { search: ` ${id} ` })).toMatchObject({ id });
  expect(namedListQueryOf("destination", { search: older })).toMatchObject({ id: older });
  expect(namedListQueryOf("source", { search: id })).toMatchObject({ name: { contains: id } });
  expect(namedListQueryOf("source", { search: "Stripe " })).toMatchObject({ name: { contains: "Stripe" } });
});
