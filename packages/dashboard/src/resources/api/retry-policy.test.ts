import { expect, test } from "vitest";
import { ApiFailure, unreachable } from "./api-failure.ts";
import { pollEvery, retryWaitMs, shouldRetry } from "./retry-policy.ts";

function refused(status: number, retryAfterSeconds?: number): ApiFailure {
  return new ApiFailure({ kind: "refused", code: "X", status, message: "x", retryAfterSeconds });
}

test("what was refused is not asked again; what failed on the way is, twice", () => {
  expect(
    [refused(404), refused(429), refused(500), unreachable("down")].map((f) => shouldRetry(0, f)),
  ).toEqual([false, true, true, true]);
  expect(shouldRetry(2, refused(500))).toBe(false);
});

test("waits grow, and a 429 waits as long as it was told", () => {
  expect([0, 1].map((failures) => retryWaitMs(failures, refused(500)))).toEqual([1000, 2000]);
  expect(retryWaitMs(0, refused(429, 45))).toBe(45_000);
});

test("a poll slows down while no answer comes", () => {
  const poll = pollEvery(5000);

  expect(poll({ state: { status: "success", error: null } })).toBe(5000);
  expect(poll({ state: { status: "error", error: unreachable("down") } })).toBe(30_000);
  expect(poll({ state: { status: "error", error: refused(429, 45) } })).toBe(45_000);
});
