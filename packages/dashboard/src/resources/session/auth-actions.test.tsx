import { expect, test } from "vitest";
import { refusalOf } from "./auth-actions.ts";

const answer = { code: undefined, message: undefined, retryAfterSeconds: undefined, body: null };
const refused = () => ({ title: "Email or password is wrong" });

test("success is no refusal, a plain 4xx is the call's own", () => {
  expect(refusalOf({ ...answer, status: 200 }, refused)).toBeNull();
  expect(refusalOf({ ...answer, status: 401 }, refused)).toEqual({ title: "Email or password is wrong" });
});

test.each([
  [42, "Try again in 42 s."],
  [600, "Try again in 10 min."],
  [undefined, "Wait a moment, then try again."],
])("throttled for %s s: %s", (retryAfterSeconds, text) => {
  expect(refusalOf({ ...answer, status: 429, retryAfterSeconds }, refused)).toEqual({
    title: "Too many requests",
    text,
  });
});

test("an outage is not blamed on the password", () => {
  expect(refusalOf({ ...answer, status: 503 }, refused)?.title).toBe("The server failed to answer");
  expect(refusalOf({ ...answer, status: 0 }, refused)?.title).toBe("Posthorn could not be reached");
});
