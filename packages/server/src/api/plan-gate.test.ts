import { DASHBOARD_ENDPOINTS } from "@posthorn/contract/dashboard-api";
import { FEATURES } from "@posthorn/contract/plans";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { expect, test } from "vitest";

/** These are no matter of calls: the file of plans ties the first one to `max_users`, and people keep the second one. */
const NOT_OF_CALLS = ["unlimited_seats", "sla"];

test("every feature that a plan can leave out is needed by some call", () => {
  const needed = new Set(
    [...PUBLIC_ENDPOINTS, ...DASHBOARD_ENDPOINTS].flatMap(({ features }) =>
      features.map(({ feature }) => feature),
    ),
  );

  expect([...needed, ...NOT_OF_CALLS].toSorted()).toEqual(FEATURES.toSorted());
});
