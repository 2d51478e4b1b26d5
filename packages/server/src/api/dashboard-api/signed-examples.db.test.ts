/** Is what Posthorn signs for any URL what the type's own verifier accepts, and is a wrong call refused in words? */
import { isSignedByProviderAlone } from "@posthorn/contract/catalogue/recipes-of";
import type { ExampleProvider } from "@posthorn/contract/signed-examples";
import { authMethodsOf } from "@posthorn/contract/source-auth";
import { SOURCE_TYPES, type SourceAuthType } from "@posthorn/contract/source-types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VERIFIERS } from "../../pipeline/ingest/verify/verifiers.ts";
import { givenApi, type Answer, type GivenApi } from "../../testing/given-api.ts";
import { PROVIDER_SAMPLES } from "../../testing/provider-samples.ts";
import { createTenantDigest } from "../../testing/tenant-digest.ts";

let api: GivenApi;
let providers: ExampleProvider[];
beforeAll(async () => {
  api = await givenApi();
  providers = (await api.call("GET", "//dashboard-api/examples")).body.models;
});
afterAll(() => api.stop());

const URL_OF_APP = "http://localhost:3000/hooks?shop=1";
const sign = (body: object, options: object = {}) =>
  api.call("POST", "//dashboard-api/examples/sign", { body: { url: URL_OF_APP, ...body }, ...options });

const WHSEC = `whsec_${Buffer.from("a key of 24 bytes, about").toString("base64")}`;
const AUTHS: Partial<Record<SourceAuthType, object>> = {
  HMAC: { algorithm: "sha512", encoding: "base64", header_key: "X-Sig", webhook_secret_key: "s" },
  BASIC_AUTH: { username: "ada", password: "pass:word" },
  API_KEY: { header_key: "X-Key", api_key: "k" },
  STANDARD_WEBHOOKS: { webhook_secret_key: WHSEC },
  MANAGED: { token: "t0ken" },
};
const authOf = (method: SourceAuthType) => AUTHS[method] ?? PROVIDER_SAMPLES[method]?.auth;

/** As ingest would read the request. */
function verdictOn(method: SourceAuthType, { url, headers, body, method: verb }: Answer["body"]) {
  return VERIFIERS.get(method)?.withAuth(authOf(method))?.({
    method: verb,
    path: new URL(url).pathname,
    query: new URL(url).search.slice(1),
    url,
    headers: Object.entries<string>(headers).flat(),
    body: Buffer.from(body),
    receivedAtMs: Date.now(),
  });
}

test("every type has examples, and each is signed by each of its methods as its own verifier wants it", async () => {
  expect(providers.map(({ type }) => type)).toEqual(SOURCE_TYPES);
  for (const { type, examples, methods } of providers) {
    expect(methods.map(({ auth_type }) => auth_type ?? type)).toEqual(authMethodsOf(type));
    for (const { auth_type, refusal } of methods) {
      const method = auth_type ?? type;
      expect([type, method, refusal !== null]).toEqual([type, method, isSignedByProviderAlone(method)]);
      for (const example of examples) {
        const { status, body } = await sign({ type, auth_type, auth: authOf(method), example });
        const about = `${type} ${method} ${example}`;
        if (refusal === null) {
          expect([about, status, body.signed, body.example]).toEqual([about, 200, true, example]);
          expect([about, verdictOn(method, body)]).toEqual([about, { result: "passed" }]);
          expect(body.url.startsWith(URL_OF_APP)).toBe(true);
        } else expect([about, status, body.message]).toEqual([about, 422, refusal]);
      }
    }
  }
});

test("without a secret it is the same example, unsigned; without a name it is the usual one", async () => {
  const { body } = await sign({ type: "STRIPE" });

  expect(body).toMatchObject({ example: "invoice.paid", signed: false, method: "POST", url: URL_OF_APP });
  expect(Object.keys(body.headers).map((name) => name.toLowerCase())).not.toContain("stripe-signature");
  expect(JSON.parse(body.body)).toMatchObject({ object: "event", type: "invoice.paid" });
  expect((await sign({ type: "DISCORD" })).body).toMatchObject({ signed: false });
});

test("the address that is signed is the one that a receiver sees", async () => {
  const { body } = await sign({ type: "TWILIO", auth: authOf("TWILIO"), url: "http://LOCALHOST:3000" });

  expect(body.url).toBe("http://localhost:3000/");
  expect(verdictOn("TWILIO", body)).toEqual({ result: "passed" });
});

test("a provider can be looked up alone, with what it needs to sign", async () => {
  const { body } = await api.call("GET", "//dashboard-api/examples?type=GITLAB");

  expect(body.models).toMatchObject([
    {
      type: "GITLAB",
      label: "GitLab",
      methods: [
        { auth_type: null, fields: [{ is_optional: false, options: null }], refusal: null },
        { auth_type: "STANDARD_WEBHOOKS", fields: [{ name: "webhook_secret_key" }] },
      ],
    },
  ]);
  const hmac = providers.find(({ type }) => type === "WEBHOOK")?.methods[0];
  expect(hmac?.fields[0]).toEqual({
    name: "algorithm",
    label: "Algorithm",
    is_optional: false,
    options: ["sha1", "sha256", "sha512", "md5"],
  });
  expect((await api.call("GET", "//dashboard-api/examples?type=ACME")).status).toBe(422);
});

test.each<[string, object, string]>([
  ["no type", {}, "type is required"],
  ["an unknown type", { type: "ACME" }, "type must be one of [ADYEN, "],
  ["an unknown example", { type: "STRIPE", example: "x" }, "Stripe has no example x. It has: invoice.paid, "],
  ["a long name", { type: "STRIPE", example: "x".repeat(201) }, "example "],
  [
    "a field of another type",
    { type: "STRIPE", auth: { token: "t" } },
    "auth.webhook_secret_key is required",
  ],
  [
    "a field too many",
    { type: "STRIPE", auth: { webhook_secret_key: "s", token: "t" } },
    "Unknown field: auth.token",
  ],
  ["an empty secret", { type: "STRIPE", auth: { webhook_secret_key: "" } }, "auth.webhook_secret_key "],
  [
    "a secret of another form",
    { type: "GITLAB", auth_type: "STANDARD_WEBHOOKS", auth: { webhook_secret_key: "no base64!" } },
    "auth.webhook_secret_key must",
  ],
  [
    "a public key in place of a secret",
    {
      type: "STRIPE",
      auth: { webhook_secret_key: "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----" },
    },
    "auth.webhook_secret_key must be a secret",
  ],
  ["a method of others", { type: "STRIPE", auth_type: "HMAC" }, "auth_type must be STRIPE, or left out"],
  [
    "a method of other types",
    { type: "GITLAB", auth_type: "HMAC" },
    "auth_type must be one of [GITLAB, STANDARD_",
  ],
  ["no method", { type: "WEBHOOK", auth: {} }, "auth_type is required, and must be one of [HMAC, "],
  ["a provider that signs nothing", { type: "HOOKDECK_OUTPOST", auth: {} }, "so its examples are not signed"],
  ["a text as auth", { type: "STRIPE", auth: "whsec" }, "auth must be of type object"],
  ["a field that is none", { type: "STRIPE", secret: "s" }, "Unknown field: secret"],
])("%s is refused", async (_what, body, message) => {
  const answer = await sign(body);

  expect([answer.status, answer.body.code]).toEqual([422, "UNPROCESSABLE_ENTITY"]);
  expect(answer.body.message).toContain(message);
});

test.each([
  ["another protocol", "ftp://a.example", "Must be a valid HTTP url"],
  ["a path", "/hooks", "Must be a valid HTTP url"],
  ["a user name", "http://ada:x@a.example", "Must be a valid HTTP url"],
  ["a fragment", "http://a.example/#x", "url must not have a fragment"],
  ["too many characters", `http://a.example/${"a".repeat(2048)}`, "url "],
])("an URL with %s is refused", async (_what, url, message) => {
  const answer = await sign({ type: "STRIPE", url });

  expect(answer.status).toBe(422);
  expect(answer.body.message).toContain(message);
});

test("nothing is stored, and no answer or log line repeats the secret", async () => {
  const digest = await createTenantDigest(api.db);
  const before = await digest.of(api.team_id);
  const secret = "a-secret-that-nobody-else-has";

  const good = await sign({ type: "STRIPE", auth: { webhook_secret_key: secret } });
  const bad = await sign({ type: "STRIPE", auth: { webhook_secret_key: [secret] } });

  expect([good.status, bad.status]).toEqual([200, 422]);
  expect(JSON.stringify([good.body, bad.body, api.logged])).not.toContain(secret);
  expect(await digest.of(api.team_id)).toEqual(before);
});
