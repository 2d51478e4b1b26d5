/** Which queries read where the audit log of the organization goes? A push that fails shows by itself. */
import { getAuditPush, listAuditPushSources } from "@posthorn/contract/audit-push";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

const EVERY_MS = 5_000;

export function auditPushQuery(organization_id: string) {
  return queryOptions({
    queryKey: ["audit-push", organization_id],
    queryFn: ({ signal }) => call(getAuditPush, { params: { organization_id }, signal }),
    refetchInterval: (query) => (query.state.data?.audit_push ? pollEvery(EVERY_MS)(query) : false),
  });
}

/** `search` is what a person typed. */
export function auditPushSourcesQuery(organization_id: string, search: string) {
  return queryOptions({
    queryKey: ["audit-push", organization_id, "sources", search],
    queryFn: ({ signal }) =>
      call(listAuditPushSources, { params: { organization_id }, query: { search }, signal }),
    placeholderData: keepPreviousData,
  });
}
