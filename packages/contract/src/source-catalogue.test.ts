import { expect, test } from "vitest";
import {
  authMethodsOf,
  pickableSourceTypes,
  sourceTypeDetails,
  sourceTypeLabel,
} from "./source-catalogue.ts";
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
  expect(sourceTypeDetails("STRIPE").features).toEqual(["CUSTOM_RESPONSE", "CUSTOM_HTTP_METHOD"]);
  expect(authMethodsOf("WEBHOOK")).toEqual(GENERIC_AUTH_TYPES);
  expect([authMethodsOf("GITLAB"), authMethodsOf("MANAGED"), authMethodsOf("STRIPE")]).toEqual([
    ["STANDARD_WEBHOOKS"],
    ["MANAGED"],
    [],
  ]);
});

test("a type that checks nothing says so, and one that can check says nothing", () => {
  expect(sourceTypeDetails("STRIPE").configuration_alert).toContain(
    "does not check signatures of Stripe yet",
  );
  expect(sourceTypeDetails("PUBLISH_API").configuration_alert).toContain("API key");
  expect(sourceTypeDetails("WEBHOOK").configuration_alert).toBeNull();
});
