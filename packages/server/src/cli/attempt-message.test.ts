import { expect, test } from "vitest";
import { type CliAttempt, attemptMessage, readAnswer } from "./attempt-message.ts";

const ATTEMPT: CliAttempt = {
  attempt_id: "atm_9",
  event_id: "evt_9",
  webhook_id: "web_9",
  cli_path: "/hooks/abc?x=1",
  method: "POST",
  headers: { "content-type": "application/json", "x-posthorn-eventid": "evt_9" },
  body: Buffer.from('{"a":1}'),
  timeoutMs: 5_000,
};

test("an attempt is said as the protocol has it", () => {
  expect(JSON.parse(attemptMessage(ATTEMPT) ?? "")).toEqual({
    event: "attempt",
    body: {
      cli_path: "/hooks/abc?x=1",
      event_id: "evt_9",
      attempt_id: "atm_9",
      webhook_id: "web_9",
      request: {
        method: "POST",
        timeout: 5_000,
        data_string: '{"a":1}',
        headers: { "content-type": "application/json", "x-posthorn-eventid": "evt_9" },
      },
    },
  });
});

test("no slash stands behind a backslash, and every value is read back as it was", () => {
  const headers = { accept: "*/*", odd: String.raw`a\/b \\/ \n /` };
  const body = Buffer.from(String.raw`<\/script> \\/`);

  const text = attemptMessage({ ...ATTEMPT, headers, body }) ?? "";

  expect(text).not.toContain(String.raw`\/`);
  expect(JSON.parse(text).body.request.headers).toEqual(headers);
  expect(JSON.parse(text).body.request.data_string).toBe(body.toString());
});

test.each([
  ["no body", null, ""],
  ["an empty one", Buffer.alloc(0), ""],
  ["a byte order mark", Buffer.from("\ufeff[1]"), "\ufeff[1]"],
  ["a null character and a line separator", Buffer.from("a\u0000b\u2028"), "a\u0000b\u2028"],
  ["part of a larger buffer", Buffer.from("xxhelloxx").subarray(2, 7), "hello"],
])("the body is carried as it is: %s", (_name, body, expected) => {
  expect(JSON.parse(attemptMessage({ ...ATTEMPT, body }) ?? "").body.request.data_string).toBe(expected);
});

test("bytes that are no text are not sent at all, rather than changed", () => {
  expect(attemptMessage({ ...ATTEMPT, body: Buffer.from([0x89, 0x50, 0xff]) })).toBeNull();
});

const requestOf = (given: Uint8Array) =>
  JSON.parse(attemptMessage({ ...ATTEMPT, body: given }, { carriesBytes: true }) ?? "").body.request;

test("a client whose protocol carries bytes gets them as they are, and text as text", () => {
  const body = Buffer.from("xx\u0089PNGxx", "latin1").subarray(2, 6);

  expect(Buffer.from(requestOf(body).data_base64, "base64")).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47]));
  expect(requestOf(body).data_string).toBeUndefined();
  expect(requestOf(Buffer.from("text"))).toMatchObject({ data_string: "text" });
});

const answer = (body: unknown) => readAnswer(JSON.stringify({ event: "attempt_response", body }));

test("an answer may carry bytes", () => {
  expect(answer({ attempt_id: "atm_9", status: 200, data_base64: "iVD/" })).toMatchObject({
    outcome: "answered",
    data: Buffer.from([0x89, 0x50, 0xff]),
  });
});

test("an answer has a status and a text", () => {
  expect(answer({ attempt_id: "atm_9", cli_path: "/", status: 200, data: '{"ok":true}' })).toEqual({
    attempt_id: "atm_9",
    outcome: "answered",
    status: 200,
    data: '{"ok":true}',
  });
  expect(answer({ attempt_id: "atm_9", status: 204 })).toMatchObject({ outcome: "answered", data: "" });
});

test("an error says that the local server did not answer", () => {
  expect(answer({ attempt_id: "atm_9", error: true })).toEqual({
    attempt_id: "atm_9",
    outcome: "unavailable",
  });
});

test.each([
  { status: "200", data: "" },
  { status: 99, data: "" },
  { status: 600, data: "" },
  { status: 200.5, data: "" },
  { data: "" },
  { status: 200, data: { ok: true } },
  { status: 200, data: 1 },
  { error: "yes" },
])("what makes no sense is told as such: %j", (body) => {
  expect(answer({ attempt_id: "atm_9", ...body })).toEqual({ attempt_id: "atm_9", outcome: "unreadable" });
});

test.each([
  "",
  "{",
  "null",
  "[]",
  '"attempt_response"',
  '{"event":"attempt_response"}',
  '{"event":"attempt_response","body":null}',
  '{"event":"attempt_response","body":{"status":200}}',
  '{"event":"attempt_response","body":{"attempt_id":9,"status":200}}',
  '{"event":"request_log","body":{"attempt_id":"atm_9","status":200}}',
])("what names no attempt is nothing: %s", (text) => {
  expect(readAnswer(text)).toBeNull();
});

test("an answer of 500,000 levels is malformed like any other", () => {
  const deep = "[".repeat(500_000) + "]".repeat(500_000);

  expect(readAnswer(deep)).toBeNull();
  expect(
    readAnswer(`{"event":"attempt_response","body":{"attempt_id":"atm_9","status":200,"data":${deep}}}`),
  ).toEqual({ attempt_id: "atm_9", outcome: "unreadable" });
});
