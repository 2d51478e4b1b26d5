/** How do entries look that are pushed elsewhere? As in an export of the log. */
import type { ReadEntries } from "../../audit-push/push-entries.ts";
import type { Queryable } from "../../store/database.ts";
import { readEntriesOf } from "./audit-entries.sql.ts";
import { wholeAuditEntryView } from "./audit-entry-view.ts";

export function createReadEntries(db: Queryable): ReadEntries {
  return async (organization_id, ids) => {
    const rows = await readEntriesOf(db, organization_id, ids);
    return rows.map((row) => ({ id: row.id, entry: wholeAuditEntryView(row) }));
  };
}
