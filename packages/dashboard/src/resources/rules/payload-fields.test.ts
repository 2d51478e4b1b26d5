import { FIELD_PATH } from "@posthorn/contract/rules";
import { expect, test } from "vitest";
import { payloadFields } from "./payload-fields.ts";

test("each value of a request has the path that a rule would name it by", () => {
  const fields = payloadFields({
    headers: { "x-id": "7" },
    body: { id: 1, customer: { email: "a@b.c", gone: null }, items: [{ sku: "A" }, { sku: "B" }] },
    parsed_query: { page: "2" },
    path: "/orders",
  });

  expect(fields).toEqual([
    { path: "body.id", example: "1" },
    { path: "body.customer.email", example: "a@b.c" },
    { path: "body.items[*].sku", example: "A" },
    { path: "query.page", example: "2" },
    { path: "headers.x-id", example: "7" },
    { path: "path", example: "/orders" },
  ]);
  expect(fields.every(({ path }) => FIELD_PATH.test(path))).toBe(true);
});

test("keys that a rule cannot name are left out, and so is what is too much", () => {
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, at]));

  expect(payloadFields({ headers: {}, body: { "a.b": 1 }, parsed_query: null, path: null })).toEqual([]);
  expect(payloadFields({ headers: {}, body: wide, parsed_query: null, path: "/" })).toHaveLength(200);
  expect(payloadFields({ headers: {}, body: "x".repeat(100), parsed_query: null, path: null })).toEqual([
    { path: "body", example: `${"x".repeat(60)}…` },
  ]);
});
