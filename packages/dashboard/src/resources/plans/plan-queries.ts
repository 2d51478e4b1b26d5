/** Which queries read the plan of an organization, what its period has used, and the plans that the operator offers? */
import { getSubscription, getUsage, listPlans } from "@posthorn/contract/plans";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

/** Usage grows while somebody looks at it. */
const USAGE_EVERY_MS = 10_000;

export function subscriptionQuery(organization_id: string) {
  return queryOptions({
    queryKey: ["plans", organization_id, "subscription"],
    queryFn: ({ signal }) => call(getSubscription, { params: { organization_id }, signal }),
    refetchInterval: pollEvery(USAGE_EVERY_MS),
  });
}

export function usageQuery(organization_id: string) {
  return queryOptions({
    queryKey: ["plans", organization_id, "usage"],
    queryFn: ({ signal }) => call(getUsage, { params: { organization_id }, signal }),
    refetchInterval: pollEvery(USAGE_EVERY_MS),
  });
}

/** The operator's file is read when the server starts, so the plans stay the same while a page is open. */
export function plansQuery(organization_id: string) {
  return queryOptions({
    queryKey: ["plans", organization_id, "offered"],
    queryFn: ({ signal }) => call(listPlans, { params: { organization_id }, signal }),
  });
}
