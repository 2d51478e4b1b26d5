import { expect, test } from "vitest";
import { hopsOf, isLoop, nextHops, withHopsOf } from "./hops.ts";

test.each([
  [[], 0, null],
  [["X-Posthorn-Hops", "3;req_abc"], 3, "req_abc"],
  [["x-posthorn-hops", "3"], 3, null],
  [["x-posthorn-hops", "3", "x-posthorn-hops", "0"], 3, null],
  [["x-posthorn-hops", "nonsense"], 0, null],
  [["x-posthorn-hops", "-1"], 0, null],
  [["x-posthorn-hops", "99999"], 0, null],
  [["x-posthorn-hops", "3;req_"], 0, null],
  [["x-posthorn-hops", `3;req_${"a".repeat(33)}`], 0, null],
])("%j has %i hops and the first request %s", (headers, count, first) => {
  expect(hopsOf(headers)).toEqual({ count, first });
});

test("a delivery counts one more hop, and names the first request of all", () => {
  expect(nextHops(null, "req_2")).toBe("1;req_2");
  expect(nextHops("1;req_1", "req_2")).toBe("2;req_1");
  expect(nextHops("nonsense", "req_2")).toBe("1;req_2");
});

test("the ninth hop is a loop", () => {
  expect(isLoop(["x-posthorn-hops", "8;req_1"])).toBe(false);
  expect(isLoop(["x-posthorn-hops", "9;req_1"])).toBe(true);
});

test("code that makes fresh headers neither loses the hops of its request nor changes them", () => {
  const original = ["Content-Type", "text/plain", "X-Posthorn-Hops", "3;req_1"];

  expect(withHopsOf(original, { "x-own": "1" })).toEqual(["x-own", "1", "x-posthorn-hops", "3;req_1"]);
  expect(withHopsOf(original, { "x-posthorn-hops": "0" })).toEqual(["x-posthorn-hops", "3;req_1"]);
  expect(withHopsOf([], { "x-posthorn-hops": "9", "x-own": "1" })).toEqual(["x-own", "1"]);
});
