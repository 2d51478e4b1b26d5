/**
 * What does a new organization answer at `/onboarding`, and how far has a project come in the guide through its first
 * connection?
 *
 * The progress names what the guide has made. Whether a step is done follows from that: a source that was deleted since is
 * null, so its step is open again.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { USE_CASE_OTHER_MAX_CHARACTERS } from "./limits.ts";
import { storable } from "./storable.ts";

/** How people find us. */
export const DISCOVERY_METHODS = [
  "search",
  "colleague",
  "github",
  "blog_or_talk",
  "ai_assistant",
  "other",
] as const;

export const USE_CASES = [
  "receive_webhooks",
  "send_webhooks",
  "connect_services",
  "async_api",
  "test",
  "other",
] as const;
export type UseCase = (typeof USE_CASES)[number];

/** Null: not answered. */
export const OnboardingAnswers = z
  .strictObject({
    discovery_method: z.nullable(z.enum(DISCOVERY_METHODS)),
    use_case: z.nullable(z.enum(USE_CASES)),
    /** In the person's own words. */
    use_case_other: z.nullable(
      storable(z.string().check(z.trim(), z.maxLength(USE_CASE_OTHER_MAX_CHARACTERS))),
    ),
  })
  .check(
    z.refine(({ use_case, use_case_other }) => use_case_other === null || use_case === "other", {
      path: ["use_case_other"],
      error: "needs the use case other",
    }),
  );
export type OnboardingAnswers = z.output<typeof OnboardingAnswers>;

/** What the guide has made in the project, or what a person has chosen there. Null: not yet, or it was deleted. */
const MADE = {
  source_id: z.nullable(z.string()),
  destination_id: z.nullable(z.string()),
  /** The connection of these two. */
  webhook_id: z.nullable(z.string()),
};

const OnboardingProgress = z.object({
  ...MADE,
  /** What the organization wants to do, as its first person has said. */
  use_case: z.nullable(z.enum(USE_CASES)),
});
export type OnboardingProgress = z.output<typeof OnboardingProgress>;

export const getOnboardingProgress = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/onboarding-progress",
  summary: "How far the project has come in the guide through its first connection",
  right: "see",
  reply: OnboardingProgress,
});

export const saveOnboardingProgress = defineEndpoint({
  isForDashboard: true,
  method: "PUT",
  path: "/onboarding-progress",
  summary: "Store how far the project has come in the guide through its first connection",
  right: "configure",
  body: z.strictObject(MADE),
  reply: OnboardingProgress,
});
