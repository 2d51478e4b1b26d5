import { expect, test } from "vitest";
import { mockRequestOf, takesDirectPosts } from "./mock-request.ts";
import { aConnection } from "../connections/test-connections.ts";

const PAID = {
  name: "invoice.paid",
  method: "POST",
  headers: {
    "Content-Type": "application/json; charset=utf-8",
    "User-Agent": "Stripe/1.0",
    "X-Topic": "paid",
  },
  body: '{ "type": "invoice.paid" }',
};

test("the provider's example goes as it is, without what a browser writes itself", () => {
  expect(mockRequestOf(PAID)).toEqual({
    headers: { "content-type": "application/json; charset=utf-8", "x-topic": "paid" },
    body: PAID.body,
  });
});

test("without an example, or with one that is no JSON, it is an order of ours", () => {
  for (const example of [undefined, { ...PAID, body: "a=1&b=2" }, { ...PAID, body: "" }]) {
    const { headers, body } = mockRequestOf(example);
    expect(headers).toEqual({ "content-type": "application/json" });
    expect(JSON.parse(body)).toMatchObject({ type: "order.created" });
  }
});

test("a source that wants a proof, a key or another method takes no post of a page", () => {
  const { source } = aConnection(1);

  expect(takesDirectPosts(source)).toBe(true);
  expect(takesDirectPosts({ ...source, authenticated: true })).toBe(false);
  expect(takesDirectPosts({ ...source, type: "PUBLISH_API" })).toBe(false);
  expect(takesDirectPosts({ ...source, config: { ...source.config, allowed_http_methods: ["PUT"] } })).toBe(
    false,
  );
});
