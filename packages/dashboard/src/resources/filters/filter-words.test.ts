import type { FilterParts } from "@posthorn/contract/filter-trials";
import { OPERATOR_NAMES } from "@posthorn/contract/filter/operators";
import { expect, test } from "vitest";
import { COMPARISONS, filterWords } from "./filter-words.ts";

test.each<[filter: FilterParts, words: string]>([
  [{}, "lets everything pass"],
  [{ body: null }, "lets everything pass"],
  [{ body: { financial_status: "paid" } }, 'body.financial_status is "paid"'],
  [
    { body: { financial_status: "paid", total: { $gte: 50, $lt: 100 } } },
    'body.financial_status is "paid" and body.total is 50 or more and is less than 100',
  ],
  [{ body: { customer: { country: { $in: ["CH", "LI"] } } } }, 'body.customer.country is one of "CH", "LI"'],
  [
    { path: { $startsWith: "/orders" }, headers: { "x-topic": { $in: "orders/" } } },
    'headers.x-topic contains "orders/" and path starts with "/orders"',
  ],
  [{ path: "/a" }, 'path is "/a"'],
  [{ path: { $or: ["/a", { $endsWith: "/b" }] } }, 'path is "/a" or path ends with "/b"'],
  [{ query: { test: { $exist: false } }, body: "ping" }, 'body is "ping" and query.test is missing'],
  [{ body: { a: { $exist: true, $neq: null } } }, "body.a is there and is anything but null"],
  [{ body: { a: { $ref: "b.c" } } }, "body.a is the value at b.c"],
  [{ body: { tags: ["a", "b"] } }, 'body.tags contains "a" and "b"'],
  [{ body: { items: [{ sku: { $startsWith: "A-" } }] } }, 'body.items[*].sku starts with "A-"'],
  [{ body: { items: [{ sku: "A", qty: 2 }] } }, 'body.items has an element that matches {"sku":"A","qty":2}'],
  [{ body: { $or: [{ a: 1 }, { b: 2, c: 3 }] } }, "body.a is 1 or (body.b is 2 and body.c is 3)"],
  [{ body: { $or: [{ a: 1 }, { b: 2 }], c: 3 } }, "(body.a is 1 or body.b is 2) and body.c is 3"],
  [{ body: { $and: [{ a: 1 }, { $not: { b: 2 } }] } }, "body.a is 1 and not (body.b is 2)"],
  [
    { body: { total: { $or: [{ $lt: 5 }, { $gt: 9 }] } } },
    "body.total is less than 5 or body.total is more than 9",
  ],
  [{ body: {} }, "body is an object"],
  [{ body: { meta: {} } }, "body.meta is an object"],
  [
    { body: { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 } },
    "body.a is 1 and body.b is 2 and body.c is 3 and body.d is 4 and 2 more conditions",
  ],
  [
    { body: { a: 1, b: 2, c: 3, d: 4, e: 5 } },
    "body.a is 1 and body.b is 2 and body.c is 3 and body.d is 4 and 1 more condition",
  ],
])("%j in words", (filter, words) => {
  expect(filterWords(filter)).toBe(words);
});

test.each<[filter: FilterParts, words: string]>([
  [{ body: { $eq: 1 } }, 'body matches {"$eq":1}'],
  [{ body: { a: { $gt: 1, b: 2 } } }, 'body.a matches {"$gt":1,"b":2}'],
  [{ body: { a: { $not: { $eq: 1 } } } }, 'body.a matches {"$not":{"$eq":1}}'],
  [{ body: { a: { $exist: "yes" } } }, 'body.a matches {"$exist":"yes"}'],
  [{ body: { $or: [] } }, 'body matches {"$or":[]}'],
  [{ body: { a: { $or: [] } } }, 'body.a matches {"$or":[]}'],
  [{ body: { items: [{ a: 1 }, { b: 2 }] } }, 'body.items matches [{"a":1},{"b":2}]'],
])("%j has no plain words, so it is quoted", (filter, words) => {
  expect(filterWords(filter)).toBe(words);
});

test("every operator that compares has words", () => {
  expect([...COMPARISONS].toSorted()).toEqual(OPERATOR_NAMES.toSorted());
});
