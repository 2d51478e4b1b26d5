import { DELIVERY_ERROR_CODES, EVENT_STATUSES } from "@posthorn/contract/causes";
import { expect, test } from "vitest";
import { attemptOutcome, outcomeOf } from "./delivery-outcome.ts";
import { untilNext } from "./until-next.ts";

const now = new Date("2026-11-14T14:32:18Z");
const failed = {
  status: "FAILED" as const,
  attempts: 3,
  response_status: 503,
  error_code: null,
  next_attempt_at: "2026-11-14T14:33:06Z",
  last_attempt_at: "2026-11-14T14:32:18Z",
};

test("a failure says what was answered and when the next try is", () => {
  expect(outcomeOf(failed, now)).toEqual({
    tone: "bad",
    title: "The destination answered 503 Service Unavailable",
    advice: {
      cause: "The server, or a proxy in front of it, is down, overloaded or restarting.",
      fix: "Check that the server is up. If it gets too much at once, set a max delivery rate.",
    },
    next: "Attempt 3. Next try in 48 s.",
  });
});

test("a failure for good says that only a person can send it again", () => {
  const outcome = outcomeOf({ ...failed, next_attempt_at: null }, now);

  expect(outcome.next).toBe("Attempt 3. Nothing more is sent unless you retry it.");
});

test("an event on its way names no attempt that may not be the one on the wire", () => {
  const onItsWay = { ...failed, status: "QUEUED" as const, attempts: 1, next_attempt_at: null };

  expect(outcomeOf({ ...onItsWay, last_attempt_at: null }, now).next).toBe("The first attempt is sent now.");
  expect(outcomeOf(onItsWay, now).next).toBe("Another attempt is sent now.");
});

test("an error code is explained with the values of this attempt", () => {
  const refused = { ...failed, response_status: null, error_code: "CONNECTION_REFUSED" as const };
  const at = { host: "orders.acme.dev", port: 8443, timeoutSeconds: null, retentionDays: 7 };

  expect(outcomeOf(refused, now, at)).toMatchObject({
    title: "The destination refused the connection",
    advice: {
      cause: "No server is listening at orders.acme.dev:8443, or a firewall rejects the connection.",
      fix: "Start the server on port 8443, or correct the URL of the destination, then retry.",
    },
    next: "Attempt 3. Next try in 48 s.",
  });
});

test("every failing answer has a cause and a fix, and a success has none", () => {
  for (let status = 300; status < 600; status += 1)
    expect(attemptOutcome({ response_status: status, error_code: null }).advice).toEqual({
      cause: expect.stringMatching(/^The .*\.$/),
      fix: expect.stringMatching(/^(?:Check|Compare|Raise|Read|Set) .*\.$/),
    });
  expect(attemptOutcome({ response_status: 204, error_code: null }).advice).toBeNull();
});

test("a failure without any detail is a fatal error", () => {
  expect(outcomeOf({ ...failed, response_status: null }, now).title).toBe("Fatal error");
});

test("every error code and every status has both sentences, and none ends in two full stops", () => {
  for (const error_code of DELIVERY_ERROR_CODES)
    for (const status of EVENT_STATUSES) {
      const outcome = outcomeOf({ ...failed, status, response_status: null, error_code }, now);

      expect(outcome.title).toMatch(/[^.]$/);
      expect(outcome.next).toMatch(/[^.]\.$/);
    }
});

test("an unregistered status stays a number", () => {
  expect(attemptOutcome({ response_status: 599, error_code: null }).title).toBe(
    "The destination answered 599",
  );
});

test("a moment that has passed is now, not in the past", () => {
  expect(untilNext("2026-11-14T14:32:00Z", now)).toBe("now");
  expect(untilNext("2026-11-14T15:31:18Z", now)).toBe("in 59 min");
});
