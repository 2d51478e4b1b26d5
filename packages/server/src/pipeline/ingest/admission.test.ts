import { HTTP_METHODS } from "@posthorn/contract/causes";
import { expect, test } from "vitest";
import { type Arrival, admit } from "./admission.ts";

const SOURCE = { isDisabled: false, allowedMethods: new Set<string>(["POST", "PUT"]), connections: [{}] };

function outcome(arrival: Partial<Arrival>, source: Partial<typeof SOURCE> = {}) {
  const { status, cause } = admit(
    { ...SOURCE, ...source },
    { method: "POST", contentType: null, headers: [], body: Buffer.from("{}"), ...arrival },
  );
  return [status, cause];
}

test("a request that breaks no rule is accepted", () => {
  expect(outcome({ contentType: "application/json; charset=utf-8" })).toEqual([200, null]);
});

test("without a connection it is accepted and says so", () => {
  expect(outcome({}, { connections: [] })).toEqual([200, "NO_CONNECTION"]);
});

test("a disabled source answers 403, never 410, whatever comes", () => {
  expect(outcome({ body: null }, { isDisabled: true })).toEqual([403, "SOURCE_DISABLED"]);
});

test("a body that was not kept was too large", () => {
  expect(outcome({ body: null, method: "GET" })).toEqual([413, "PAYLOAD_TOO_LARGE"]);
});

test.each(["GET", "PATCH", "HEAD", "OPTIONS", "TRACE", "PROPFIND"])(
  "%s is refused when it is not switched on",
  (method) => {
    expect(outcome({ method })).toEqual([405, "UNSUPPORTED_HTTP_METHOD"]);
  },
);

test.each(HTTP_METHODS)("%s is taken when it is switched on", (method) => {
  expect(outcome({ method }, { allowedMethods: new Set([method]) })).toEqual([200, null]);
});

test.each([
  "text/plain",
  "TEXT/XML",
  "application/xml",
  "application/x-www-form-urlencoded",
  "application/vnd.api+json",
  "application/jwt",
  "application/x-ndjson",
  "multipart/form-data; boundary=x",
  null,
])("content type %s is taken", (contentType) => {
  expect(outcome({ contentType })).toEqual([200, null]);
});

test.each(["image/png", "application/octet-stream", "application/", "", "json", "application/ld+jsonx"])(
  "content type %j is not",
  (contentType) => {
    expect(outcome({ contentType })).toEqual([415, "UNSUPPORTED_CONTENT_TYPE"]);
  },
);

test("broken JSON is refused only where it claims to be JSON", () => {
  const body = Buffer.from("{");
  expect(outcome({ body, contentType: "application/json" })).toEqual([400, "UNPARSABLE_JSON"]);
  expect(outcome({ body, contentType: "application/problem+json" })).toEqual([400, "UNPARSABLE_JSON"]);
  expect(outcome({ body, contentType: "text/plain" })).toEqual([200, null]);
});

test("the ninth pass through our own deliveries ends the circle", () => {
  expect(outcome({ headers: ["x-posthorn-hops", "8"] })).toEqual([200, null]);
  expect(outcome({ headers: ["X-Posthorn-Hops", "9"] })).toEqual([508, "UNKNOWN"]);
});
