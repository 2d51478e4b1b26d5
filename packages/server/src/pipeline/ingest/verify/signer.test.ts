/** Does a verifier accept what the signer of the same source signs? For every type and every generic method. */
import { isSignedByProviderAlone } from "@posthorn/contract/catalogue/recipes-of";
import { SOURCE_TYPE_ENTRIES } from "@posthorn/contract/catalogue/source-type-entries";
import { SOURCE_TYPES, type SourceAuthType } from "@posthorn/contract/source-types";
import { describe, expect, test } from "vitest";
import { filled } from "../../../examples/example.ts";
import { examplesOf } from "../../../examples/example-library.ts";
import { PROVIDER_SAMPLES } from "../../../testing/provider-samples.ts";
import { bodyOf, type RequestDraft } from "./request-draft.ts";
import { signerOf } from "./signer.ts";
import { VERIFIERS } from "./verifiers.ts";

const MOMENT = { nowMs: 1_767_225_600_123, id: "0123456789abcdef01234567" };
const DRAFT: RequestDraft = {
  method: "POST",
  url: "https://in.example.com/e/t0k3n",
  headers: [["Content-Type", "application/json"]],
  content: { json: { id: "evt_1", é: 1, value: [{ id: 1 }, {}] } },
};
const FORM: RequestDraft = {
  ...DRAFT,
  headers: [["Content-Type", "application/x-www-form-urlencoded"]],
  content: { form: { Body: "Hëllo wörld", From: "+49" } },
};

function verdictOn(method: string, draft: RequestDraft, auth: unknown) {
  return VERIFIERS.get(method)?.withAuth(auth)?.({
    method: draft.method,
    path: "/",
    query: draft.url.split("?", 2)[1] ?? null,
    url: draft.url,
    headers: draft.headers.flat(),
    body: bodyOf(draft),
    receivedAtMs: MOMENT.nowMs,
  });
}

const PASSED = { result: "passed" };
const PROVIDERS = SOURCE_TYPES.filter((type) => SOURCE_TYPE_ENTRIES[type].recipes !== undefined);
/** Those that send nothing but forms. */
const FORM_SENDERS = PROVIDERS.filter((type) =>
  SOURCE_TYPE_ENTRIES[type].recipes?.every(
    (recipe) => "content" in recipe && recipe.content.includes("{form}"),
  ),
);
const ALONE = PROVIDERS.filter(isSignedByProviderAlone);

test("only signatures by private keys cannot be made", () => {
  for (const type of PROVIDERS)
    expect([type, signerOf(type, PROVIDER_SAMPLES[type]?.auth) === null]).toEqual([
      type,
      ALONE.includes(type),
    ]);
  expect(ALONE).toContain("DISCORD");
});

describe.each(PROVIDERS.filter((type) => !ALONE.includes(type)))("%s", (type) => {
  const { auth, otherAuth } = PROVIDER_SAMPLES[type] ?? {};

  test("a request is signed with the secret of the source, and with no other", () => {
    const draft = FORM_SENDERS.includes(type) ? FORM : DRAFT;
    const signed = signerOf(type, auth)?.(draft, MOMENT);
    expect(signed && verdictOn(type, signed, auth)).toEqual(PASSED);

    const foreign = signerOf(type, otherAuth)?.(draft, MOMENT);
    expect(foreign && verdictOn(type, foreign, auth)).toMatchObject({ result: "failed" });
  });

  test("all its examples are signed as its provider would", async () => {
    for (const example of await examplesOf(type)) {
      const draft = { ...filled(example, ["POST"], MOMENT), url: DRAFT.url };
      const signed = signerOf(type, auth)?.(draft, MOMENT);
      expect([example.name, signed && verdictOn(type, signed, auth)]).toEqual([example.name, PASSED]);
    }
  });
});

test.each<[SourceAuthType, object]>([
  ["HMAC", { algorithm: "sha512", encoding: "base64url", header_key: "X-Sig", webhook_secret_key: "s" }],
  ["HMAC", { algorithm: "md5", encoding: "hex", header_key: "x-sig", webhook_secret_key: "s" }],
  ["API_KEY", { header_key: "X-Key", api_key: "k" }],
  ["BASIC_AUTH", { username: "ada", password: "pass:word" }],
  ["STANDARD_WEBHOOKS", { webhook_secret_key: "whsec_c2VjcmV0" }],
  ["MANAGED", { token: "t0ken" }],
])("%s signs JSON, forms and requests without a body", (method, auth) => {
  for (const draft of [DRAFT, FORM, { ...DRAFT, method: "GET", content: null }]) {
    const signed = signerOf(method, auth)?.(draft, MOMENT);
    expect(signed && verdictOn(method, signed, auth)).toEqual(PASSED);
  }
});

test("a form of Twilio is signed by its fields, and JSON by its digest in the address", () => {
  const auth = PROVIDER_SAMPLES["TWILIO"]?.auth;
  const sign = signerOf("TWILIO", auth);
  const [form, json] = [sign?.(FORM, MOMENT), sign?.(DRAFT, MOMENT)];
  expect([form?.url, form && verdictOn("TWILIO", form, auth)]).toEqual([FORM.url, PASSED]);
  expect([json?.url, json && verdictOn("TWILIO", json, auth)]).toEqual([
    expect.stringMatching(/\?bodySHA256=[0-9a-f]{64}$/),
    PASSED,
  ]);
});

test("Mailchimp sends forms, so it signs no JSON", () => {
  expect(FORM_SENDERS).toEqual(["MAILCHIMP"]);
  expect(signerOf("MAILCHIMP", PROVIDER_SAMPLES["MAILCHIMP"]?.auth)?.(DRAFT, MOMENT)).toBeNull();
});

function adyenItem(pspReference: string) {
  return { NotificationRequestItem: { pspReference, success: "true" } };
}

test("Adyen signs every item of a notification, and nothing else in it changes", () => {
  const auth = PROVIDER_SAMPLES["ADYEN"]?.auth;
  const json = { live: "false", notificationItems: [adyenItem("a"), adyenItem("b")] };

  const signed = signerOf("ADYEN", auth)?.({ ...DRAFT, content: { json } }, MOMENT);

  const additionalData = { hmacSignature: expect.any(String) };
  const signedItem = (reference: string) => ({
    NotificationRequestItem: { ...adyenItem(reference).NotificationRequestItem, additionalData },
  });
  expect(signed?.content).toEqual({
    json: { live: "false", notificationItems: [signedItem("a"), signedItem("b")] },
  });
  expect(signed && verdictOn("ADYEN", signed, auth)).toEqual(PASSED);
});

test("an object that is signed as text stays as it is", () => {
  for (const [type, name] of [
    ["EXACT_ONLINE", "Content"],
    ["TREEZOR", "object_payload"],
  ] as const) {
    const json = { [name]: { Topic: "Ïtems/1" } };
    const signed = signerOf(type, PROVIDER_SAMPLES[type]?.auth)?.({ ...DRAFT, content: { json } }, MOMENT);
    expect(signed?.content).toMatchObject({ json });
  }
});

test("an object in the place of a signed text is sent as its JSON, and a value that is not there is made up", () => {
  const data = { order: { id: "ord_1" } };
  const auth = PROVIDER_SAMPLES["QUOTER"]?.auth;
  const sent = (json: object) => {
    const signed = signerOf("QUOTER", auth)?.({ ...DRAFT, content: { json } }, MOMENT);
    expect(signed && verdictOn("QUOTER", signed, auth)).toEqual(PASSED);
    return signed && JSON.parse(bodyOf(signed).toString());
  };

  expect(sent({ data }).data).toBe(JSON.stringify(data));
  expect(sent({ id: "evt_1" }).data).toBe(MOMENT.id);
});

test("a proof that belongs into a body cannot be given to a request without one", () => {
  const sign = signerOf("MERAKI", PROVIDER_SAMPLES["MERAKI"]?.auth);
  expect(sign?.({ ...DRAFT, method: "GET", content: null }, MOMENT)).toBeNull();
});

test("a secret of another form signs nothing", () => {
  for (const auth of [null, {}, { webhook_secret_key: "" }, { webhook_secret_key: 5 }])
    expect(signerOf("STRIPE", auth)).toBeNull();
  expect(signerOf("STRAVA", { webhook_secret_key: "s" })).toBeNull();
});
