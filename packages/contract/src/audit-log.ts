/**
 * Who changed what in an organization, when, from where, and what was it before?
 *
 * Entries are written in the transaction of the change, and nobody can change or delete one. A secret is never in an entry:
 * in the place of its value stands that there is one, or that it was changed.
 */
import * as z from "zod/mini";
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, CALLER_KINDS } from "./audit-words.ts";
import { Attachment, defineEndpoint } from "./endpoint.ts";
import { DateFilter, IdFilter, Timestamp, enumFilter } from "./lists.ts";

const EntryFields = {
  id: z.string(),
  created_at: Timestamp,
  action: z.enum(AUDIT_ACTIONS),
  subject: z.object({
    type: z.enum(AUDIT_SUBJECTS),
    id: z.string(),
    /** As it was called then. */
    name: z.nullable(z.string()),
    is_deleted: z.boolean(),
  }),
  /** The names of what an edit has changed, those of secrets included. */
  changed: z.array(z.string()),
  /** Null: it concerns the organization. The name is the present one, or null if the project is gone. */
  project: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  by: z.object({
    kind: z.enum(CALLER_KINDS),
    /** Of the person or of the API key. */
    id: z.nullable(z.string()),
    /** As they were called then. */
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  /** The method and the path of the call. */
  request: z.nullable(z.string()),
};

export const AuditEntry = z.object(EntryFields);
export type AuditEntry = z.output<typeof AuditEntry>;

/** What there was to say of the subject, without secrets. */
const Kept = z.nullable(z.record(z.string(), z.unknown()));
export const WholeAuditEntry = z.object({ ...EntryFields, before: Kept, after: Kept });
export type WholeAuditEntry = z.output<typeof WholeAuditEntry>;

export const AUDIT_SEARCH_MAX_CHARACTERS = 200;
export const AUDIT_PAGE_ENTRIES = 50;

const filters = {
  /** A part of the name of a person, a key or a subject, of an email or of an address; or a whole id. */
  search: z.optional(z.string().check(z.maxLength(AUDIT_SEARCH_MAX_CHARACTERS))),
  user_id: z.optional(IdFilter),
  api_key_id: z.optional(IdFilter),
  by: z.optional(enumFilter(CALLER_KINDS)),
  action: z.optional(enumFilter(AUDIT_ACTIONS)),
  subject_type: z.optional(enumFilter(AUDIT_SUBJECTS)),
  subject_id: z.optional(z.string()),
  project_id: z.optional(IdFilter),
  created_at: z.optional(DateFilter),
} as const;

const ofAuditLog = {
  isForDashboard: true,
  actsOn: "organization",
  callers: "sessions",
  method: "GET",
  right: "seeAuditLog",
  errors: [404],
} as const;

export const listAuditEntries = defineEndpoint({
  ...ofAuditLog,
  path: "/organizations/{organization_id}/audit-entries",
  summary: "Who changed what in an organization, the newest first",
  /** `next` and `prev` are ids of entries, from the page before. */
  query: z.object({ ...filters, next: z.optional(z.string()), prev: z.optional(z.string()) }),
  reply: z.object({
    models: z.array(AuditEntry),
    next: z.nullable(z.string()),
    prev: z.nullable(z.string()),
    /** How many match, up to `AUDIT_COUNTED_MOST`. */
    count: z.int(),
    kept_days: z.int(),
  }),
});

export const getAuditEntry = defineEndpoint({
  ...ofAuditLog,
  path: "/organizations/{organization_id}/audit-entries/{id}",
  summary: "One entry of the audit log, with what the subject was before and after",
  reply: WholeAuditEntry,
});

export const AUDIT_FORMATS = ["csv", "jsonl"] as const;
export const exportAuditEntries = defineEndpoint({
  ...ofAuditLog,
  path: "/organizations/{organization_id}/audit-log",
  summary: "The entries that match, as CSV or as JSON lines; the export is an entry itself",
  query: z.object({ ...filters, format: z.enum(AUDIT_FORMATS) }),
  reply: Attachment,
});

export const AUDIT_ENDPOINTS = [listAuditEntries, getAuditEntry, exportAuditEntries] as const;
