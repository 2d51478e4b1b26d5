import { authSchemaOf } from "@posthorn/contract/source-auth";
import { unverifiedReason } from "@posthorn/contract/source-catalogue";
import { SOURCE_TYPES, type SourceType } from "@posthorn/contract/source-types";
import { DEFAULT_ALLOWED_HTTP_METHODS, type SourceConfigInput } from "@posthorn/contract/sources";
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { RSA, certificateOf } from "../../testing/fetched-samples.ts";
import { PROVIDER_SAMPLES } from "../../testing/provider-samples.ts";
import { writtenKeys } from "../../testing/written-keys.ts";
import { ApiError } from "../api-error.ts";
import { settingsOf } from "./source-settings.ts";

type Before = Parameters<typeof settingsOf>[0];

const METHODS = [...DEFAULT_ALLOWED_HTTP_METHODS];
const HMAC = { algorithm: "sha256", encoding: "hex", header_key: "X-Signature", webhook_secret_key: "s" };
const BASIC = { username: "u", password: "p" };
const STANDARD = { webhook_secret_key: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };
const OPEN: Before = { type: "WEBHOOK", config: { allowed_http_methods: ["GET"] }, authenticated: false };
const SIGNED: Before = {
  type: "WEBHOOK",
  config: { allowed_http_methods: ["GET"], custom_response: null, auth_type: "HMAC" },
  authenticated: true,
};
const MANAGED: Before = { type: "MANAGED", config: { allowed_http_methods: METHODS }, authenticated: true };

/** The secret and the type of authentication after a write, or the error that the caller gets. */
function written(before: Before, type: SourceType | undefined, config?: SourceConfigInput): unknown {
  try {
    const settings = settingsOf(before, { type, config });
    return [settings.config.auth_type ?? null, settings.auth];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.data;
  }
}

test("a new source is an open WEBHOOK with the default methods", () => {
  expect(settingsOf(null, {})).toEqual({
    type: "WEBHOOK",
    config: { allowed_http_methods: METHODS, custom_response: null, auth_type: null },
    auth: undefined,
  });
});

test("what is not mentioned stays", () => {
  const custom_response = { content_type: "text", body: "ok" } as const;
  const before: Before = { ...SIGNED, config: { ...SIGNED.config, custom_response } };

  expect(settingsOf(before, {})).toEqual({ type: "WEBHOOK", config: before.config, auth: undefined });
  expect(settingsOf(before, { type: "HTTP", config: { custom_response: null } })).toEqual({
    type: "HTTP",
    config: { allowed_http_methods: ["GET"], custom_response: null, auth_type: "HMAC" },
    auth: undefined,
  });
  expect(settingsOf(before, { config: { allowed_http_methods: ["PUT", "PUT"] } }).config).toEqual({
    ...before.config,
    allowed_http_methods: ["PUT"],
  });
});

describe.each(["WEBHOOK", "HTTP"] as const)("generic authentication on a %s source", (type) => {
  test.each([
    ["HMAC", HMAC],
    ["BASIC_AUTH", BASIC],
    ["API_KEY", { header_key: "x-key", api_key: "k" }],
  ] as const)("%s is taken", (auth_type, auth) => {
    expect(written(null, type, { auth_type, auth })).toEqual([auth_type, auth]);
    expect(written(SIGNED, type, { auth_type, auth })).toEqual([auth_type, auth]);
    expect(written(null, type, { auth })).toEqual([auth_type, auth]);
    expect(written(SIGNED, type, { auth })).toEqual([auth_type, auth]);
  });

  test("STANDARD_WEBHOOKS is taken when it is named: a key alone could be any provider's", () => {
    const auth_type = "STANDARD_WEBHOOKS";
    const before: Before = { ...SIGNED, config: { ...SIGNED.config, auth_type } };

    expect(written(null, type, { auth_type, auth: STANDARD })).toEqual([auth_type, STANDARD]);
    expect(written(SIGNED, type, { auth_type, auth: STANDARD })).toEqual([auth_type, STANDARD]);
    expect(written(null, type, { auth: STANDARD })).toEqual(["config.auth_type is required"]);
    expect(written(before, type, { auth: STANDARD })).toEqual([auth_type, STANDARD]);
    expect(written(before, type, { auth_type })).toEqual([auth_type, undefined]);
  });

  test.each<[SourceConfigInput, string[]]>([
    [{ auth_type: "HMAC" }, ["config.auth is required"]],
    [{ auth_type: "HMAC", auth: null }, ["config.auth is required"]],
    [{ auth: { ...HMAC, encoding: "HEX" } }, ["config.auth_type is required"]],
    [{ auth: {} }, ["config.auth_type is required"]],
    [{ auth: HMAC, auth_type: null }, ["config.auth_type is required"]],
    [
      { auth_type: "HMAC", auth: {} },
      [
        "config.auth.algorithm is required",
        "config.auth.encoding is required",
        "config.auth.header_key is required",
        "config.auth.webhook_secret_key is required",
      ],
    ],
    [
      { auth_type: "HMAC", auth: { ...HMAC, algorithm: "crc32" } },
      ["config.auth.algorithm must be one of [sha1, sha256, sha512, md5]"],
    ],
    [
      { auth_type: "HMAC", auth: { ...HMAC, encoding: "HEX" } },
      ["config.auth.encoding must be one of [base64, base64url, hex]"],
    ],
    [
      { auth_type: "HMAC", auth: { ...HMAC, header_key: "no header" } },
      ["config.auth.header_key must be a valid header name"],
    ],
    [
      { auth_type: "HMAC", auth: { ...HMAC, webhook_secret_key: "" } },
      ["config.auth.webhook_secret_key is not allowed to be empty"],
    ],
    [
      { auth_type: "HMAC", auth: { ...HMAC, webhook_secret_key: "x".repeat(4097) } },
      ["config.auth.webhook_secret_key length must be less than or equal to 4096 characters long"],
    ],
    [{ auth_type: "HMAC", auth: { ...HMAC, more: 1 } }, ["config.auth.more is not allowed"]],
    [{ auth_type: "BASIC_AUTH", auth: { username: "u" } }, ["config.auth.password is required"]],
    [
      { auth_type: "BASIC_AUTH", auth: { username: "a:b", password: "p" } },
      ["config.auth.username may not contain a colon"],
    ],
    [
      { auth_type: "API_KEY", auth: { api_key: 5, header_key: "x" } },
      ["config.auth.api_key must be of type string"],
    ],
    [{ auth_type: "API_KEY", auth: { api_key: "k" } }, ["config.auth.header_key is required"]],
    [{ auth_type: "STANDARD_WEBHOOKS", auth: {} }, ["config.auth.webhook_secret_key is required"]],
    [
      { auth_type: "STANDARD_WEBHOOKS", auth: { webhook_secret_key: "whsec_not base64" } },
      ["config.auth.webhook_secret_key must be a key in base64, with or without whsec_ before it"],
    ],
    [
      { auth_type: "STANDARD_WEBHOOKS", auth: { ...STANDARD, header_key: "x" } },
      ["config.auth.header_key is not allowed"],
    ],
  ])("%o is refused", (config, told) => {
    expect(written(null, type, config)).toEqual(told);
  });

  test("it is removed by null, and by nothing less", () => {
    for (const config of [{ auth: null }, { auth_type: null }, { auth: null, auth_type: null }])
      expect(written(SIGNED, type, config)).toEqual([null, null]);
    expect(written(SIGNED, type, {})).toEqual(["HMAC", undefined]);
    expect(written(SIGNED, type)).toEqual(["HMAC", undefined]);
  });

  test("what was read without its secret can be written back", () => {
    expect(written(SIGNED, type, { auth_type: "HMAC" })).toEqual(["HMAC", undefined]);
    expect(written(SIGNED, type, { auth_type: "API_KEY" })).toEqual(["config.auth is required"]);
  });

  test("a secret alone replaces the one that is there", () => {
    expect(written(SIGNED, type, { auth: { ...HMAC, webhook_secret_key: "new" } })).toEqual([
      "HMAC",
      { ...HMAC, webhook_secret_key: "new" },
    ]);
  });
});

const UNAVAILABLE = (type: SourceType) => [
  `Verification of ${type} requests is not available: ${unverifiedReason(type)}. Use a source of type WEBHOOK with auth_type HMAC, BASIC_AUTH, API_KEY or STANDARD_WEBHOOKS, or leave config.auth out`,
];
const WOULD_BE_LOST = (type: string) => [
  `This source is authenticated in a way that type ${type} does not have. Send config.auth to say what becomes of it: null removes it`,
];
const GENERIC = new Set<SourceType>(["WEBHOOK", "HTTP", "MANAGED", "PUBLISH_API", "HOOKDECK_OUTPOST"]);
const PROVIDERS = SOURCE_TYPES.filter((type) => !GENERIC.has(type));
/** Providers whose requests a generic method can verify. */
const NAMING = new Set<SourceType>(["AZURE_EVENT_GRID", "GITLAB"]);

const OWN = PROVIDERS.filter((type) => authSchemaOf(type) !== null);

test("a type that Posthorn cannot check is taken, and its authentication is refused with the reason", () => {
  expect(PROVIDERS).toHaveLength(154);
  for (const type of PROVIDERS) {
    expect(settingsOf(null, { type })).toMatchObject({ type, config: { auth_type: null } });
    expect(written(null, type, { auth: null, auth_type: null, custom_response: null })).toEqual([null, null]);
    if (NAMING.has(type)) continue;
    expect(written(null, type, { auth_type: "HMAC", auth: HMAC })).toEqual([
      "config.auth_type is not allowed",
    ]);
    if (OWN.includes(type)) continue;
    expect(unverifiedReason(type)).not.toBeNull();
    expect(written(null, "WEBHOOK", { auth_type: type, auth: {} })).toEqual(UNAVAILABLE(type));
    expect(written(null, type, { auth: { webhook_secret_key: "s" } })).toEqual(UNAVAILABLE(type));
  }
  expect(written(null, "HTTP", { auth_type: "STRIPE", auth: {} })).toEqual([
    "config.auth_type must be one of [HMAC, BASIC_AUTH, API_KEY, STANDARD_WEBHOOKS]",
  ]);
});

test("a provider's scheme has exactly the provider's fields, on its own type and on a WEBHOOK that names it", () => {
  expect(OWN.length).toBeGreaterThan(60);
  for (const type of OWN) {
    const fields = Object.entries(authSchemaOf(type)?.shape ?? {});
    const required = fields.filter(([, schema]) => !schema.safeParse(undefined).success);
    const missing = required.map(([name]) => `config.auth.${name} is required`);
    // A type without fields, such as AWS_SNS, needs only to be told that it verifies.
    const told = (auth_type: string | null) => (missing.length === 0 ? [auth_type, {}] : missing);
    if (type !== "GITLAB") expect([type, written(null, type, { auth: {} })]).toEqual([type, told(null)]);
    expect([type, written(null, "WEBHOOK", { auth_type: type, auth: {} })]).toEqual([type, told(type)]);
  }
  const auth = { webhook_secret_key: "whsec_1" };
  for (const more of [{}, { log_drains_secret: "s" }, { log_drains_secret: null }])
    expect(written(null, "VERCEL_LOG_DRAINS", { auth: { ...auth, ...more } })).toEqual([
      null,
      { ...auth, ...more },
    ]);
  expect(written(null, "STRIPE", { auth })).toEqual([null, auth]);
  expect(written(null, "WEBHOOK", { auth_type: "STRIPE", auth })).toEqual(["STRIPE", auth]);
  expect(written(null, "STRIPE", { auth: { ...auth, more: "x" } })).toEqual([
    "config.auth.more is not allowed",
  ]);
  expect(written(null, "RESEND", { auth: { webhook_secret_key: "no key" } })).toEqual([
    "config.auth.webhook_secret_key must be a key in base64, with or without whsec_ before it",
  ]);
});

test("a text that is no public key of the provider's kind is refused, and says which form is right", () => {
  const refusals = Object.fromEntries(
    OWN.flatMap((type) => {
      const fields = PROVIDER_SAMPLES[type]?.auth ?? {};
      expect([type, written(null, type, { auth: fields })]).toEqual([type, [null, fields]]);
      const auth = Object.fromEntries(Object.keys(fields).map((name) => [name, "c2VjcmV0"]));
      const refusal = String(written(null, type, { auth }));
      return refusal.includes("public key,") ? [[type, refusal]] : [];
    }),
  );

  expect(refusals).toEqual({
    ...inForm(
      "config.auth.public_key",
      "an RSA",
      "in PEM or in base64",
      "ALIPAY",
      "BRIDGE_XYZ",
      "UTILA",
      "WECHAT",
    ),
    ...inForm("config.auth.public_key", "an Ed25519", "as 64 hexadecimal digits", "DISCORD"),
    ...inForm("config.auth.public_key", "an Ed25519", "as 32 bytes in base64", "NEON", "TELNYX", "TOKENIO"),
    ...inForm("config.auth.webhook_secret_key", "an elliptic-curve (EC)", "in PEM or in base64", "SENDGRID"),
    ...inForm("config.auth.webhook_secret_key", "an RSA", "in PEM or in base64", "WIX"),
  });
  const otherKind = { webhook_secret_key: PROVIDER_SAMPLES["WIX"]?.auth["webhook_secret_key"] };
  expect(written(null, "WEBHOOK", { auth_type: "SENDGRID", auth: otherKind })).toEqual([
    refusals["SENDGRID"],
  ]);
});

const PUBLIC_KEYS = writtenKeys(RSA.publicKey, await certificateOf(RSA));
const FUSIONAUTH_KEY =
  "config.auth.webhook_secret_key must be a secret, or an RSA or an elliptic-curve (EC) or an Ed25519 public key, in PEM or in base64. This is a public key in another form";

describe.each(Object.entries(PUBLIC_KEYS))("a public key as %s", (form, webhook_secret_key) => {
  const hmac = { ...HMAC, webhook_secret_key };

  test("is no secret", () => {
    for (const type of ["STRIPE", "ZEROHASH", "HUBSPOT", "CLOUDINARY", "VAPI", "POLAR"] as const)
      expect([type, written(null, type, { auth: { webhook_secret_key } })]).toEqual([type, IS_PUBLIC]);
    expect(written(null, "WEBHOOK", { auth_type: "HMAC", auth: hmac })).toEqual(IS_PUBLIC);
  });

  test("is one of FusionAuth's only if FusionAuth could have signed with its private key", () => {
    const answer = written(null, "FUSIONAUTH", { auth: { webhook_secret_key } });

    expect(answer).toEqual(READ_AS_PUBLIC.has(form) ? [null, { webhook_secret_key }] : [FUSIONAUTH_KEY]);
  });
});

test("secrets of all kinds are secrets", () => {
  const secrets = [
    "s",
    "-----",
    "{}",
    '{"kty":"oct","k":"c2VjcmV0"}',
    "0".repeat(64),
    randomBytes(32).toString("hex"),
    randomBytes(64).toString("base64"),
    randomBytes(48).toString("base64url"),
    "MIIB",
    "BEGIN",
    "a secret with spaces, 100% of them",
  ];

  for (const webhook_secret_key of secrets)
    for (const type of ["FUSIONAUTH", "GITHUB"] as const)
      expect(written(null, type, { auth: { webhook_secret_key } })).toEqual([null, { webhook_secret_key }]);
});

const IS_PUBLIC = ["config.auth.webhook_secret_key must be a secret. This is a public key"];
/** The forms of which `public-key.ts` reads a key. */
const READ_AS_PUBLIC = new Set([
  "PEM",
  "PEM with other line breaks",
  "PEM in one line",
  "PEM with spaces around it",
  "PEM in JSON",
  "a JSON text of PEM",
  "PEM of PKCS #1",
  "base64 of DER",
  "base64 of DER in lines",
  "base64url of DER",
  "a certificate",
]);

const inForm = (field: string, kind: string, form: string, ...types: string[]) =>
  Object.fromEntries(types.map((type) => [type, `${field} must be ${kind} public key, ${form}`]));

test("a provider's secret stays until it is replaced or removed, also between its type and a WEBHOOK that names it", () => {
  const stripe: Before = { type: "STRIPE", config: { allowed_http_methods: METHODS }, authenticated: true };
  const webhook: Before = { ...SIGNED, config: { ...SIGNED.config, auth_type: "STRIPE" } };

  expect(written(stripe, undefined)).toEqual([null, undefined]);
  expect(written(stripe, "STRIPE", { allowed_http_methods: ["PUT"] })).toEqual([null, undefined]);
  expect(written(stripe, "STRIPE", { auth: null })).toEqual([null, null]);
  expect(written(stripe, "WEBHOOK")).toEqual(["STRIPE", undefined]);
  expect(written(webhook, "STRIPE")).toEqual([null, undefined]);
  expect(written(stripe, "GITHUB")).toEqual(WOULD_BE_LOST("GITHUB"));
  expect(written(stripe, "ZIFT")).toEqual(WOULD_BE_LOST("ZIFT"));
});

test("GITLAB shows a token, or signs as Standard Webhooks have it", () => {
  const signed = ["STANDARD_WEBHOOKS", STANDARD];
  const token = { api_key: "t0ken" };
  const before: Before = {
    type: "GITLAB",
    config: { ...SIGNED.config, auth_type: "STANDARD_WEBHOOKS" },
    authenticated: true,
  };
  const shown: Before = { ...before, config: { ...SIGNED.config, auth_type: null } };

  expect(written(null, "GITLAB", { auth_type: "STANDARD_WEBHOOKS", auth: STANDARD })).toEqual(signed);
  expect(written(null, "GITLAB", { auth: STANDARD })).toEqual(signed);
  expect(written(before, "GITLAB")).toEqual(["STANDARD_WEBHOOKS", undefined]);
  expect(written(before, "WEBHOOK")).toEqual(["STANDARD_WEBHOOKS", undefined]);
  expect(written(SIGNED, "GITLAB")).toEqual(WOULD_BE_LOST("GITLAB"));
  for (const auth_type of [undefined, null, "GITLAB"] as const)
    expect(written(null, "GITLAB", { auth_type, auth: token })).toEqual([null, token]);
  expect(written(before, "GITLAB", { auth: token })).toEqual([null, token]);
  // What a client reads, and writes back.
  expect(written(shown, "GITLAB", { auth_type: null })).toEqual([null, undefined]);
  expect(written(shown, "GITLAB", { auth_type: null, auth: null })).toEqual([null, null]);
  expect(written(shown, "GITLAB")).toEqual([null, undefined]);
  expect(written(null, "GITLAB", { auth_type: "HMAC", auth: HMAC })).toEqual([
    "config.auth_type must be one of [STANDARD_WEBHOOKS]",
  ]);
});

test("AZURE_EVENT_GRID takes every generic way", () => {
  expect(written(null, "AZURE_EVENT_GRID", { auth_type: "HMAC", auth: HMAC })).toEqual(["HMAC", HMAC]);
  expect(written(null, "AZURE_EVENT_GRID", { auth: BASIC })).toEqual(["BASIC_AUTH", BASIC]);
  expect(written(null, "AZURE_EVENT_GRID", { auth_type: "STRIPE", auth: {} })).toEqual([
    "config.auth_type must be one of [HMAC, BASIC_AUTH, API_KEY, STANDARD_WEBHOOKS]",
  ]);
});

test("a managed source always has a token: the given one, the present one, or a new one", () => {
  expect(written(null, "MANAGED", { auth: { token: "t" } })).toEqual([null, { token: "t" }]);
  expect(written(null, "MANAGED", {})).toEqual([null, "new token"]);
  expect(written(OPEN, "MANAGED")).toEqual([null, "new token"]);
  expect(written(MANAGED, undefined)).toEqual([null, undefined]);
  expect(written(MANAGED, "MANAGED", { auth: null })).toEqual(["config.auth is required"]);
  expect(written(null, "MANAGED", { auth: {} })).toEqual(["config.auth.token is required"]);
  expect(written(null, "MANAGED", { auth_type: "HMAC" })).toEqual(["config.auth_type is not allowed"]);
  expect(written(null, "MANAGED", { allowed_http_methods: ["POST"] })).toEqual([
    "config.allowed_http_methods is not allowed",
  ]);
  expect(written(null, "MANAGED", { custom_response: { content_type: "text", body: "" } })).toEqual([
    "config.custom_response is not allowed",
  ]);
});

test.each(["PUBLISH_API", "HOOKDECK_OUTPOST"] as const)("%s has nothing to authenticate with", (type) => {
  for (const auth of [null, {}, undefined]) expect(written(null, type, { auth })).toEqual([null, null]);
  expect(written(null, type, { auth: { token: "t" } })).toEqual(["config.auth.token is not allowed"]);
  expect(written(null, type, { auth_type: "HMAC" })).toEqual(["config.auth_type is not allowed"]);
});

test("no change of type loses a secret unasked", () => {
  expect(written(SIGNED, "STRIPE")).toEqual(WOULD_BE_LOST("STRIPE"));
  expect(written(SIGNED, "STRIPE", { allowed_http_methods: ["PUT"] })).toEqual(WOULD_BE_LOST("STRIPE"));
  expect(written(MANAGED, "WEBHOOK")).toEqual(WOULD_BE_LOST("WEBHOOK"));
  expect(written(SIGNED, "STRIPE", { auth: null })).toEqual([null, null]);
  expect(written(MANAGED, "WEBHOOK", { auth: null })).toEqual([null, null]);
  expect(written(MANAGED, "WEBHOOK", { auth_type: "HMAC", auth: HMAC })).toEqual(["HMAC", HMAC]);
  expect(written(SIGNED, "MANAGED")).toEqual([null, "new token"]);
});

test("inside a connection the path says whose field it is", () => {
  expect(() => settingsOf(null, { config: { auth_type: "HMAC" } }, "source.")).toThrow(
    "source.config.auth is required",
  );
  expect(() => settingsOf(null, { config: { auth: {} } }, "source.")).toThrow(
    "source.config.auth_type is required",
  );
});
