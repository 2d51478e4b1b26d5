/**
 * What did callers change in a project, and when?
 *
 * The product records each change of a source, destination, connection, transformation or issue trigger together with the
 * change itself. The record never has a secret: of most fields it has only the name.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { Timestamp } from "./lists.ts";
import { Marker } from "./markers.ts";

export const CHANGE_SUBJECTS = [
  "source",
  "destination",
  "connection",
  "transformation",
  "issue_trigger",
] as const;
export const CHANGE_ACTIONS = [
  "created",
  "edited",
  "paused",
  "unpaused",
  "disabled",
  "enabled",
  "deleted",
] as const;

const ChangedField = z.object({
  /** As in the subject's JSON: `config.url`. A rule is `rules.` and its type. */
  name: z.string(),
  /** Both are there if they are short and can be no secret. Null: the field had, or has, no value. */
  before: z.optional(z.nullable(z.string())),
  after: z.optional(z.nullable(z.string())),
});
export type ChangedField = z.output<typeof ChangedField>;

export const Change = z.object({
  id: z.string(),
  action: z.enum(CHANGE_ACTIONS),
  subject: z.object({
    type: z.enum(CHANGE_SUBJECTS),
    id: z.string(),
    /** As it was called then. A connection without a name has those of its ends; an issue trigger may have none. */
    name: z.nullable(z.string()),
    is_deleted: z.boolean(),
  }),
  /** Empty unless the action is `edited`. */
  fields: z.array(ChangedField),
  /** The name is that of the person or of the API key; null if they are gone. */
  by: z.object({ kind: z.enum(["person", "api_key"]), with_cli: z.boolean(), name: z.nullable(z.string()) }),
  created_at: Timestamp,
});
export type Change = z.output<typeof Change>;

/** How long before and after an issue begins a change is worth a look. */
export const CHANGES_BEFORE_MS = 24 * 60 * 60 * 1000;
export const CHANGES_AFTER_MS = 60 * 60 * 1000;
/** So many changes, and so many markers, are shown around each beginning: the nearest ones. */
export const CHANGES_AROUND_MOST = 50;

export const getChangesAround = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/issues/{id}/changes",
  summary: "What changed around the time at which an issue was first seen, and at which it last opened again",
  right: "see",
  reply: z.object({
    first_seen_at: Timestamp,
    /** Null if it was resolved or ignored never, or has not come back since. */
    reopened_at: z.nullable(Timestamp),
    changes: z.array(Change),
    markers: z.array(Marker),
    /** There were more of one kind than are shown. */
    has_more: z.boolean(),
  }),
  errors: [404],
});
