import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { coloured, textFormat, uncoloured } from "./log-text.ts";

/** In the machine's own time zone, as the line shows it. */
const AT = new Date(2026, 0, 2, 3, 4, 5);
const plain = textFormat(uncoloured);

test("a line has the time of day, the level, the event and its fields", () => {
  const fields = { method: "POST", path: "/connections", status: 200, reason: null, left_out: undefined };

  expect(plain("info", "api.answered", fields, AT)).toBe(
    "03:04:05 info  api.answered method=POST path=/connections status=200 reason=null",
  );
});

test("values with spaces are quoted, lists are joined, inner fields carry the outer name", () => {
  const fields = { message: "too slow", empty: "", roles: ["api", "worker"], durations: { send_ms: 3 } };

  expect(plain("warn", "thing.slow", fields, AT)).toBe(
    '03:04:05 warn  thing.slow message="too slow" empty="" roles=api,worker durations.send_ms=3',
  );
});

test("an error that stands for several is its message and theirs, each once", () => {
  const errors = [new Error("connect refused"), new Error("connect refused"), new Error("timed out")];

  expect(plain("warn", "billing.failed", { error: new AggregateError(errors, "2 invoices") }, AT)).toContain(
    'error="2 invoices: connect refused; timed out"',
  );
  expect(plain("warn", "billing.failed", { error: new AggregateError(errors) }, AT)).toContain(
    'error="connect refused; timed out"',
  );
});

test("an error is its message and those of its causes; its stack follows only where a person must act", () => {
  const cause = Object.assign(new Error("connect refused"), { code: "ECONNREFUSED" });
  const error = new Error("not delivered", { cause });
  const first = 'error="not delivered: connect refused (ECONNREFUSED)"';

  expect(plain("warn", "thing.failed", { error }, AT)).toBe(`03:04:05 warn  thing.failed ${first}`);
  const lines = plain("error", "thing.failed", { error }, AT).split("\n");
  expect(lines[0]).toBe(`03:04:05 error thing.failed ${first}`);
  expect(lines[1]).toBe("    Error: not delivered");
  expect(lines.slice(1).every((line) => line.startsWith("    "))).toBe(true);
  expect(lines).toContain("    Error: connect refused");
});

test("what a stranger sent cannot steer the terminal, start a line of its own, or turn text around", () => {
  const evil = "a\u001b[2Jb\nc\u009b31m\u202ed";

  for (const line of [
    plain("warn", "host.unknown", { host: evil }, AT),
    plain("warn", evil, { [evil]: 1, list: [evil] }, AT),
    plain("warn", "broken", { error: new Error(evil) }, AT),
  ]) {
    expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(line).toContain("[2Jb");
  }
});

test("a secret does not reach the text either", () => {
  const line = plain("info", "login", { password: "hunter2", user: { api_key: "hunter2" } }, AT);

  expect(line).toBe("03:04:05 info  login password=[redacted] user.api_key=[redacted]");
});

test("colour adds nothing but colour", () => {
  const fields = { setting: "POSTHORN_SMTP_URL" };
  const line = textFormat(coloured)("warn", "mail.not_configured", fields, AT);

  expect(line).toContain("\u001b[33mwarn \u001b[0m");
  expect(stripVTControlCharacters(line)).toBe(plain("warn", "mail.not_configured", fields, AT));
});
