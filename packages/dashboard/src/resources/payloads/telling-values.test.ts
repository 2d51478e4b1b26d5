import { expect, test } from "vitest";
import { tellingValues } from "./telling-values.ts";

const of = (body: unknown, headers: Record<string, string> = {}) => ({ headers, body });
const paid = (number: number) => ({ type: "paid", shop: "north", order: { number } });

test("payloads of different kinds are told apart by their kind", () => {
  expect(tellingValues([of({ id: 1, type: "paid" }), of({ id: 2, type: "open" })])).toEqual(["paid", "open"]);
  expect(tellingValues([of({}, { "x-shopify-topic": "orders/paid" }), of({}, {})])).toEqual([
    "orders/paid",
    "",
  ]);
});

test("payloads of one kind are told apart by the first value that differs", () => {
  expect(tellingValues([of(paid(7)), of(paid(8))])).toEqual([
    "paid · order.number 7",
    "paid · order.number 8",
  ]);
});

test("a value tells payloads of one kind apart, not the kinds", () => {
  expect(tellingValues([of(paid(7)), of(paid(8)), of({ type: "open" })])).toEqual([
    "paid · order.number 7",
    "paid · order.number 8",
    "open",
  ]);
});

test("what is gone, alike, or no object has nothing to tell; long values are cut", () => {
  expect(tellingValues([null, of("text"), of("text")])).toEqual(["", "", ""]);
  expect(tellingValues([of({ a: "x".repeat(50) }), of({ a: 1 })])[0]).toBe(`a ${"x".repeat(40)}…`);
});
