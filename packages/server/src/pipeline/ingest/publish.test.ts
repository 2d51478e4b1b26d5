import { expect, test } from "vitest";
import { publishTarget, publishedHeaders, publishedTo } from "./publish.ts";

test.each([
  ["/v1/publish", { path: "/", query: null }],
  ["/v1/publish/", { path: "/", query: null }],
  ["/v1/publish/orders/1?a=1?b", { path: "/orders/1", query: "a=1?b" }],
  ["/v1/publish?", { path: "/", query: "" }],
  ["/v1/published", null],
  ["/e/v1/publish", null],
  ["/V1/publish", null],
  ["/v1", null],
])("%s", (url, expected) => {
  expect(publishTarget(url)).toEqual(expected);
});

test("the source is named by id or by name, under our headers or those of moved programs", () => {
  expect(publishedTo(["X-Posthorn-Source-Id", "src_1"])).toEqual({ id: "src_1" });
  expect(publishedTo(["x-hookdeck-source-id", "src_1", "X-Hookdeck-Source-Name", "a"])).toEqual({
    id: "src_1",
  });
  expect(publishedTo(["X-Hookdeck-Source-Name", "shop"])).toEqual({ name: "shop" });
  expect(publishedTo(["x-posthorn-SOURCE-name", "shop"])).toEqual({ name: "shop" });
  expect(publishedTo(["X-Posthorn-Source-Id", "", "X-Posthorn-Source-Name", "shop"])).toEqual({
    name: "shop",
  });
  expect(publishedTo(["X-Source-Name", "shop"])).toBeNull();
});

test("key and source are taken out of the headers, the rest stays as it came", () => {
  const headers = ["Authorization", "Bearer phk", "X-Hookdeck-Source-Id", "s", "X-Tag", "a", "X-Tag", "b"];
  const more = ["x-posthorn-source-name", "s", "AUTHORIZATION", "Basic x", "Content-Type", "text/plain"];

  expect(publishedHeaders([...headers, ...more])).toEqual([
    "X-Tag",
    "a",
    "X-Tag",
    "b",
    "Content-Type",
    "text/plain",
  ]);
});
