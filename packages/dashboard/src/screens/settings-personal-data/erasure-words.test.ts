import type { ErasureCounts } from "@posthorn/contract/erasures";
import { expect, test } from "vitest";
import { countsText, isNothing, pendingText, unreadableText } from "./erasure-words.ts";

const NONE: ErasureCounts = {
  requests: 0,
  events: 0,
  pending_events: 0,
  attempts: 0,
  executions: 0,
  kept_payloads: 0,
  unreadable: 0,
};

test("counts are named, and those of nothing are left out", () => {
  expect(countsText({ ...NONE, requests: 1_200, attempts: 1 })).toBe("1,200 requests, 1 attempt");
  expect(countsText(NONE)).toBe("Nothing");
  expect(isNothing({ ...NONE, unreadable: 3 })).toBe(true);
  expect(isNothing({ ...NONE, kept_payloads: 1 })).toBe(false);
});

test("what needs a word has one sentence", () => {
  expect(pendingText(NONE)).toBeNull();
  expect(pendingText({ ...NONE, pending_events: 1 })).toBe(
    "1 of these events is still to be delivered. It is cancelled.",
  );
  expect(unreadableText(NONE)).toBeNull();
  expect(unreadableText({ ...NONE, unreadable: 2 })).toBe(
    "2 bodies are compressed in a way that Posthorn cannot read. They stay as they are.",
  );
});
