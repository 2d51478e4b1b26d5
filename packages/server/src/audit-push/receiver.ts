/** What does Posthorn keep, sealed, of a receiver of OpenTelemetry that gets entries of the audit log? */
import { HttpUrl } from "@posthorn/contract/http-url";
import { OtlpHeaders } from "@posthorn/contract/team-integrations";
import * as z from "zod/mini";

export const AuditReceiver = z.strictObject({ url: HttpUrl, headers: OtlpHeaders });
export type AuditReceiver = z.output<typeof AuditReceiver>;

/** The URL as people see it. Its query may contain a token. */
export function shownAddress(url: string): string {
  return url.replace(/[?#].*$/, "?…");
}
