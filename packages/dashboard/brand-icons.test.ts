import { METRICS_PROVIDERS, NOTIFICATION_PROVIDERS } from "@posthorn/contract/team-integrations";
import { expect, test } from "vitest";
import { BRANDED_PROVIDERS, brandedTypes, outlineOf, spriteOf } from "./brand-icons.ts";

test.each([...brandedTypes(), ...BRANDED_PROVIDERS])("%s has the icon %s", (_, icon) => {
  expect(outlineOf(icon)).toMatch(/^[Mm][-\d. ,a-zA-Z]+$/);
});

test("most types that people use have an icon, and each has a symbol of its own", () => {
  const types = brandedTypes();
  const ids = [...spriteOf(types).matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);

  expect(types.length).toBeGreaterThan(30);
  expect(ids).toEqual(types.map(([type]) => type));
});

test("an icon that simple-icons does not have ends the build", () => {
  expect(() => outlineOf("no-such-brand")).toThrow("no-such-brand");
});

test("every provider has an icon, except those that simple-icons left out", () => {
  const branded = BRANDED_PROVIDERS.map(([provider]) => provider);
  const drawn = ["slack", "microsoft_teams"];

  expect([...branded, ...drawn].toSorted()).toEqual(
    [...METRICS_PROVIDERS, ...NOTIFICATION_PROVIDERS].toSorted(),
  );
});
