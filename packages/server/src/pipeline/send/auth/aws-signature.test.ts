/** Compares our signatures with aws4, a library that AWS users have relied on for years. */
import { sign } from "aws4";
import { expect, test } from "vitest";
import { proveByAwsSignature } from "./aws-signature.ts";
import type { UnprovenRequest } from "./authentication.ts";

const key = { access_key_id: "AKIDEXAMPLE", secret_access_key: "s3cret/+=", region: "eu-central-1" };
const nowMs = Date.UTC(2026, 0, 31, 12, 0, 1, 500);

const PLAIN: UnprovenRequest = {
  method: "POST",
  origin: "https://events.eu-central-1.amazonaws.com",
  path: "/",
  headers: ["Content-Type", "application/json"],
  body: Buffer.from('{"a":"ä"}'),
  nowMs,
};

test.each<[string, string, Partial<UnprovenRequest>]>([
  ["execute-api", "a plain request", {}],
  ["execute-api", "a port of its own", { origin: "http://127.0.0.1:8080" }],
  ["lambda", "a path with signs in it", { path: "/2015-03-31/functions/my%3Afn/invocations/(x)!/~a_b.c" }],
  ["execute-api", "a path that can be written shorter", { path: "//a/./b//c/../d/" }],
  [
    "execute-api",
    "a query out of order, with repeats and gaps",
    { path: "/a?z=1&b=x%20y&b=a&empty=&flag&%C3%A4=%26" },
  ],
  ["sqs", "no body and another method", { method: "GET", body: null, path: "/q?Action=List" }],
  [
    "sns",
    "headers that a sender brought along",
    { headers: ["X-Amz-Sns-Message-Type", "Notification  x", "X-Other", "1"] },
  ],
  ["s3", "an object whose name needs encoding", { method: "PUT", path: "/bucket/a%20b//c%2Fd/(1)?acl" }],
])("%s: %s", (service, _, change) => {
  const request = { ...PLAIN, ...change };

  const { headers } = proveByAwsSignature({ ...key, service })(request);

  const signedByOurs = /SignedHeaders=([^,]+)/.exec(headers["authorization"] ?? "")?.[1]?.split(";") ?? [];
  const given: Record<string, string> = { ...headers };
  delete given["authorization"];
  for (let at = 0; at + 1 < request.headers.length; at += 2) {
    const name = request.headers[at]?.toLowerCase() ?? "";
    if (signedByOurs.includes(name)) given[name] = request.headers[at + 1] ?? "";
  }
  const theirs = sign(
    {
      host: new URL(request.origin).host,
      path: request.path,
      method: request.method,
      service,
      region: key.region,
      headers: given,
      body: request.body ?? "",
      extraHeadersToIgnore: {
        "content-length": true,
        "content-type": !signedByOurs.includes("content-type"),
      },
    },
    { accessKeyId: key.access_key_id, secretAccessKey: key.secret_access_key },
  );
  expect(headers["authorization"]).toBe(theirs.headers["Authorization"]);
});

test("what a sender claims to be the date or the hash is not signed", () => {
  const forged = {
    ...PLAIN,
    headers: [...PLAIN.headers, "X-Amz-Date", "20200101T000000Z", "X-Amz-Content-Sha256", "x"],
  };
  const prove = proveByAwsSignature({ ...key, service: "sns" });

  expect(prove(forged)).toEqual(prove(PLAIN));
  expect(prove(forged).headers["x-amz-date"]).toBe("20260131T120001Z");
});
