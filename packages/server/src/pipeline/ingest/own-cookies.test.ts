import { expect, test } from "vitest";
import { withoutOwnCookies } from "./own-cookies.ts";

const kept = (...values: string[]) => {
  const headers = ["Host", "in.test", ...values.flatMap((value) => ["Cookie", value]), "X-Tag", "posthorn.x"];
  const rest = withoutOwnCookies(headers, values.join("; "));
  expect([...rest.slice(0, 2), ...rest.slice(-2)]).toEqual(["Host", "in.test", "X-Tag", "posthorn.x"]);
  return rest.slice(2, -2);
};

test.each([
  "posthorn.session_token=abc.def%3D",
  "__Host-posthorn.session_token=abc",
  "__Secure-posthorn.session_token=abc",
  "posthorn.session_data=abc",
  "posthorn.session_token",
  "posthorn.session_token=a; posthorn.dont_remember=b",
  " posthorn.session_token =a;",
])("of %j nothing is kept, nor its header", (value) => {
  expect(kept(value)).toEqual([]);
});

test.each([
  ["a=1; posthorn.session_token=x; b=2", "a=1; b=2"],
  ["posthorn.session_token=x; a=1", "a=1"],
  ["a=1;  b=2 ;posthorn.session_token=x", "a=1;  b=2"],
  ["a=posthorn.session_token; posthorn=1; posthorn.x=1", "a=posthorn.session_token; posthorn=1"],
  ["xposthorn.session_token=1", "xposthorn.session_token=1"],
  ["a=posthorn.b", "a=posthorn.b"],
])("of %j the sender's own cookies are kept", (value, rest) => {
  expect(kept(value)).toEqual(["Cookie", rest]);
});

test("each of several headers keeps its own rest", () => {
  expect(kept("a=1", "posthorn.session_token=x", "__Host-posthorn.session_token=x; b=2")).toEqual([
    "Cookie",
    "a=1",
    "Cookie",
    "b=2",
  ]);
});

test("a request without a cookie of ours costs no copy", () => {
  const headers = ["Cookie", "a=1; session=2"];

  expect(withoutOwnCookies(headers, "a=1; session=2")).toBe(headers);
  expect(withoutOwnCookies(headers, undefined)).toBe(headers);
});
