import { BRIEF_FAILURES } from "@posthorn/contract/brief-failures";
import { DELIVERY_ERROR_CODES } from "@posthorn/contract/causes";
import { expect, test } from "vitest";
import { statusWords } from "./status-words.ts";
import { anEvent } from "./test-events.ts";

test("a failure says in a few words what happened", () => {
  expect(statusWords(anEvent(1, { status: "FAILED", response_status: 503 }))).toBe("Service Unavailable");
  expect(statusWords(anEvent(1, { status: "FAILED", response_status: 599 }))).toBeNull();
  const timedOut = { status: "FAILED", response_status: null, error_code: "TIMEOUT" } as const;
  expect(statusWords(anEvent(1, timedOut))).toBe("No answer in time");
});

test("an event that waits says for what", () => {
  expect(statusWords(anEvent(1, { status: "SCHEDULED", attempts: 0 }))).toBe("By the delay rule");
  expect(statusWords(anEvent(1, { status: "HOLD" }))).toBe("Connection paused");
});

test("a cancelled event says why, unless a person cancelled it", () => {
  const past = { status: "CANCELLED", response_status: null } as const;
  expect(statusWords(anEvent(1, { ...past, error_code: "CANCELLED_PAST_RETENTION" }))).toBe(
    "Waited past retention",
  );
  expect(statusWords(anEvent(1, { ...past, error_code: "CANCELLED" }))).toBeNull();
});

test("the code of an earlier attempt says nothing about an event that is pending or delivered", () => {
  expect(statusWords(anEvent(1, { status: "QUEUED", error_code: "TIMEOUT" }))).toBeNull();
  expect(statusWords(anEvent(1))).toBeNull();
});

test("every error code has two to five words that no other code has", () => {
  const all = DELIVERY_ERROR_CODES.map((code) => BRIEF_FAILURES[code]);

  expect(all.filter((words) => !/^[A-Z][\w-]*( [\w-]+){0,4}$/.test(words))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});
