import { CLI_POLLS_PER_ADDRESS_AND_MINUTE, CLI_POLLS_PER_MINUTE } from "@posthorn/contract/limits";
import { expect, test } from "vitest";
import { ApiError } from "../api-error.ts";
import { createPollLimit } from "./poll-limit.ts";

function refusalOf(poll: () => void): unknown {
  try {
    poll();
    return null;
  } catch (error) {
    return error instanceof ApiError ? [error.code, error.retryAfterSeconds] : error;
  }
}

test("one login is asked for so often in a minute, from wherever", () => {
  let nowMs = 0;
  const count = createPollLimit(() => nowMs);
  for (let poll = 0; poll < CLI_POLLS_PER_MINUTE; poll += 1) count(`192.0.2.${poll}`, "a");
  nowMs = 20_000;

  expect(refusalOf(() => count("198.51.100.1", "a"))).toEqual(["TOO_MANY_REQUESTS", 40]);
  expect(refusalOf(() => count("198.51.100.1", "b"))).toBeNull();
  nowMs = 60_000;
  expect(refusalOf(() => count("198.51.100.1", "a"))).toBeNull();
});

test("one address asks so often in a minute, for whatever; a whole IPv6 network is one address", () => {
  const count = createPollLimit(() => 0);
  for (let poll = 0; poll < CLI_POLLS_PER_ADDRESS_AND_MINUTE; poll += 1)
    count(`2001:db8::${poll.toString(16)}`, `guess-${poll}`);

  expect(refusalOf(() => count("2001:db8::ffff", "guess"))).toEqual(["TOO_MANY_REQUESTS", 60]);
  expect(refusalOf(() => count("2001:db8:0:1::1", "guess"))).toBeNull();
});
