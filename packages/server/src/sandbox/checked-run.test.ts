import { anything, assert, constantFrom, dictionary, jsonValue, oneof, property, string } from "fast-check";
import { expect, test } from "vitest";
import { checkedRun } from "./checked-run.ts";

const HEAD = {
  headers: { "content-type": "text/plain" },
  path: "/",
  query: "",
  has_body: true,
  console: [],
  log_level: "warn",
};

const checked = (head: unknown, body = "text") => checkedRun(`${JSON.stringify(head)}\n${body}`);

test("an honest answer is taken as it is", () => {
  expect(checked(HEAD, "two\nlines")).toEqual({
    request: { headers: { "content-type": "text/plain" }, path: "/", query: "", body: "two\nlines" },
    console: [],
    log_level: "warn",
  });
});

test.each(["", "no line", "{}\n", "null\n", "[1]\n", "{\n", '{"headers":{},"path":1,"query":""}\n'])(
  "%j is no answer",
  (text) => {
    expect(checkedRun(text)).toMatchObject({ failure: expect.any(String), log_level: "fatal" });
  },
);

test("levels and lines that do not exist are not taken over", () => {
  expect(checked({ ...HEAD, log_level: "fatal" }).log_level).toBe("info");
  expect(checked({ ...HEAD, log_level: {} }).log_level).toBe("info");
  expect(
    checked({
      ...HEAD,
      console: [
        { type: "trace", message: "a" },
        { type: "log", message: 1 },
        5,
        { type: "log", message: "b", more: 1 },
      ],
    }).console,
  ).toEqual([{ type: "log", message: "b" }]);
});

const failed = (place: object) => checked({ failure: "f", console: [], ...place });

test("a place in the code is two numbers from 1, or there is none", () => {
  expect(failed({ line: 3, column: 1 })).toMatchObject({ position: { line: 3, column: 1 } });
  for (const place of [
    {},
    { line: 0, column: 0 },
    { line: "3", column: 1 },
    { line: 1.5, column: 1 },
    { line: 3 },
  ])
    expect(failed(place)).toMatchObject({ position: null });
});

test("more lines, longer lines and longer failures than there can be are cut", () => {
  const console = Array.from({ length: 500 }, () => ({ type: "log", message: "x".repeat(20_000) }));

  const outcome = checked({ failure: "f".repeat(100_000), console });

  expect(outcome.console).toHaveLength(201);
  expect(outcome.console[0]?.message.length).toBeLessThan(8300);
  expect("failure" in outcome && outcome.failure.length).toBe(2000);
});

test("names in upper case and in lower case are one header", () => {
  const outcome = checked({ ...HEAD, headers: { "Content-Type": "a/b", "X-One": "1", "x-one": "2" } });

  expect(outcome).toMatchObject({ request: { headers: { "content-type": "a/b", "x-one": "2" } } });
});

test("whatever is written, what comes out can be put on a wire", () => {
  const text = oneof(
    string(),
    string({ unit: "binary" }),
    constantFrom("/", "/a?b", "/a\r\nb", "#", " ", "a/b"),
  );
  const head = oneof(
    jsonValue(),
    dictionary(
      constantFrom("headers", "path", "query", "failure", "console", "has_body", "log_level"),
      oneof(anything(), text, dictionary(text, text)),
    ),
  );
  assert(
    property(head, text, (given, body) => {
      let written = "";
      try {
        written = JSON.stringify({ ...HEAD, ...(given as object) });
      } catch {
        return; // not JSON, so no child could write it
      }
      const outcome = checkedRun(`${written}\n${body}`);
      if ("failure" in outcome) return;

      const { headers, path, query } = outcome.request;
      expect(() => new Headers(headers)).not.toThrow();
      expect(new URL(`http://host${path}?${query}`).host).toBe("host");
      expect(`${path}${query}`).not.toMatch(/[\s#]/);
    }),
    { numRuns: 60 },
  );
});
