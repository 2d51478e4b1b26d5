import { expect, test } from "vitest";
import { NO_GROUP } from "../schedule/group-pace.ts";
import { groupAt } from "./delivery-group.ts";
import { viewOf } from "./request-view.ts";

const BODY = {
  customer: { id: 42, name: "Ada", tags: ["a", "b"], none: null, vip: false, empty: "" },
  long: "ä".repeat(300),
  faces: "😀".repeat(300),
  odd: "a\0b\ud800",
};

function groupOf(key: string, body: string = JSON.stringify(BODY), type = "application/json"): string {
  return groupAt(key)(
    viewOf({
      method: "POST",
      path: "/orders/7",
      query: "shop=berlin&shop=paris&q=1",
      headers: ["Content-Type", type, "X-Shop-Id", "s1"],
      client_ip: null,
      body: Buffer.from(body),
    }),
  );
}

test.each([
  ["body.customer.id", "42"],
  ["body.customer.name", "Ada"],
  ["body.customer.vip", "false"],
  ["body.customer.tags.1", "b"],
  ["headers.x-shop-id", "s1"],
  ["headers.X-Shop-Id", "s1"],
  ["query.q", "1"],
  ["path", "/orders/7"],
])("%s is a value: %s", (key, group) => {
  expect(groupOf(key)).toBe(group);
});

test.each([
  "body",
  "body.customer",
  "body.customer.tags",
  "body.customer.none",
  "body.customer.empty",
  "body.customer.missing.id",
  "body.constructor",
  "body.customer.name.length",
  "headers",
  "headers.x-nothing",
  "query.shop",
  "path.x",
])("%s leads to none", (key) => {
  expect(groupOf(key)).toBe(NO_GROUP);
});

test("a body that is text is a value", () => {
  expect(groupOf("body", "plain", "text/plain")).toBe("plain");
});

test("what is too long is cut, and what no text can hold is replaced", () => {
  expect(groupOf("body.long")).toBe("ä".repeat(256));
  expect(groupOf("body.faces")).toBe("😀".repeat(256));
  expect(groupOf("body.odd")).toBe("a\ufffdb\ufffd");
});
