/**
 * What do the endpoints of the audit log answer?
 *
 * An export is made while it is sent, a few hundred entries at a time, so that it holds neither memory nor a transaction. It
 * is in the log before its first byte leaves.
 */
import * as contract from "@posthorn/contract/audit-log";
import { AUDIT_EXPORT_MAX_ENTRIES } from "@posthorn/contract/audit-words";
import { internalId, publicId } from "@posthorn/contract/ids";
import type * as z from "zod/mini";
import { recordDeed } from "../../store/audit-entries.ts";
import type { ApiDeps } from "../api-deps.ts";
import { notFound } from "../api-error.ts";
import type { ServeOrganization } from "../call.ts";
import { personAs } from "../serve.ts";
import { invalid } from "../validation.ts";
import {
  type AuditFilters,
  countEntries,
  findEntry,
  readEntryPage,
  readWholeEntries,
} from "./audit-entries.sql.ts";
import { auditEntryView, wholeAuditEntryView } from "./audit-entry-view.ts";
import { CSV_HEAD, csvLineOf, jsonLineOf } from "./audit-file.ts";

const EXPORTED_AT_A_TIME = 200;

export function serveAuditLog(
  serveOrganization: ServeOrganization,
  { db, config }: Pick<ApiDeps, "config" | "db">,
): void {
  serveOrganization(contract.listAuditEntries, async ({ organization_id, query }) => {
    const { next, prev, ...filters } = query;
    const place = { olderThan: cursorIn("next", next), newerThan: cursorIn("prev", prev) };
    const { rows, hasNewer, hasOlder } = await readEntryPage(db, organization_id, filters, place);
    const [newest, oldest] = [rows[0], rows.at(-1)];
    return {
      models: rows.map(auditEntryView),
      next: hasOlder && oldest ? publicId("audit_entry", oldest.id) : null,
      prev: hasNewer && newest ? publicId("audit_entry", newest.id) : null,
      count: await countEntries(db, organization_id, filters),
      kept_days: config.auditDays,
    };
  });

  serveOrganization(contract.getAuditEntry, async ({ organization_id, id }) => {
    const uuid = internalId("audit_entry", id);
    const row = uuid && (await findEntry(db, organization_id, uuid));
    if (!row) throw notFound(id);
    return wholeAuditEntryView(row);
  });

  serveOrganization(contract.exportAuditEntries, async ({ organization_id, user_id, origin, query }) => {
    const { format, ...filters } = query;
    await recordDeed(db, personAs(user_id), origin, {
      organization_id,
      team_id: null,
      subject_type: "audit_log",
      subject_id: organization_id,
      subject_name: null,
      action: "exported",
      after: { format, ...filters },
    });
    const file_name = `audit-log-${new Date().toISOString().slice(0, 10)}.${format}`;
    return { file_name, content: fileOf(organization_id, filters, format) };
  });

  async function* fileOf(
    organization_id: string,
    filters: AuditFilters,
    format: z.output<typeof contract.exportAuditEntries.query>["format"],
  ): AsyncGenerator<Uint8Array> {
    const lineOf = format === "csv" ? csvLineOf : jsonLineOf;
    if (format === "csv") yield Buffer.from(CSV_HEAD);
    let olderThan: string | null = null;
    for (let exported = 0; exported < AUDIT_EXPORT_MAX_ENTRIES; exported += EXPORTED_AT_A_TIME) {
      const page = { olderThan, limit: EXPORTED_AT_A_TIME };
      const rows = await readWholeEntries(db, organization_id, filters, page);
      if (rows.length > 0) yield Buffer.from(rows.map((row) => lineOf(wholeAuditEntryView(row))).join(""));
      if (rows.length < EXPORTED_AT_A_TIME) return;
      olderThan = rows.at(-1)?.id ?? null;
    }
  }
}

function cursorIn(name: "next" | "prev", cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const uuid = internalId("audit_entry", cursor);
  if (uuid === null) throw invalid(`${name} is not a cursor of this list`);
  return uuid;
}
