import { expect, test } from "vitest";
import { waitAfter } from "./metrics-push.ts";

test("each failure in a row doubles the wait, up to half an hour", () => {
  expect([1, 2, 3, 4, 5, 500].map((failures) => waitAfter(failures) / 60_000)).toEqual([2, 4, 8, 16, 30, 30]);
});
