import { expect, test } from "vitest";
import { aSubscription, DEVELOPER, ENTERPRISE, TEAM } from "../../resources/plans/test-plans.ts";
import { reasonOf } from "./highlight-reasons.ts";

test("what a person came for is said with the organization's numbers", () => {
  const subscription = aSubscription({ plan: DEVELOPER, users: 1 });

  expect(reasonOf("events", DEVELOPER, subscription)).toBe(
    "This period has used 1,234 events; your plan includes 10,000.",
  );
  expect(reasonOf("events", ENTERPRISE, subscription)).toBe("This period has used 1,234 events.");
  expect(reasonOf("max_users", DEVELOPER, subscription)).toBe(
    "The organization has 1 user, open invitations included; your plan allows 1.",
  );
  expect(reasonOf("retention_days", ENTERPRISE, subscription)).toBe(
    "Retention decides how far back you can look.",
  );
  expect(reasonOf("metrics", DEVELOPER, subscription)).toBe(
    "Metrics is not part of your plan, Developer. The row shows which plans have it.",
  );
  expect(reasonOf("metrics", TEAM, subscription)).toBe("Metrics is part of your plan, Team.");
});
