/**
 * Which questions does `/onboarding` ask, and what does it send? Only the name has to be answered. The form keeps the words
 * of a use case that is not chosen any more, but does not send them.
 */
import type { BodyOf } from "@posthorn/contract/endpoint";
import { USE_CASE_OTHER_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { DISCOVERY_METHODS, USE_CASES } from "@posthorn/contract/onboarding";
import type { createOrganization } from "@posthorn/contract/organizations";
import * as z from "zod/mini";
import { Title } from "../../resources/names/title.ts";

const Values = z.object({
  /** "" until the person has chosen. */
  discovery_method: z.enum(["", ...DISCOVERY_METHODS]),
  use_case: z.enum(["", ...USE_CASES]),
  use_case_other: z.string(),
  name: Title,
});
export type OnboardingValues = z.output<typeof Values>;

export const OnboardingForm = Values.check(({ value, issues }) => {
  const { use_case, use_case_other } = value;
  if (use_case === "other" && use_case_other.trim().length > USE_CASE_OTHER_MAX_CHARACTERS)
    issues.push({
      code: "custom",
      path: ["use_case_other"],
      message: `Must have at most ${USE_CASE_OTHER_MAX_CHARACTERS} characters`,
      input: value,
    });
});

export const NO_ANSWERS: OnboardingValues = {
  discovery_method: "",
  use_case: "",
  use_case_other: "",
  name: "",
};

/** `onboarding.use_case_other` of the body is the field `use_case_other`. */
export function fieldOf(path: string): string {
  return path.replace(/^onboarding\./, "");
}

export function organizationInputOf(values: OnboardingValues): BodyOf<typeof createOrganization> {
  const { discovery_method, use_case, name } = values;
  const own = values.use_case_other.trim();
  return {
    name: name.trim(),
    onboarding: {
      discovery_method: discovery_method === "" ? null : discovery_method,
      use_case: use_case === "" ? null : use_case,
      use_case_other: use_case === "other" && own !== "" ? own : null,
    },
  };
}
