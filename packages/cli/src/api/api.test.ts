import { expect, test } from "vitest";
import { queryString } from "./query-string.ts";
import { refusalOf, unreachable } from "./refusals.ts";

const SETTINGS = { url: "http://localhost:4400", keyFrom: "profile", profileName: "work" } as const;
const reply = (status: number, message: string, data?: unknown) => ({
  status,
  retryAfter: null,
  reply: { code: "X", status, message, data },
});

test("a query is written as the API reads it", () => {
  expect(queryString(undefined)).toBe("");
  expect(queryString({})).toBe("");
  expect(
    queryString({ a: undefined, name: "ä b", limit: 3, id: ["x", "y"], created_at: { gte: "2026" } }),
  ).toBe("?name=%C3%A4%20b&limit=3&id=x&id=y&created_at%5Bgte%5D=2026");
});

test.each([
  {
    refused: reply(401, "Invalid or missing API key"),
    exit: "refused",
    says: 'the key of the profile "work"',
    todo: "posthorn login",
  },
  { refused: reply(403, "No permission"), exit: "refused", says: "No permission", todo: "posthorn whoami" },
  { refused: reply(404, "Not Found"), exit: "notFound", says: "Not Found", todo: "posthorn whoami" },
  {
    refused: reply(410, "Resource was deleted"),
    exit: "notFound",
    says: "Resource was deleted",
    todo: "project",
  },
  { refused: reply(422, "name is required"), exit: "failed", says: "name is required", todo: undefined },
  {
    refused: { ...reply(429, "Too many requests"), retryAfter: "7" },
    exit: "failed",
    says: "Too many requests",
    todo: "in 7 s",
  },
  {
    refused: reply(503, "Temporarily unavailable"),
    exit: "unreachable",
    says: "Temporarily unavailable",
    todo: "Try again",
  },
  { refused: { status: 200, retryAfter: null }, exit: "failed", says: "not as Posthorn does", todo: "--url" },
  { refused: { status: 502, retryAfter: null }, exit: "unreachable", says: "answered 502", todo: "--url" },
])("status $refused.status becomes a failure with its exit code", ({ refused, exit, says, todo }) => {
  const failure = refusalOf(refused, SETTINGS);

  expect(failure.exit).toBe(exit);
  expect(failure.message).toContain(says);
  if (todo === undefined) expect(failure.todo).toBeUndefined();
  else expect(failure.todo).toContain(todo);
});

test("further complaints of the server are all shown, and cannot act on the terminal", () => {
  const failure = refusalOf(
    reply(422, "name is required", ["name is required", "url \u001b is wrong", "x"]),
    SETTINGS,
  );

  expect(failure.why).toBe("url \ufffd is wrong\nx");
});

test("a key of the environment is not answered with advice about profiles", () => {
  const failure = refusalOf(reply(401, "Invalid"), { ...SETTINGS, keyFrom: "environment" });

  expect(failure.message).toContain("POSTHORN_API_KEY");
  expect(failure.todo).toContain("Set POSTHORN_API_KEY");
});

test("a key that the person has just brought is not called the profile's", () => {
  const failure = refusalOf({ ...reply(401, "Invalid"), isBroughtKey: true }, SETTINGS);

  expect(failure.message).toBe("http://localhost:4400 does not accept the key that you have given.");
  expect(failure.todo).toContain("Nothing was stored.");
});

const why = (cause: unknown) => unreachable("http://x", new TypeError("fetch failed", { cause })).why;

test("silence has a reason in words", () => {
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });

  expect(why(refused)).toBe("Nothing listens there.");
  expect(why(new AggregateError([refused, refused]))).toBe("Nothing listens there.");
  expect(why(new Error("something else"))).toBe("something else.");
});
