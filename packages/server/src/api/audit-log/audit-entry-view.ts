/** How does an entry of the audit log look from outside? */
import type { AuditEntry, WholeAuditEntry } from "@posthorn/contract/audit-log";
import type { AuditSubject } from "@posthorn/contract/audit-words";
import { type IdKind, publicId } from "@posthorn/contract/ids";
import { createdAt } from "../../ids.ts";
import type { ListedEntryRow, WholeEntryRow } from "./audit-entries.sql.ts";

/** Of what kind the id of a subject is. Null: the id of a person, which is the same outside. */
const ID_KINDS: Readonly<Partial<Record<AuditSubject, IdKind | null>>> = {
  person: null,
  subscription: "organization",
  billing_email: "organization",
  card: "organization",
  audit_log: "organization",
  single_sign_on: "organization",
  audit_push: "organization",
  directory_sync: "organization",
};

function subjectId(type: AuditSubject, id: string): string {
  const kind = ID_KINDS[type];
  if (kind === null) return id;
  // Safe: every other type of a subject is a kind of ids, which a test goes through.
  return publicId(kind ?? (type as IdKind), id);
}

export function auditEntryView(row: ListedEntryRow): AuditEntry {
  const { id, team_id, subject_type, user_id, api_key_id } = row;
  return {
    id: publicId("audit_entry", id),
    created_at: createdAt(id),
    action: row.action,
    subject: {
      type: subject_type,
      id: subjectId(subject_type, row.subject_id),
      name: row.subject_name,
      is_deleted: row.is_deleted,
    },
    changed: row.fields.map(({ name }) => name),
    project: team_id === null ? null : { id: publicId("project", team_id), name: row.project_name },
    by: {
      kind: row.caller_kind,
      id: user_id ?? (api_key_id && publicId("api_key", api_key_id)),
      name: row.caller_name,
      email: row.caller_email,
    },
    address: row.address,
    user_agent: row.user_agent,
    request: row.request,
  };
}

export function wholeAuditEntryView({ before, after, ...row }: WholeEntryRow): WholeAuditEntry {
  return { ...auditEntryView(row), before: before && publicIds(before), after: after && publicIds(after) };
}

/** Columns of ours that name something else, with the kind of their ids. */
const REFERENCES: Readonly<Record<string, IdKind>> = {
  source_id: "source",
  webhook_source_id: "source",
  destination_id: "destination",
  transformation_id: "transformation",
  integration_id: "integration",
  organization_id: "organization",
};

/** Rows and their rules name things by our own ids. Outside, they have public ones. */
export function publicIds(kept: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, shown(name, value)]));
}

function shown(name: string, value: unknown): unknown {
  const kind = REFERENCES[name];
  if (kind && typeof value === "string") return UUID.test(value) ? publicId(kind, value) : value;
  if (name === "rules" && Array.isArray(value))
    return value.map((rule: unknown) => (isRecord(rule) ? publicIds(rule) : rule));
  return value;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
