import { expect, test } from "vitest";
import { withValueFilter } from "./value-filters.ts";

test("a chosen value joins the filter that the list has for this part", () => {
  expect(withValueFilter({}, "body", { id: 7 })).toEqual({ body: '{"id":7}' });
  expect(withValueFilter({ body: '{"type":"order"}', headers: "{}" }, "body", { id: 7 })).toEqual({
    body: '{"type":"order","id":7}',
  });
});
