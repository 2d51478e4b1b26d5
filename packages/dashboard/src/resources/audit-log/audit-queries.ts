/** Which queries read the audit log of the organization, and which address exports it? */
import { exportAuditEntries, getAuditEntry, listAuditEntries } from "@posthorn/contract/audit-log";
import type { QueryOf } from "@posthorn/contract/endpoint";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ownUrl } from "../base-path.ts";
import { call } from "../api/call.ts";
import { pathOf } from "../api/endpoint-request.ts";

export type AuditQuery = QueryOf<typeof listAuditEntries>;

/** `asked` is what the address says; a relative range in it begins anew with each call. */
export function auditEntriesQuery(
  organization_id: string,
  asked: object,
  queryAt: (now: Date) => AuditQuery,
) {
  return queryOptions({
    queryKey: ["audit-log", organization_id, asked],
    queryFn: ({ signal }) =>
      call(listAuditEntries, { params: { organization_id }, query: queryAt(new Date()), signal }),
    placeholderData: keepPreviousData,
  });
}

/** An entry never changes. */
export function auditEntryQuery(organization_id: string, id: string) {
  return queryOptions({
    queryKey: ["audit-log", organization_id, "entry", id],
    queryFn: ({ signal }) => call(getAuditEntry, { params: { organization_id, id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The browser saves what is there. */
export function auditExportUrl(
  organization_id: string,
  { next: _next, prev: _prev, ...filters }: AuditQuery,
  format: "csv" | "jsonl",
): string {
  return ownUrl(pathOf(exportAuditEntries, { params: { organization_id }, query: { ...filters, format } }));
}
