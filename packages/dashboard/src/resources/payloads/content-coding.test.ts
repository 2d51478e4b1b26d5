import { expect, test } from "vitest";
import { codingOf } from "./content-coding.ts";

test.each([
  [{ "content-encoding": "gzip" }, "gzip"],
  [{ "Content-Encoding": " BR " }, "br"],
  [{ "content-encoding": "identity" }, null],
  [{ "content-encoding": "" }, null],
  [{ "content-type": "application/json" }, null],
])("%j: %s", (headers, coding) => {
  expect(codingOf(headers)).toBe(coding);
});
