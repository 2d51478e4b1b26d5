import { expect, test } from "vitest";
import type { OutgoingRequest } from "./dialer.ts";
import { nextHop } from "./redirect.ts";

const request: OutgoingRequest = {
  origin: "https://api.test",
  path: "/hooks/a?x=1",
  method: "PUT",
  headers: [
    "Content-Type",
    "application/json",
    "Authorization",
    "Bearer s",
    "Cookie",
    "c=1",
    "x-posthorn-signature",
    "s",
    "X-Key",
    "s",
    "x-github-event",
    "push",
  ],
  credentialHeaders: ["x-posthorn-signature", "x-key"],
  body: Buffer.from("{}"),
  deadlineMs: 1,
  bodyMaxBytes: 1,
  maxRedirects: 5,
};
const to = (location: string, status = 307, change: Partial<OutgoingRequest> = {}) =>
  nextHop({ ...request, ...change }, status, ["Location", location]);

test.each([307, 308])("%i repeats method and body", (status) => {
  expect(to("/b", status)).toEqual({ ...request, path: "/b", maxRedirects: 4 });
});

test.each([301, 302, 303])("%i becomes a GET without a body and what describes it", (status) => {
  expect(to("b?y=2#z", status)).toMatchObject({ path: "/hooks/b?y=2", method: "GET", body: null });
  expect(to("/b", status)).toMatchObject({ headers: request.headers.slice(2) });
});

test.each([301, 302, 303])("HEAD stays HEAD at a %i", (status) => {
  expect(to("/b", status, { method: "HEAD", body: null })).toMatchObject({ method: "HEAD", body: null });
});

test("QUERY asks again at the new address, unless the answer is to be got there", () => {
  for (const status of [301, 302, 307, 308])
    expect(to("/b", status, { method: "QUERY" })).toMatchObject({ method: "QUERY", body: request.body });
  expect(to("/b", 303, { method: "QUERY" })).toMatchObject({ method: "GET", body: null });
});

test.each(["http://api.test/", "https://api.test:8443/", "https://evil.test/", "//evil.test/x"])(
  "credentials do not go along to %s, the rest does",
  (location) => {
    expect(to(location)).toMatchObject({
      headers: ["Content-Type", "application/json", "x-github-event", "push"],
      body: request.body,
    });
  },
);

test("credentials stay on their origin, in every spelling of it", () => {
  expect(to("https://API.test:443/b")).toMatchObject({
    origin: "https://api.test",
    headers: request.headers,
  });
});

test.each(["file:///etc/passwd", "https://user:pw@api.test/", "javascript:alert(1)", "http://"])(
  "%s leads nowhere",
  (location) => {
    expect(to(location)).toBe("not a URL");
  },
);

test("the last of five may answer, but not redirect again", () => {
  expect(to("/b", 307, { maxRedirects: 1 })).toMatchObject({ maxRedirects: 0 });
  expect(to("/b", 307, { maxRedirects: 0 })).toBe("too many");
});

test("other answers are no redirects, nor is anything to those who follow none", () => {
  expect(nextHop(request, 302, ["x-location", "/b"])).toBeNull();
  for (const status of [200, 300, 304, 401]) expect(to("/b", status)).toBeNull();
  expect(to("/b", 307, { maxRedirects: null })).toBeNull();
});
