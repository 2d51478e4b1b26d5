/** Which queries read what the period costs so far, and the invoices? */
import { getBilling, listInvoices } from "@posthorn/contract/billing";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

/** The amount grows, and cards are charged, while somebody looks at it. */
const BILLING_EVERY_MS = 10_000;

export function billingQuery(organization_id: string) {
  return queryOptions({
    queryKey: ["plans", organization_id, "billing"],
    queryFn: ({ signal }) => call(getBilling, { params: { organization_id }, signal }),
    refetchInterval: pollEvery(BILLING_EVERY_MS),
  });
}

/** The first page is 1. */
export function invoicesQuery(organization_id: string, page: number) {
  return queryOptions({
    queryKey: ["plans", organization_id, "invoices", page],
    queryFn: ({ signal }) =>
      call(listInvoices, { params: { organization_id }, query: { page: String(page) }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(BILLING_EVERY_MS),
  });
}
