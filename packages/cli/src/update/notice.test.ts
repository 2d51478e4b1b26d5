import { expect, test } from "vitest";
import { isNewer, maySay, shouldAsk } from "./notice.ts";

test.each([
  ["0.2.0", "0.1.0", true],
  ["0.10.0", "0.9.9", true],
  ["1.0.0", "0.9.9", true],
  ["0.1.0", "0.1.0", false],
  ["0.1.0", "0.2.0", false],
  ["1.0.0-beta.1", "0.1.0", false],
  ["\u001b[2J", "0.1.0", false],
  ["", "0.1.0", false],
])("%s is newer than %s: %s", (latest, current, is) => expect(isNewer(latest, current)).toBe(is));

test("only a person at a terminal who has not switched it off is told", () => {
  expect(maySay({}, true)).toBe(true);
  expect(maySay({}, false)).toBe(false);
  expect(maySay({ CI: "true" }, true)).toBe(false);
  expect(maySay({ NO_UPDATE_NOTIFIER: "1" }, true)).toBe(false);
});

test("it is asked once a day, also after the clock was wrong", () => {
  const known = { asked_at: 1e12, latest: null };
  expect(shouldAsk(null, 1e12)).toBe(true);
  expect(shouldAsk(known, 1e12 + 86_399_999)).toBe(false);
  expect(shouldAsk(known, 1e12 + 86_400_000)).toBe(true);
  expect(shouldAsk(known, 1e12 - 86_400_000)).toBe(true);
});
