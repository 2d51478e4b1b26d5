import { expect, test } from "vitest";
import { authMethodsOf, canName } from "./source-auth.ts";
import {
  authFieldDetails,
  authMethodLabel,
  needsConfirmation,
  needsFetches,
  pickableSourceTypes,
  sourceTypeDetails,
} from "./source-catalogue.ts";
import { sourceTypeLabel } from "./source-type-labels.ts";
import { GENERIC_AUTH_TYPES, SOURCE_TYPES } from "./source-types.ts";

test("every type has a label of its own, as people write it", () => {
  expect(new Set(SOURCE_TYPES.map(sourceTypeLabel)).size).toBe(SOURCE_TYPES.length);
  for (const label of SOURCE_TYPES.map(sourceTypeLabel)) expect(label).not.toMatch(/_|^$/);
  expect(
    ["WEBHOOK", "GITHUB", "PROPERTY-FINDER", "THREE_D_EYE"]
      .map((type) => SOURCE_TYPES.find((one) => one === type))
      .map((type) => type && sourceTypeLabel(type)),
  ).toEqual(["Webhook", "GitHub", "Property Finder", "3dEYE"]);
});

test("the picker has popular types first, all others by label, and none that the product makes itself", () => {
  const types = pickableSourceTypes();

  expect(types.slice(0, 3).map(({ label }) => label)).toEqual(["Webhook", "Stripe", "Shopify"]);
  const others = types.filter(({ popular }) => !popular).map(({ label }) => label);
  expect(others).toEqual(others.toSorted((a, b) => a.localeCompare(b, "en")));
  expect(types.map(({ type }) => type)).not.toContain("MANAGED");
  expect(types).toHaveLength(SOURCE_TYPES.length - 1);
});

test("a form shows only what the type has", () => {
  expect(sourceTypeDetails("WEBHOOK").features).toEqual([
    "VERIFICATION",
    "CUSTOM_RESPONSE",
    "CUSTOM_HTTP_METHOD",
  ]);
  expect(sourceTypeDetails("MANAGED").features).toEqual(["VERIFICATION"]);
  expect(sourceTypeDetails("PUBLISH_API").features).toEqual(["PUBLISH_API"]);
  expect(sourceTypeDetails("STRIPE").features).toContain("VERIFICATION");
  expect(sourceTypeDetails("ZIFT").features).toEqual(["CUSTOM_RESPONSE", "CUSTOM_HTTP_METHOD"]);
  expect(authMethodsOf("WEBHOOK")).toEqual(GENERIC_AUTH_TYPES);
  expect([authMethodsOf("GITLAB"), authMethodsOf("MANAGED"), authMethodsOf("ZIFT")]).toEqual([
    ["GITLAB", "STANDARD_WEBHOOKS"],
    ["MANAGED"],
    [],
  ]);
});

test("a WEBHOOK can check as any provider signs, and a form offers the one that it names", () => {
  expect([canName("WEBHOOK", "STRIPE"), canName("WEBHOOK", "ZIFT"), canName("HTTP", "STRIPE")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(authMethodsOf("WEBHOOK", "STRIPE")).toEqual([...GENERIC_AUTH_TYPES, "STRIPE"]);
  expect(authMethodsOf("HTTP", "STRIPE")).toEqual(GENERIC_AUTH_TYPES);
  expect([authMethodLabel("HMAC"), authMethodLabel("STRIPE")]).toEqual(["HMAC signature", "Stripe"]);
});

test("the methods that Posthorn cannot check without fetching a key", () => {
  expect([...GENERIC_AUTH_TYPES, ...SOURCE_TYPES].filter(needsFetches)).toEqual([
    "AWS_SNS",
    "CIRCLE",
    "EBAY",
    "FIREBLOCKS",
    "PAYPAL",
    "GOOGLE_PUBSUB",
    "SHIPSTATION",
    "VOLUME",
  ]);
  expect(SOURCE_TYPES.filter(needsConfirmation)).toEqual(["AWS_SNS"]);
});

test("a field is called what the provider calls it", () => {
  expect(authFieldDetails("TWILIO", "webhook_secret_key").label).toBe("Auth token");
  expect(authFieldDetails("HMAC", "webhook_secret_key").label).toBe("Webhook signing secret");
  expect(authFieldDetails("DISCORD", "public_key").is_secret).toBe(false);
  expect(authFieldDetails("HMAC", "something_new")).toEqual({ label: "Something new", is_secret: true });
});

test("a type that checks nothing says so, and one that can check says nothing", () => {
  expect(sourceTypeDetails("ZIFT").configuration_alert).toContain("Zift does not sign its requests");
  expect(sourceTypeDetails("REPAY").configuration_alert).toContain("could not find out how");
  expect(sourceTypeDetails("STRAVA").configuration_alert).toContain("verify token STRAVA");
  expect(sourceTypeDetails("STRIPE").configuration_alert).toBeNull();
  expect(sourceTypeDetails("PUBLISH_API").configuration_alert).toContain("API key");
  expect(sourceTypeDetails("WEBHOOK").configuration_alert).toBeNull();
});
