import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { DestinationAuth } from "@posthorn/contract/destination-auth";
import { authenticationOf } from "./auth/authentication.ts";
import { type DeliveryInput, type DeliveryRequest, deliveryRequest } from "./delivery-request.ts";
import { headerNames } from "./header-names.ts";

function delivery(
  changes: {
    payload?: Partial<DeliveryInput["payload"]>;
    destination?: Partial<DeliveryInput["destination"]>;
  } & Partial<Omit<DeliveryInput, "payload" | "destination">> = {},
): DeliveryRequest {
  const { payload, destination, ...rest } = changes;
  const request = deliveryRequest({
    payload: {
      method: "POST",
      path: "/",
      query: null,
      headers: [],
      client_ip: "10.0.0.9",
      body: Buffer.from("{}"),
      ...payload,
    },
    verified: null,
    destination: {
      name: "orders",
      url: "https://api.test/hooks",
      http_method: null,
      path_forwarding_disabled: false,
      ...destination,
    },
    source_name: "shop",
    connection_name: null,
    event_id: "evt_1",
    request_id: "req_1",
    event_url: "http://posthorn.test/events/evt_1",
    attempt_number: 1,
    trigger: "INITIAL",
    retry_wait_ms: null,
    signing: { secret: "s3cret", previous: null },
    headerNames: headerNames(null),
    prove: null,
    nowMs: 0,
    signedAtMs: 0,
    traceparent: null,
    ...rest,
  });
  if (!request) throw new Error("no delivery request was made");
  return request;
}

function header({ headers }: DeliveryRequest, name: string): string[] {
  return headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === name);
}

test("an attempt that is traced names its span, unless the payload already has a traceparent", () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  expect(header(delivery(), "traceparent")).toEqual([]);
  expect(header(delivery({ traceparent }), "traceparent")).toEqual([traceparent]);
  const theirs = delivery({ traceparent, payload: { headers: ["TraceParent", "of the sender"] } });
  expect(header(theirs, "traceparent")).toEqual(["of the sender"]);
});

test.each([
  ["https://api.test/hooks", "/", null, "/hooks"],
  ["https://api.test/hooks", "/", "x=1", "/hooks?x=1"],
  ["https://api.test/hooks?key=k", "/", "x=1", "/hooks?key=k"],
  ["https://api.test/hooks/", "/", null, "/hooks/"],
  ["https://api.test", "/", null, "/"],
  ["https://api.test/hooks", "/a/b", "x=1", "/hooks/a/b?x=1"],
  ["https://api.test/hooks/", "/a", null, "/hooks/a"],
  ["https://api.test", "/a", null, "/a"],
  ["https://api.test/hooks?key=k", "/a", "x=1", "/hooks/a?key=k"],
])("%s gets %s?%s as %s", (url, path, query, sent) => {
  expect(delivery({ destination: { url }, payload: { path, query } }).path).toBe(sent);
});

test("with path forwarding off the destination's URL is used exactly", () => {
  const request = delivery({
    destination: { url: "https://api.test/hooks", path_forwarding_disabled: true },
    payload: { path: "/a", query: "x=1" },
  });

  expect(request.path).toBe("/hooks");
});

test.each(["//evil.test/x", "/@evil.test", "/..//evil.test", "/:99/x", "/\\evil.test"])(
  "a sender's path %s cannot move the request to another host",
  (path) => {
    const request = delivery({ payload: { path } });

    expect(request.origin).toBe("https://api.test");
    expect(request.path.startsWith("/hooks/")).toBe(true);
  },
);

test("the signature is the HMAC of exactly the bytes that are sent", () => {
  const body = Buffer.from([0, 255, 10, 123]);

  const request = delivery({ payload: { body } });

  expect(header(request, "x-posthorn-signature")).toEqual([
    createHmac("sha256", "s3cret").update(body).digest("base64"),
  ]);
});

test("every delivery header is there once and a sender cannot write them", () => {
  const request = delivery({
    payload: {
      headers: [
        "X-Posthorn-Verified",
        "true",
        "x-posthorn-eventid",
        "evt_forged",
        "Idempotency-Key",
        "theirs",
        "x-posthorn-signature-2",
        "x",
      ],
    },
    attempt_number: 3,
    trigger: "MANUAL",
    connection_name: "main",
  });

  expect(header(request, "x-posthorn-verified")).toEqual(["false"]);
  expect(header(request, "x-posthorn-eventid")).toEqual(["evt_1"]);
  expect(header(request, "x-posthorn-requestid")).toEqual(["req_1"]);
  expect(header(request, "x-posthorn-original-ip")).toEqual(["10.0.0.9"]);
  expect(header(request, "x-posthorn-event-url")).toEqual(["http://posthorn.test/events/evt_1"]);
  expect(header(request, "x-posthorn-source-name")).toEqual(["shop"]);
  expect(header(request, "x-posthorn-connection-name")).toEqual(["main"]);
  expect(header(request, "x-posthorn-destination-name")).toEqual(["orders"]);
  expect(header(request, "x-posthorn-attempt-count")).toEqual(["3"]);
  expect(header(request, "x-posthorn-attempt-trigger")).toEqual(["MANUAL"]);
  expect(header(request, "idempotency-key")).toEqual(["evt_1"]);
  expect(header(request, "x-posthorn-signature-2")).toEqual([]);
});

test("headers for one hop stay behind, all others go on unchanged and in order", () => {
  const request = delivery({
    payload: {
      headers: [
        "Host",
        "in.test",
        "Connection",
        "close, X-Hop",
        "X-Hop",
        "1",
        "Content-Length",
        "2",
        "Transfer-Encoding",
        "chunked",
        "Content-Type",
        "application/json",
        "X-Twice",
        "a",
        "X-Twice",
        "b",
        "Stripe-Signature",
        "t=1",
      ],
    },
  });

  expect(request.headers.slice(0, 8)).toEqual([
    "Content-Type",
    "application/json",
    "X-Twice",
    "a",
    "X-Twice",
    "b",
    "Stripe-Signature",
    "t=1",
  ]);
});

test("user agent and accept are added only when the sender had none", () => {
  expect(header(delivery(), "user-agent")).toEqual(["Posthorn/1.0"]);
  expect(header(delivery(), "accept")).toEqual(["*/*"]);
  expect(
    header(
      delivery({ payload: { headers: ["User-Agent", "curl/8", "Accept", "text/plain"] } }),
      "user-agent",
    ),
  ).toEqual(["curl/8"]);
});

test("the method is the destination's, or the sender's where it has none", () => {
  expect(delivery({ payload: { method: "PATCH" } }).method).toBe("PATCH");
  expect(delivery({ destination: { http_method: "PUT" }, payload: { method: "PATCH" } }).method).toBe("PUT");
});

test.each([
  [[], "1;req_1"],
  [["x-posthorn-hops", "3;req_0"], "4;req_0"],
  [["X-Posthorn-Hops", "nonsense"], "1;req_1"],
])("each pass through us is counted: %j gives %s", (headers, hops) => {
  expect(header(delivery({ payload: { headers } }), "x-posthorn-hops")).toEqual([hops]);
});

test.each<DestinationAuth>([
  { auth_type: "API_KEY", auth: { key: "X-Posthorn-Hops", api_key: "0" } },
  { auth_type: "CUSTOM_SIGNATURE", auth: { key: "x-posthorn-hops", signing_secret: "own" } },
])("no credentials take the name of the header that counts: %j", (auth) => {
  const headers = ["x-posthorn-hops", "3;req_0"];

  const request = delivery({ prove: proving(auth), payload: { headers } });

  expect(header(request, "x-posthorn-hops")).toEqual(["4;req_0"]);
  expect(request.credentialHeaders).toEqual([]);
});

test("the destination is told when it would be asked again, and nothing on the last attempt", () => {
  expect(header(delivery({ retry_wait_ms: 90_400 }), "x-posthorn-will-retry-after")).toEqual(["90"]);
  expect(header(delivery(), "x-posthorn-will-retry-after")).toEqual([]);
});

function proving(auth: DestinationAuth): DeliveryInput["prove"] {
  return authenticationOf({ team_id: "team", id: "destination" }, auth)?.prove ?? null;
}

const signedWith = (secret: string) => [createHmac("sha256", secret).update("{}").digest("base64")];

test("while a roll is open both secrets sign, and not a millisecond longer", () => {
  const signing = { secret: "new", previous: { secret: "old", untilMs: 1_000 } };

  const inside = delivery({ signing, signedAtMs: 999 });
  const after = delivery({ signing, signedAtMs: 1_000 });

  expect(header(inside, "x-posthorn-signature")).toEqual(signedWith("new"));
  expect(header(inside, "x-posthorn-signature-2")).toEqual(signedWith("old"));
  expect(header(after, "x-posthorn-signature")).toEqual(signedWith("new"));
  expect(header(after, "x-posthorn-signature-2")).toEqual([]);
  expect(inside.credentialHeaders).toEqual(["x-posthorn-signature", "x-posthorn-signature-2"]);
});

test.each<[DestinationAuth, string, string]>([
  [
    { auth_type: "BASIC_AUTH", auth: { username: "ada", password: "pä:ss" } },
    "authorization",
    `Basic ${Buffer.from("ada:pä:ss").toString("base64")}`,
  ],
  [{ auth_type: "BEARER_TOKEN", auth: { token: "t0ken" } }, "authorization", "Bearer t0ken"],
  [{ auth_type: "API_KEY", auth: { key: "X-Key", api_key: "k3y" } }, "x-key", "k3y"],
  [{ auth_type: "API_KEY", auth: { key: "X-Key", api_key: "k3y", to: "header" } }, "x-key", "k3y"],
  [
    { auth_type: "CUSTOM_SIGNATURE", auth: { key: "X-Sign", signing_secret: "own" } },
    "x-sign",
    createHmac("sha256", "own").update("{}").digest("base64"),
  ],
])("%j takes the place of a header of the same name, and of the signature", (auth, name, value) => {
  const headers = [
    "Authorization",
    "theirs",
    "X-Key",
    "theirs",
    "X-SIGN",
    "theirs",
    "Stripe-Signature",
    "t=1",
  ];

  const request = delivery({ prove: proving(auth), payload: { headers } });

  expect(header(request, name)).toEqual([value]);
  expect(header(request, "stripe-signature")).toEqual(["t=1"]);
  expect(header(request, "x-posthorn-signature")).toEqual([]);
  expect(header(request, "x-posthorn-eventid")).toEqual(["evt_1"]);
  expect(request.appended_headers).toContain(name);
  expect(request.credentialHeaders).toEqual([name]);
});

test.each([
  [null, "/hooks?api%20key=k%263y"],
  ["x=1", "/hooks?x=1&api%20key=k%263y"],
  ["api+key=theirs&x=1&api%20key=too", "/hooks?x=1&api%20key=k%263y"],
])("a key in the query takes the place of one in %s, and is not in the URL that is shown", (query, path) => {
  const prove = proving({ auth_type: "API_KEY", auth: { key: "api key", api_key: "k&3y", to: "query" } });

  const request = delivery({ prove, payload: { query } });

  expect(request.path).toBe(path);
  expect(request.url).toBe(`https://api.test${path.replace("k%263y", "%5Bredacted%5D")}`);
});

test("a sender's header with the name of something every object has goes on", () => {
  expect(header(delivery({ payload: { headers: ["Constructor", "x"] } }), "constructor")).toEqual(["x"]);
});

test.each(["x-hookdeck-", "X-Hookdeck"])(
  "the project's own prefix %s is what our headers begin with",
  (prefix) => {
    const request = delivery({ headerNames: headerNames(prefix), payload: { body: Buffer.from("{}") } });

    expect(header(request, "x-hookdeck-signature")).toEqual([
      createHmac("sha256", "s3cret").update("{}").digest("base64"),
    ]);
    expect(header(request, "x-hookdeck-eventid")).toEqual(["evt_1"]);
    expect(request.credentialHeaders).toEqual(["x-hookdeck-signature", "x-hookdeck-signature-2"]);
    // Ingest counts hops before it knows which project the request belongs to.
    expect(request.appended_headers.filter((name) => name.startsWith("x-posthorn-"))).toEqual([
      "x-posthorn-hops",
    ]);
  },
);

test("what a sender writes under our names is dropped, under the project's prefix as under our own", () => {
  const forged = ["X-Acme-Verified", "true", "x-acme-signature-2", "forged", "x-posthorn-verified", "true"];
  const headers = [...forged, "x-acme-invoice", "7"];
  const request = delivery({ headerNames: headerNames("x-acme"), payload: { headers } });

  expect(header(request, "x-acme-verified")).toEqual(["false"]);
  expect(header(request, "x-acme-signature-2")).toEqual([]);
  expect(header(request, "x-posthorn-verified")).toEqual([]);
  expect(header(request, "x-acme-invoice")).toEqual(["7"]);
});
