import { expect, test } from "vitest";
import { mayReload } from "./stale-assets.ts";

test("the page reloads once for a deploy, and not again while the outage lasts", () => {
  expect(mayReload(null, 1_000_000)).toBe(true);
  expect(mayReload("990000", 1_000_000)).toBe(false);
  expect(mayReload("900000", 1_000_000)).toBe(true);
});
