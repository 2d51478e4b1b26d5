/** What do recipes say that only one or two providers need? The table in `providers.test.ts` has the usual cases. */
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Evidence } from "./evidence.ts";
import { VERIFIERS } from "./verifiers.ts";

const NOW_MS = 1_767_225_600_000;
const SECONDS = NOW_MS / 1000;
const SECRET = "s3cret";
const BODY = '{"id":"evt_1"}';
const PASSED = { result: "passed" };
const hex = (text: string) => createHmac("sha256", SECRET).update(text).digest("hex");

function verify(type: string, change: Partial<Evidence>) {
  return VERIFIERS.get(type)?.withAuth({ webhook_secret_key: SECRET })?.({
    method: "POST",
    path: "/",
    query: null,
    url: "https://in.example.com/e/t0k3n",
    headers: [],
    body: Buffer.from(BODY),
    receivedAtMs: NOW_MS,
    ...change,
  });
}

const coinbase = (signature: string, ...more: string[]) =>
  verify("COINBASE", {
    headers: ["Content-Type", "application/json", "X-Hook0-Signature", signature, ...more],
  });

describe("Coinbase", () => {
  const named = `${SECONDS}.content-type x-event-id.application/json.e-1.${BODY}`;
  const v1 = `t=${SECONDS},h=content-type x-event-id,v1=${hex(named)}`;

  test("signs the headers that it names, and none of them may be changed, doubled or left out", () => {
    expect(coinbase(v1, "X-Event-Id", "e-1")).toEqual(PASSED);
    expect(coinbase(v1, "X-Event-Id", "e-2")).toMatchObject({ failure: { problem: "DIFFERS" } });
    expect(coinbase(v1)).toMatchObject({ failure: { problem: "DIFFERS" } });
    expect(coinbase(v1, "X-Event-Id", "e-1", "x-event-id", "e-1")).toMatchObject({
      failure: { problem: "DUPLICATED", looked_at: { part: "header", name: "x-event-id" } },
    });
  });

  test("signs the body alone too, and Coinbase Commerce does nothing else", () => {
    expect(coinbase(`t=${SECONDS},v0=${hex(`${SECONDS}.${BODY}`)},h=x,v1=00`)).toEqual(PASSED);
    expect(coinbase(`t=${SECONDS - 301},v0=${hex(`${SECONDS - 301}.${BODY}`)}`)).toMatchObject({
      failure: { problem: "STALE" },
    });
    expect(verify("COINBASE", { headers: ["X-CC-Webhook-Signature", hex(BODY)] })).toEqual(PASSED);
  });
});

describe.each(["MICROSOFT_GRAPH", "MICROSOFT_SHAREPOINT"])("%s", (type) => {
  const notified = (body: unknown) => verify(type, { body: Buffer.from(JSON.stringify(body)) });
  const looked_at = { part: "body", name: "clientState" };

  test("passes only if every notification shows the client state", () => {
    expect(notified({ value: [{ clientState: SECRET }] })).toEqual(PASSED);
    expect(notified({ value: [{ clientState: SECRET }, { clientState: "x" }] })).toEqual({
      result: "failed",
      failure: { problem: "DIFFERS", looked_at },
    });
    for (const value of [
      [],
      [{ clientState: SECRET }, {}],
      [{ clientState: SECRET }, null],
      { 0: {} },
      "x",
      null,
    ])
      expect(notified({ value })).toEqual({ result: "failed", failure: { problem: "MISSING", looked_at } });
  });
});

test("a challenge that contains the address is about the address that the sender used", async () => {
  const auth = {
    environment: "SANDBOX",
    dev_id: "d",
    client_id: "c",
    client_secret: "s",
    verification_token: "a-token-of-32-characters-or-more_",
  };
  const ask = (...headers: string[]) =>
    VERIFIERS.get("EBAY")?.withAuth(auth)?.({
      method: "GET",
      path: "/",
      query: "challenge_code=1",
      url: "http://10.0.0.1:4401/e/t0k3n?challenge_code=1",
      headers,
      body: Buffer.of(),
      receivedAtMs: NOW_MS,
    });
  const own = await ask();
  const forwarded = await ask("Host", "hooks.example.com", "X-Forwarded-Proto", "https");

  expect([own, forwarded]).toMatchObject([{ result: "challenged" }, { result: "challenged" }]);
  expect(own).not.toEqual(forwarded);
});
