import { REJECTION_CAUSES } from "@posthorn/contract/causes";
import { describe, expect, test } from "vitest";
import { fixOf, requestOutcome, whyNoRetry } from "./request-outcome.ts";
import { aRequest } from "./test-requests.ts";

const rejected = (rejection_cause: (typeof REJECTION_CAUSES)[number]) =>
  aRequest(1, { status: "rejected", rejection_cause, events_count: 0 });

describe("what happened", () => {
  test.each(REJECTION_CAUSES)("%s has a title and says what became of the request", (cause) => {
    const { title, next } = requestOutcome(rejected(cause));

    expect(title).not.toBe("");
    expect(next).toContain("Nothing was delivered");
  });

  test.each([
    [{ events_count: 2, ignored_count: 1 }, "Accepted: 2 events, 1 ignored event", "ok"],
    [{ events_count: 0, cli_events_count: 1 }, "Accepted: 1 event, 0 ignored events", "ok"],
    [{ events_count: 0, ignored_count: 2 }, "Accepted: 0 events, 2 ignored events", "ok"],
    [{ events_count: 0 }, "The request is still processing", "wait"],
    [{ events_count: 0, retried: true }, "The retried request is still processing", "wait"],
    [{ events_count: 0, rejection_cause: "NO_CONNECTION" }, "No Connection", "off"],
  ] as const)("%j is told as %s", (change, title, tone) => {
    expect(requestOutcome(aRequest(1, change))).toMatchObject({ title, tone });
  });

  test("a request that was retried in vain says so", () => {
    const { next } = requestOutcome({ ...rejected("VERIFICATION_FAILED"), retried: true });

    expect(next).toContain("It was retried and is still invalid.");
  });
});

test("only what a change of the source can help with has a fix", () => {
  expect(REJECTION_CAUSES.flatMap((cause) => fixOf({ rejection_cause: cause }) ?? [])).toEqual([
    "enable-source",
    "add-connection",
    "disable-authentication",
    "enable-method",
  ]);
});

test("a retry is offered where it may help, and otherwise says why not", () => {
  expect(REJECTION_CAUSES.filter((cause) => whyNoRetry(rejected(cause)) === undefined)).toEqual([
    "NO_CONNECTION",
    "VERIFICATION_FAILED",
    "UNSUPPORTED_HTTP_METHOD",
    "PLAN_LIMIT_REACHED",
  ]);
  expect(whyNoRetry(rejected("UNPARSABLE_JSON"))).toContain("Unparsable JSON cannot be retried");
  expect(whyNoRetry(aRequest(1, { ignored_count: 1 }))).toBeUndefined();
  expect(whyNoRetry(aRequest(1))).toBe("Every connection has made an event of it already");
  expect(whyNoRetry(aRequest(1, { events_count: 0 }))).toBe("The request is still processing");
});
