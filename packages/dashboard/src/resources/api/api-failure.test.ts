import { expect, test } from "vitest";
import {
  type ApiFailure,
  failureOf,
  firstMessage,
  isLossOfAccess,
  retryAfterSeconds,
} from "./api-failure.ts";

const now = new Date("2026-11-15T12:00:00Z");

function failureFrom(status: number, body: string): ApiFailure {
  return failureOf(new Response(body, { status, headers: { "retry-after": "7" } }), body, now);
}

test("the server's error comes through with code, status, sentence and data", () => {
  const body = JSON.stringify({
    code: "UNPROCESSABLE_ENTITY",
    status: 422,
    message: "Bad",
    data: ["name x"],
  });

  const failure = failureFrom(422, body);

  expect(failure).toMatchObject({
    kind: "refused",
    code: "UNPROCESSABLE_ENTITY",
    status: 422,
    message: "Bad",
  });
  expect(firstMessage(failure)).toBe("name x");
});

test("an error page that is not ours counts as unreachable and keeps its status", () => {
  const failure = failureFrom(502, "<h1>Bad Gateway</h1>");

  expect(failure).toMatchObject({ kind: "unreachable", code: "UNREACHABLE", status: 502 });
});

test("Retry-After is read as seconds and as a date, and nonsense is ignored", () => {
  expect(retryAfterSeconds("7", now)).toBe(7);
  expect(retryAfterSeconds("0.2", now)).toBe(1);
  expect(retryAfterSeconds("Sun, 15 Nov 2026 12:00:30 GMT", now)).toBe(30);
  expect(retryAfterSeconds("soon", now)).toBeUndefined();
  expect(retryAfterSeconds(null, now)).toBeUndefined();
});

test.each([
  ["a role that is too low", 403, { message: "Forbidden" }, true],
  ["a project that is not theirs", 404, { message: "Not Found" }, true],
  ["a thing that is not there", 404, { message: "Not Found", data: { id: "evt_1" } }, false],
  ["a mistake of the caller", 422, { message: "Bad" }, false],
])("%s: does the person have less access than before?", (_what, status, said, isLoss) => {
  const failure = failureFrom(status, JSON.stringify({ code: "REFUSED", status, ...said }));

  expect(isLossOfAccess(failure)).toBe(isLoss);
});

test("a page of another server says nothing about the person", () => {
  expect(isLossOfAccess(failureFrom(403, "<h1>Forbidden</h1>"))).toBe(false);
});
