/**
 * How does an entry of the audit log look in a file: a line of CSV, or one JSON object?
 *
 * CSV is RFC 4180. A text that begins like a formula gets an apostrophe, because spreadsheets would run it: people and
 * programs write names, and so does whoever types a wrong password.
 */
import type { WholeAuditEntry } from "@posthorn/contract/audit-log";

type ValueOf = (entry: WholeAuditEntry) => string | null;

const COLUMNS: Readonly<Record<string, ValueOf>> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  action: ({ action }) => action,
  subject_type: ({ subject }) => subject.type,
  subject_id: ({ subject }) => subject.id,
  subject_name: ({ subject }) => subject.name,
  changed: ({ changed }) => changed.join(" "),
  project_id: ({ project }) => project?.id ?? null,
  project_name: ({ project }) => project?.name ?? null,
  by_kind: ({ by }) => by.kind,
  by_id: ({ by }) => by.id,
  by_name: ({ by }) => by.name,
  by_email: ({ by }) => by.email,
  address: ({ address }) => address,
  user_agent: ({ user_agent }) => user_agent,
  request: ({ request }) => request,
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
};

export const CSV_HEAD = csvLine(Object.keys(COLUMNS));

export function csvLineOf(entry: WholeAuditEntry): string {
  return csvLine(Object.values(COLUMNS).map((valueOf) => valueOf(entry)));
}

export function jsonLineOf(entry: WholeAuditEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

function cellText(cell: string | null): string {
  if (cell === null) return "";
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
