import { expect, test } from "vitest";
import { GENERIC_AUTH } from "./source-auth.ts";
import { SOURCE_TYPES_SINCE_2026, SOURCE_TYPES_UNTIL_2025 } from "./source-type-names.ts";
import { NAMED_AUTH, SOURCE_TYPES } from "./source-types.ts";

test("every type of the catalogue is there once, spelled as on the wire", () => {
  expect([SOURCE_TYPES_UNTIL_2025.length, SOURCE_TYPES_SINCE_2026.length]).toEqual([121, 38]);
  expect(new Set(SOURCE_TYPES).size).toBe(159);
  expect(SOURCE_TYPES).toEqual(
    expect.arrayContaining(["WEBHOOK", "PROPERTY-FINDER", "THREE_D_EYE", "AWS_SNS", "AZURE_EVENT_GRID"]),
  );
  for (const type of SOURCE_TYPES) expect(type).toMatch(/^[A-Z][A-Z_-]*[A-Z]$/);
});

test("a way that can be named is one that can be checked", () => {
  for (const named of Object.values(NAMED_AUTH))
    expect(Object.keys(GENERIC_AUTH)).toEqual(expect.arrayContaining([...named]));
});

test.each([
  ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", true],
  ["MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", true],
  ["whsec_YQ==", true],
  ["whsec_YWI=", true],
  ["", false],
  ["whsec_", false],
  ["whsec_YQ", false],
  ["whsec_YQ=", false],
  ["whsec_====", false],
  ["whsec_YQ==YQ==", false],
  ["whsec_a-b_", false],
  ["whsec_ MfKQ9r8G", false],
  ["whsec_MfKQ9r8G\n", false],
  ["whsk_MfKQ9r8G", false],
  ["correct horse battery staple", false],
])("%j as the key of Standard Webhooks: %s", (webhook_secret_key, isTaken) => {
  expect(GENERIC_AUTH.STANDARD_WEBHOOKS.safeParse({ webhook_secret_key }).success).toBe(isTaken);
});
