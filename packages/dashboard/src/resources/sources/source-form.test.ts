import { expect, test } from "vitest";
import type { Source } from "@posthorn/contract/sources";
import { SOURCE_TYPES, type SourceType } from "@posthorn/contract/source-types";
import { authFieldsOf } from "./source-auth-fields.ts";
import {
  configurationInputOf,
  configurationMistakes,
  emptySource,
  NewSourceForm,
  sourceFieldOf,
  sourceInputOf,
  valuesOf,
  type SourceValues,
} from "./source-form.ts";

const AT = "2026-11-14T14:00:00.000Z";
const METHODS = ["POST", "PUT", "PATCH", "DELETE"] as const;
const HMAC = {
  algorithm: "sha1",
  encoding: "base64",
  header_key: "X-Signature",
  webhook_secret_key: "s3cret",
};

function aSource(change: Partial<Source> = {}): Source {
  return {
    id: "src_1",
    team_id: "tm_1",
    name: "shop",
    description: null,
    url: "http://127.0.0.1:4401/e/1",
    type: "WEBHOOK",
    authenticated: false,
    config: { allowed_http_methods: [...METHODS], custom_response: null, auth_type: null },
    disabled_at: null,
    updated_at: AT,
    created_at: AT,
    ...change,
  };
}

function mistakes(values: SourceValues): Record<string, string> {
  const { error } = NewSourceForm.safeParse(values);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
}

test("an empty form needs a type, and then a name", () => {
  expect(mistakes(emptySource(""))).toEqual({ type: "Required", name: "Required" });
  expect(mistakes({ ...emptySource("WEBHOOK"), name: "shop" })).toEqual({});
});

test("a new source has GET off and no authentication", () => {
  expect(sourceInputOf({ ...emptySource("WEBHOOK"), name: "shop" })).toEqual({
    name: "shop",
    description: null,
    type: "WEBHOOK",
    config: { allowed_http_methods: METHODS, custom_response: null, auth_type: null, auth: null },
  });
});

test("each required field of the chosen method is Required, and the others are not asked for", () => {
  const values = { ...emptySource("WEBHOOK"), name: "shop", is_authenticated: true };

  expect(mistakes(values)).toEqual({
    "auth.HMAC.header_key": "Required",
    "auth.HMAC.webhook_secret_key": "Required",
  });
  expect(mistakes({ ...values, auth_type: "BASIC_AUTH" })).toEqual({
    "auth.BASIC_AUTH.username": "Required",
    "auth.BASIC_AUTH.password": "Required",
  });
  expect(mistakes({ ...values, type: "STRIPE" })).toEqual({ "auth.STRIPE.webhook_secret_key": "Required" });
  expect(mistakes({ ...values, type: "ZIFT" })).toEqual({});
});

test("a wrong value says what is wrong with it", () => {
  const auth = { ...emptySource("WEBHOOK").auth, HMAC: { ...HMAC, header_key: "not a header" } };

  expect(mistakes({ ...emptySource("WEBHOOK"), name: "shop", is_authenticated: true, auth })).toEqual({
    "auth.HMAC.header_key": "Must be a valid header name",
  });
});

test("methods and a customised response are checked where the type has them", () => {
  const values: SourceValues = {
    ...emptySource("WEBHOOK"),
    name: "shop",
    allowed_http_methods: [],
    has_custom_response: true,
    custom_response: { content_type: "json", body: "{" },
  };

  expect(mistakes(values)).toEqual({
    allowed_http_methods: "At least one HTTP method must be selected",
    "custom_response.body": "Invalid JSON",
  });
  expect(mistakes({ ...values, type: "PUBLISH_API" })).toEqual({});
  expect(
    mistakes({
      ...values,
      allowed_http_methods: ["GET"],
      custom_response: { content_type: "text", body: "{" },
    }),
  ).toEqual({});
});

test("what was read is what is sent", () => {
  const custom_response = { content_type: "xml", body: "<ok/>" } as const;
  const config = {
    allowed_http_methods: ["GET", "HEAD"] as const,
    custom_response,
    auth_type: "HMAC" as const,
    auth: HMAC,
  };
  const source = aSource({
    authenticated: true,
    config: { ...config, allowed_http_methods: ["GET", "HEAD"] },
  });

  expect(sourceInputOf(valuesOf(source))).toEqual({
    name: "shop",
    description: null,
    type: "WEBHOOK",
    config,
  });
});

test("a provider's scheme is sent without its name, except where a source can name several", () => {
  const auth = { webhook_secret_key: "whsec_1" };
  const stripe = aSource({ type: "STRIPE", authenticated: true, config: { auth } });
  const webhook = aSource({ authenticated: true, config: { auth_type: "STRIPE", auth } });
  const gitlab = aSource({
    type: "GITLAB",
    authenticated: true,
    config: { auth_type: null, auth: { api_key: "t" } },
  });

  expect(sourceInputOf(valuesOf(stripe)).config).toMatchObject({ auth });
  expect(sourceInputOf(valuesOf(stripe)).config).not.toHaveProperty("auth_type");
  expect(sourceInputOf(valuesOf(webhook)).config).toMatchObject({ auth_type: "STRIPE", auth });
  expect(sourceInputOf(valuesOf(gitlab)).config).toMatchObject({
    auth_type: "GITLAB",
    auth: { api_key: "t" },
  });
});

test("a secret that the server did not send is kept", () => {
  const source = aSource({
    authenticated: true,
    config: { auth_type: "HMAC", allowed_http_methods: ["POST"] },
  });
  const values = valuesOf(source);

  expect(values.auth["HMAC"]?.["webhook_secret_key"]).toBeNull();
  expect(configurationMistakes(values)).toEqual([]);
  expect(sourceInputOf(values).config).not.toHaveProperty("auth");
});

test("a managed source keeps its token, and has nothing else to set", () => {
  const source = aSource({ type: "MANAGED", authenticated: true, config: { auth: { token: "t0ken" } } });

  expect(sourceInputOf(valuesOf(source)).config).toEqual({});
});

test("a type without authentication removes it", () => {
  const source = aSource({ authenticated: true, config: { auth_type: "HMAC", auth: HMAC } });

  expect(sourceInputOf({ ...valuesOf(source), type: "ZIFT" }).config).toMatchObject({
    auth: null,
    auth_type: null,
  });
});

test("a complaint of the server finds its field", () => {
  const values = { ...emptySource("GITLAB"), is_authenticated: true };

  expect(sourceFieldOf(values, "config.auth.api_key")).toBe("auth.GITLAB.api_key");
  expect(sourceFieldOf({ ...values, auth_type: "STANDARD_WEBHOOKS" }, "config.auth.webhook_secret_key")).toBe(
    "auth.STANDARD_WEBHOOKS.webhook_secret_key",
  );
  expect(sourceFieldOf(values, "config.custom_response.body")).toBe("custom_response.body");
  expect(sourceFieldOf(values, "name")).toBe("name");
});

test("fields are read from the schema: options, secrets and labels", () => {
  expect(
    authFieldsOf("HMAC").map(({ name, isSecret, options }) => [name, isSecret, options?.length ?? null]),
  ).toEqual([
    ["algorithm", false, 4],
    ["encoding", false, 3],
    ["header_key", false, null],
    ["webhook_secret_key", true, null],
  ]);
});

test("an optional field may stay empty, and is not sent then", () => {
  const values: SourceValues = { ...emptySource("VERCEL_LOG_DRAINS"), name: "x", is_authenticated: true };
  const filled = {
    ...values,
    auth: { VERCEL_LOG_DRAINS: { webhook_secret_key: "s", log_drains_secret: "" } },
  };

  expect(mistakes(values)).toEqual({ "auth.VERCEL_LOG_DRAINS.webhook_secret_key": "Required" });
  expect(mistakes(filled)).toEqual({});
  expect(configurationInputOf(filled).config).toMatchObject({ auth: { webhook_secret_key: "s" } });
  expect(JSON.stringify(configurationInputOf(filled))).not.toContain("log_drains_secret");
});

test("every type can be saved with a name alone", () => {
  const wrong = SOURCE_TYPES.filter(
    (type: SourceType) => Object.keys(mistakes({ ...emptySource(type), name: "x" })).length > 0,
  );

  expect(wrong).toEqual([]);
});
