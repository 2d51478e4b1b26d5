import { expect, test } from "vitest";
import { rateLimitHeaders } from "./reply-headers.ts";
import { NOT_LIMITED, createRateLimit } from "./rate-limit.ts";

const KEY = { id: "a", rate_limit: null };

test("a key has its limit once a minute, counted from its first call", () => {
  let nowMs = 5_000;
  const { take } = createRateLimit(2, () => nowMs);

  const first = take(KEY);
  nowMs += 10_000;
  const second = take(KEY);
  const third = take(KEY);
  nowMs += 49_999;
  const late = take(KEY);
  nowMs += 1;
  const anew = take(KEY);

  expect(first).toEqual({ limit: 2, remaining: 1, resetMs: 60_000, isExceeded: false });
  expect(second).toEqual({ limit: 2, remaining: 0, resetMs: 50_000, isExceeded: false });
  expect(third).toEqual({ limit: 2, remaining: 0, resetMs: 50_000, isExceeded: true });
  expect(late).toEqual({ limit: 2, remaining: 0, resetMs: 1, isExceeded: true });
  expect(anew).toEqual({ limit: 2, remaining: 1, resetMs: 60_000, isExceeded: false });
});

test("each key is counted by itself, and its own limit goes before the installation's", () => {
  const { take } = createRateLimit(1, () => 0);

  take(KEY);

  expect(take(KEY).isExceeded).toBe(true);
  expect(take({ id: "b", rate_limit: null }).isExceeded).toBe(false);
  expect(take({ id: "c", rate_limit: 3 })).toMatchObject({ limit: 3, remaining: 2 });
});

test("a limit that was lowered meanwhile holds at once", () => {
  const { take } = createRateLimit(null, () => 0);
  for (let call = 0; call < 5; call += 1) take({ id: "a", rate_limit: 10 });

  expect(take({ id: "a", rate_limit: 3 })).toMatchObject({ remaining: 0, isExceeded: true });
});

test("without a limit nothing is counted, and the headers say that everything is left", () => {
  const { take, untouched } = createRateLimit(null, () => 0);

  for (const allowance of [take(KEY), untouched()]) {
    expect(rateLimitHeaders(allowance, Date.parse("2026-01-14T13:36:06.415Z"))).toEqual({
      "x-ratelimit-limit": String(NOT_LIMITED),
      "x-ratelimit-remaining": String(NOT_LIMITED),
      "x-ratelimit-reset": "2026-01-14T13:36:06.415Z",
      "retry-after": "0",
    });
  }
});

test("whose key is not known yet hears what a key has; people are not limited", () => {
  const { untouched, unlimited } = createRateLimit(240, () => 0);

  expect(untouched()).toMatchObject({ limit: 240, remaining: 240, isExceeded: false });
  expect(unlimited()).toMatchObject({ limit: NOT_LIMITED, remaining: NOT_LIMITED });
});

test("who has nothing left hears when to come again, in whole seconds that are long enough", () => {
  let nowMs = 0;
  const { take } = createRateLimit(1, () => nowMs);
  const last = take(KEY);
  nowMs = 58_500;

  const headers = rateLimitHeaders(take(KEY), Date.parse("2026-01-14T13:36:00.000Z"));

  expect(rateLimitHeaders(last, 0)["retry-after"]).toBe("60");
  expect(headers).toEqual({
    "x-ratelimit-limit": "1",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": "2026-01-14T13:36:01.500Z",
    "retry-after": "2",
  });
});

test("the number of keys in memory is bounded: the minute that began first is forgotten first", () => {
  const { take } = createRateLimit(1, () => 0, 2);

  for (const id of ["a", "b", "c"]) take({ id, rate_limit: null });

  expect(take({ id: "c", rate_limit: null }).isExceeded).toBe(true);
  expect(take({ id: "b", rate_limit: null }).isExceeded).toBe(true);
  expect(take({ id: "a", rate_limit: null }).isExceeded).toBe(false);
});

test("processes that tell each other what they counted share one limit", () => {
  const [one, two] = [createRateLimit(3, () => 0), createRateLimit(3, () => 0)];
  one.take(KEY);
  one.take(KEY);
  two.countedElsewhere(one.countedHere());

  expect(two.take(KEY)).toMatchObject({ remaining: 0, isExceeded: false });
  expect(two.take(KEY).isExceeded).toBe(true);
  expect(two.countedHere()).toEqual(new Map([["a", 1]])); // a refused call is none
  expect(one.countedHere()).toEqual(new Map()); // told once
});

test("calls without a limit are not counted for anybody", () => {
  const limit = createRateLimit(null, () => 0);
  limit.take(KEY);

  expect(limit.countedHere().size).toBe(0);
});
