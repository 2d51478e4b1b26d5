import { describe, expect, test } from "vitest";
import type { JsonValue } from "@posthorn/contract/payload-filters";
import { holds, payloadFits } from "./fitting-payloads.ts";

describe("a value holds what is asked", () => {
  const order = {
    id: 7,
    paid: true,
    note: null,
    lines: [
      { sku: "a", count: 1 },
      { sku: "b", count: 2 },
    ],
  };

  test.each<[JsonValue, boolean]>([
    [{ id: 7 }, true],
    [{ id: 7, paid: true, note: null }, true],
    [{ id: 8 }, false],
    [{ id: "7" }, false],
    [{ missing: null }, false],
    [{ lines: [{ sku: "b" }] }, true],
    [{ lines: [{ count: 2 }, { sku: "a" }] }, true],
    [{ lines: [{ sku: "b", count: 1 }] }, false],
    [{ lines: { sku: "b" } }, false],
    [{ lines: [] }, true],
    [{}, true],
    [[], false],
    [7, false],
  ])("%j: %s", (asked, expected) => {
    expect(holds(order, asked, false)).toBe(expected);
  });

  test("text in an address is equal to a number, a flag or nothing that is written like it", () => {
    expect(holds(order, { id: "7", paid: "true", note: "null" }, true)).toBe(true);
    expect(holds(order, { lines: [{ count: "2" }] }, true)).toBe(true);
    expect(holds(order, { id: "07" }, true)).toBe(false);
    expect(holds(order, { lines: "[object Object]" }, true)).toBe(false);
  });

  test("names that every object inherits are not there", () => {
    expect(holds({}, { toString: {} }, false)).toBe(false);
    expect(holds({}, JSON.parse('{"__proto__":{}}'), false)).toBe(false);
  });
});

describe("a payload fits", () => {
  const payload = {
    path: "/orders",
    query: "page=2&tag[]=x",
    headers: JSON.stringify(["Content-Type", "application/json", "X-Shop", "Main"]),
    body: Buffer.from('{"order":{"id":7}}'),
  };

  test("when all parts that are asked for do", () => {
    const body = { value: { order: { id: 7 } }, isText: false };
    const headers = { value: { "x-SHOP": "Main" }, isText: false };
    const parsed_query = { value: { page: 2, tag: ["x"] }, isText: false };

    expect(payloadFits({ body, headers, parsed_query }, payload)).toBe(true);
    expect(payloadFits({ body, headers: { value: { "x-shop": "main" }, isText: false } }, payload)).toBe(
      false,
    );
    expect(payloadFits({ body: { value: { order: { id: 8 } }, isText: false }, headers }, payload)).toBe(
      false,
    );
    expect(payloadFits({ parsed_query: { value: { page: "3" }, isText: true } }, payload)).toBe(false);
  });

  test("by the fields of a form and by the text of anything else", () => {
    const form = { ...payload, headers: '["content-type","application/x-www-form-urlencoded"]' };
    const text = { ...payload, headers: "[]", body: Buffer.from("hello") };

    expect(
      payloadFits(
        { body: { value: { a: "b c" }, isText: false } },
        { ...form, body: Buffer.from("a=b+c&d=1") },
      ),
    ).toBe(true);
    expect(payloadFits({ body: { value: "hello", isText: false } }, text)).toBe(true);
    expect(payloadFits({ body: { value: {}, isText: false } }, text)).toBe(false);
  });

  test("never when it is too large to be searched", () => {
    const body = Buffer.from(JSON.stringify({ id: 7, rest: "x".repeat(2_500_000) }));

    expect(payloadFits({ body: { value: { id: 7 }, isText: false } }, { ...payload, body })).toBe(false);
  });
});
