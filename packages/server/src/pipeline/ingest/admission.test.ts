import { gzipSync } from "node:zlib";
import { REQUEST_METHODS } from "@posthorn/contract/causes";
import { expect, test } from "vitest";
import { type Admission, type AdmittingSource, type Arrival, admit } from "./admission.ts";
import { PASSED, type Verification, failedHeader } from "./verify/verification.ts";

const SOURCE: AdmittingSource = {
  isDisabled: false,
  allowedMethods: new Set<string>(["POST", "PUT"]),
  verify: null,
  quota: null,
  connections: [{}],
};
const ARRIVAL: Arrival = {
  method: "POST",
  path: "/",
  query: null,
  url: "https://in.test/e/token",
  headers: [],
  body: Buffer.from("{}"),
  receivedAtMs: 1_700_000_000_000,
  isVouchedFor: false,
};

type Given = Partial<Arrival> & { contentType?: string | null };

function admitted({ contentType = null, ...arrival }: Given, source: Partial<AdmittingSource> = {}) {
  const headers = contentType === null ? [] : ["Host", "x", "Content-Type", contentType];
  return admit({ ...SOURCE, ...source }, { ...ARRIVAL, headers, ...arrival });
}

/** For arrivals that are decided at once and are no challenge. */
function admission(arrival: Given, source: Partial<AdmittingSource> = {}): Admission {
  const decided = admitted(arrival, source);
  if (decided instanceof Promise || "reply" in decided) throw new Error("expected a decision, at once");
  return decided;
}

function outcome(arrival: Given, source: Partial<AdmittingSource> = {}) {
  const { status, cause } = admission(arrival, source);
  return [status, cause];
}

test("a request that breaks no rule is accepted", () => {
  expect(outcome({ contentType: "application/json; charset=utf-8" })).toEqual([200, null]);
});

test("without a connection it is accepted and says so", () => {
  expect(outcome({}, { connections: [] })).toEqual([200, "NO_CONNECTION"]);
});

test("with a used up quota, a request that would become events gets 429 until the period ends; a wrong one its own cause", () => {
  const quota = { isUsedUp: () => true, secondsLeft: () => 777 };

  expect(admission({}, { quota })).toMatchObject({
    status: 429,
    cause: "PLAN_LIMIT_REACHED",
    message: "Plan limit reached",
    retryAfterSeconds: 777,
  });
  expect(outcome({}, { quota, connections: [] })).toEqual([200, "NO_CONNECTION"]);
  expect(outcome({ contentType: "image/png" }, { quota })).toEqual([415, "UNSUPPORTED_CONTENT_TYPE"]);
  expect(outcome({ method: "GET" }, { quota })).toEqual([405, "UNSUPPORTED_HTTP_METHOD"]);
});

test("a disabled source answers 403, never 410, whatever comes", () => {
  expect(outcome({ body: null }, { isDisabled: true })).toEqual([403, "SOURCE_DISABLED"]);
});

test("a body that was not kept was too large", () => {
  expect(outcome({ body: null, method: "GET" })).toEqual([413, "PAYLOAD_TOO_LARGE"]);
});

test.each(["GET", "PATCH", "HEAD", "QUERY", "OPTIONS", "TRACE", "PROPFIND"])(
  "%s is refused when it is not switched on",
  (method) => {
    expect(outcome({ method })).toEqual([405, "UNSUPPORTED_HTTP_METHOD"]);
  },
);

test.each(REQUEST_METHODS)("%s is taken when it is switched on", (method) => {
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

test("compressed JSON is taken without a look into it", () => {
  const body = gzipSync('{"a":1}');
  const headers = ["content-type", "application/json"];
  expect(outcome({ body, headers: [...headers, "Content-Encoding", "gzip"] })).toEqual([200, null]);
  expect(outcome({ body, headers: [...headers, "Content-Encoding", "identity"] })).toEqual([
    400,
    "UNPARSABLE_JSON",
  ]);
});

test("the ninth pass through our own deliveries ends the circle", () => {
  expect(outcome({ headers: ["x-posthorn-hops", "8"] })).toEqual([200, null]);
  expect(outcome({ headers: ["X-Posthorn-Hops", "9"] })).toEqual([508, "UNKNOWN"]);
});

test("of several content types the first counts", () => {
  const headers = ["content-type", "text/plain", "Content-Type", "image/png"];
  expect(outcome({ headers })).toEqual([200, null]);
});

const passes = () => PASSED;
const DIFFERS = failedHeader("DIFFERS", "x-signature");
const refuses = () => DIFFERS;

test("a sender that does not prove itself hears 401, and the request says so", () => {
  expect(admission({}, { verify: refuses })).toEqual({
    status: 401,
    cause: "VERIFICATION_FAILED",
    message: "Request verification failed",
    verified: false,
    failure: { problem: "DIFFERS", looked_at: { part: "header", name: "x-signature" } },
  });
});

test("what was verified stays so whatever else is wrong; what nobody checked is neither", () => {
  expect(admission({}, { verify: passes })).toMatchObject({ status: 200, cause: null, verified: true });
  expect(admission({}, { verify: passes, connections: [] })).toMatchObject({
    cause: "NO_CONNECTION",
    verified: true,
  });
  expect(admission({ contentType: "image/png" }, { verify: passes })).toMatchObject({
    status: 415,
    verified: true,
  });
  expect(admission({})).toMatchObject({ status: 200, verified: null });
});

test("state, size and method come before authentication, content type and body after it", () => {
  const source = { verify: refuses };
  expect(admission({}, { ...source, isDisabled: true })).toMatchObject({ status: 403, verified: null });
  expect(admission({ body: null }, source)).toMatchObject({ status: 413, verified: null });
  expect(admission({ method: "GET" }, source)).toMatchObject({ status: 405, verified: null });
  expect(outcome({ contentType: "image/png" }, source)).toEqual([401, "VERIFICATION_FAILED"]);
  expect(outcome({ contentType: "application/json", body: Buffer.from("{") }, source)).toEqual([
    401,
    "VERIFICATION_FAILED",
  ]);
});

test("a verifier sees the request as it came", () => {
  const seen: unknown[] = [];
  const arrival = {
    method: "PUT",
    path: "/orders/1",
    query: "a=1",
    url: "https://in.test/e/token/orders/1?a=1",
    headers: ["X-Key", "1"],
    body: Buffer.from("bytes"),
    receivedAtMs: 12,
  };

  admission(arrival, {
    verify(evidence) {
      seen.push(evidence);
      return PASSED;
    },
  });

  expect(seen).toMatchObject([arrival]);
});

test("what an API key vouches for passes method and authentication, and nothing else", () => {
  const vouched = { isVouchedFor: true, method: "POST" };
  const source = { verify: refuses, allowedMethods: new Set(["GET"]) };
  expect(admission(vouched, source)).toMatchObject({ status: 200, cause: null, verified: true });
  expect(outcome(vouched, { ...source, isDisabled: true })).toEqual([403, "SOURCE_DISABLED"]);
  expect(outcome({ ...vouched, contentType: "image/png" }, source)).toEqual([
    415,
    "UNSUPPORTED_CONTENT_TYPE",
  ]);
});

test("a method that the URL switches on is taken, and still has to prove itself", () => {
  const asked = { method: "GET", query: "x-posthorn-allow-methods=get" };
  expect(outcome(asked)).toEqual([200, null]);
  expect(outcome({ ...asked, method: "DELETE" })).toEqual([405, "UNSUPPORTED_HTTP_METHOD"]);
  expect(outcome({ method: "TRACE", query: "x-posthorn-allow-methods=trace" })).toEqual([
    405,
    "UNSUPPORTED_HTTP_METHOD",
  ]);
  expect(outcome(asked, { verify: refuses })).toEqual([401, "VERIFICATION_FAILED"]);
});

const REPLY = { status: 200, headers: ["content-type", "text/plain"], body: "challenge" };
const challenges = (): Verification => ({ result: "challenged", reply: REPLY });

test("a challenge is answered whatever its method, and also without a connection", () => {
  expect(admitted({ method: "GET" }, { verify: challenges })).toEqual({ reply: REPLY, learned: null });
  expect(admitted({ method: "HEAD" }, { verify: challenges, connections: [] })).toEqual({
    reply: REPLY,
    learned: null,
  });
});

test("a challenge to a source that is switched off, or that is too large, is not answered", () => {
  expect(outcome({}, { verify: challenges, isDisabled: true })).toEqual([403, "SOURCE_DISABLED"]);
  expect(outcome({ body: null }, { verify: challenges })).toEqual([413, "PAYLOAD_TOO_LARGE"]);
});

test("a source that answers challenges and asks for no proof takes everything else as it comes", () => {
  const source = { verify: () => ({ result: "open" }) as const };
  expect(admission({}, source)).toMatchObject({ status: 200, cause: null, verified: null, failure: null });
  expect(outcome({ method: "GET" }, source)).toEqual([405, "UNSUPPORTED_HTTP_METHOD"]);
});

const later = (verification: Verification) => ({ verify: () => Promise.resolve(verification) });

test("a verifier that has to fetch a key is waited for, and the rest is checked after it", async () => {
  expect(await admitted({}, later(PASSED))).toMatchObject({ status: 200, verified: true });
  expect(await admitted({}, later(DIFFERS))).toMatchObject({ status: 401, failure: DIFFERS.failure });
  expect(await admitted({}, later(challenges()))).toEqual({ reply: REPLY, learned: null });
  expect(await admitted({ contentType: "image/png" }, later(PASSED))).toMatchObject({ status: 415 });
});
