import { expect, test } from "vitest";
import { NO_ANSWERS, OnboardingForm, organizationInputOf } from "./onboarding-form.ts";

test("a name is enough", () => {
  const values = { ...NO_ANSWERS, name: " Engines " };

  expect(OnboardingForm.safeParse(values).success).toBe(true);
  expect(organizationInputOf(values)).toEqual({
    name: "Engines",
    onboarding: { discovery_method: null, use_case: null, use_case_other: null },
  });
});

test.each([
  ["", "Required"],
  ["  ", "Required"],
  ["x".repeat(41), "Name is longer than 40 characters"],
])("the name %j is refused", (name, message) => {
  expect(OnboardingForm.safeParse({ ...NO_ANSWERS, name }).error?.issues[0]?.message).toBe(message);
});

test("own words count up to 250 characters, and only with the use case that has none of ours", () => {
  const words = { ...NO_ANSWERS, name: "Engines", use_case_other: "x".repeat(251) };

  expect(OnboardingForm.safeParse({ ...words, use_case: "other" }).success).toBe(false);
  expect(OnboardingForm.safeParse({ ...words, use_case: "test" }).success).toBe(true);
  expect(organizationInputOf({ ...words, use_case: "test" }).onboarding?.use_case_other).toBeNull();
  expect(
    organizationInputOf({ ...words, use_case: "other", use_case_other: " Cats " }).onboarding?.use_case_other,
  ).toBe("Cats");
});
