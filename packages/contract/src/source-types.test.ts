import { expect, test } from "vitest";
import { SOURCE_TYPES } from "./source-types.ts";

test("every type of the catalogue is there once, spelled as on the wire", () => {
  expect(new Set(SOURCE_TYPES).size).toBe(121);
  expect(SOURCE_TYPES).toEqual(
    expect.arrayContaining(["WEBHOOK", "PROPERTY-FINDER", "THREE_D_EYE", "AWS_SNS"]),
  );
  for (const type of SOURCE_TYPES) expect(type).toMatch(/^[A-Z][A-Z_-]*[A-Z]$/);
});
