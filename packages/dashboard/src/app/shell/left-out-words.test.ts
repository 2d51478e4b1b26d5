import { expect, test } from "vitest";
import { leftOutText, leftOutWords } from "./left-out-words.ts";

test.each([
  ["?status=failed", "?status[0]=FAILED"],
  ["?status%5B0%5D=failed&status[]=FAILED", "?status[0]=FAILED"],
  ["?attempts[gte]=02&date[relative]=TODAY", "?attempts[gte]=2&date[relative]=today"],
  ["?search_term=re+fund&path=%2Fa", "?search_term=re%20fund&path=%2Fa"],
  ["?search=&tab=", ""],
  ["?redirect=/sources", ""],
  ["?utm_source=mail&status=failed&UTM_Campaign=launch", "?status[0]=FAILED"],
  [`?redirect=${encodeURIComponent("/issues/iss_1?utm_medium=email")}`, ""],
  [`?redirect=${encodeURIComponent("/events?status=failed")}`, "?status[0]=FAILED"],
  ["", ""],
])("%s keeps all its words as %s", (asked, kept) => {
  expect(leftOutWords(asked, kept)).toEqual([]);
});

test.each([
  ["?status[0]=failed&status[1]=foo", "?status[0]=FAILED", [{ name: "status", value: "foo" }]],
  ["?error_code=NONSENSE", "", [{ name: "error_code", value: "NONSENSE" }]],
  ["?date=nonsense", "", [{ name: "date", value: "nonsense" }]],
  [
    "?date[min]=yesterday&date[max]=2026-01-01T00:00:00Z",
    "?date[max]=2026-01-01T00:00:00Z",
    [{ name: "date[min]", value: "yesterday" }],
  ],
  ["?webhook_id=abc&webhook_id=abc", "", [{ name: "webhook_id", value: "abc" }]],
  [`?redirect=${encodeURIComponent("/events?tab=9")}`, "", [{ name: "tab", value: "9" }]],
  ["?stauts=FAILED", "", [{ name: "stauts", value: "FAILED" }]],
])("%s leaves words out if %s is left of it", (asked, kept, expected) => {
  expect(leftOutWords(asked, kept)).toEqual(expected);
});

test("one word, two words and many words are a sentence", () => {
  const words = ["a", "b", "c", "d", "e", "f"].map((value) => ({ name: "status", value }));

  expect(leftOutText(words.slice(0, 1))).toBe(
    "The address asks for status “a”, which this page does not know. It was left out.",
  );
  expect(leftOutText(words.slice(0, 2))).toBe(
    "The address asks for status “a” and status “b”, which this page does not know. They were left out.",
  );
  expect(leftOutText(words)).toContain("status “d”, and 2 more, which");
  expect(leftOutText([{ name: "body", value: "x".repeat(100) }])).toContain(`body “${"x".repeat(60)}…”`);
});
