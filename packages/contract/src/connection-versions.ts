/**
 * How was a connection after each save, who saved it, and how is an earlier version brought back?
 *
 * A version is what the audit log has of a save of the connection, its source or its destination. There is no other store: a
 * version lives as long as its entries. Secrets are in no version.
 */
import * as z from "zod/mini";
import { CALLER_KINDS } from "./audit-words.ts";
import { Connection } from "./connections.ts";
import { defineEndpoint } from "./endpoint.ts";
import { Timestamp } from "./lists.ts";

/** What a version consists of. Each part can be brought back alone. */
export const VERSION_PARTS = ["connection", "source", "destination"] as const;
export type VersionPart = (typeof VERSION_PARTS)[number];

/** In place of an id: how the connection was before the oldest save that is kept. */
export const EARLIEST_VERSION = "earliest";
/** In place of an id: how the connection is now. It can be read, not restored. */
export const PRESENT_VERSION = "now";

/** One page of the list has so many saves at most. */
export const VERSIONS_PAGE = 50;

export const ConnectionVersion = z.object({
  /** Of the newest entry of the save. */
  id: z.string(),
  /** These two are null for the earliest version. */
  created_at: z.nullable(Timestamp),
  by: z.nullable(
    z.object({
      kind: z.enum(CALLER_KINDS),
      /** As the person or the key was called then. */
      name: z.nullable(z.string()),
    }),
  ),
  changes: z.array(
    z.object({
      part: z.enum(VERSION_PARTS),
      action: z.enum(["created", "edited"]),
      /** The names of what an edit has changed, those of secrets included. */
      fields: z.array(z.string()),
    }),
  ),
  /** The version before it. Null: there was none. */
  before: z.nullable(z.string()),
  /** The version that this save brought back. */
  restored: z.nullable(z.object({ id: z.string(), created_at: z.nullable(Timestamp) })),
});
export type ConnectionVersion = z.output<typeof ConnectionVersion>;

/** A part as the audit log keeps it. */
const KeptPart = z.record(z.string(), z.unknown());
export type KeptPart = z.output<typeof KeptPart>;

export const VersionState = z.object({ connection: KeptPart, source: KeptPart, destination: KeptPart });
export type VersionState = z.output<typeof VersionState>;

/** What is not in a version: it stays as it is now. */
export const KEPT_AS_NOW = [
  "authentication",
  /** Of the destination's address. */
  "query",
  /** The address leads to another host, which must not get the present query. */
  "no_query",
] as const;
export type KeptAsNow = (typeof KEPT_AS_NOW)[number];

const PartPlan = z.object({
  part: z.enum(VERSION_PARTS),
  before: KeptPart,
  after: KeptPart,
  is_changed: z.boolean(),
  kept: z.array(z.enum(KEPT_AS_NOW)),
  /** Why this part cannot be brought back, and what to do. */
  obstacle: z.nullable(z.string()),
  /** So many other connections have the same source or destination. */
  shared_with: z.int(),
});
export type PartPlan = z.output<typeof PartPlan>;

/** PostgreSQL knows no year 0. */
const UpdatedAt = z.iso.datetime({ precision: 3 }).check(z.regex(/^[1-9]/));
/** The `updated_at` of each part that the person has seen. */
const Seen = z.strictObject({ connection: UpdatedAt, source: UpdatedAt, destination: UpdatedAt });

export const RestorePlan = z.object({ parts: z.array(PartPlan), seen: Seen });
export type RestorePlan = z.output<typeof RestorePlan>;

/** People who may edit a connection see and restore its versions. Only they see what was removed from it on purpose. */
const ofVersions = {
  isForDashboard: true,
  callers: "sessions",
  right: "configure",
} as const;

export const listConnectionVersions = defineEndpoint({
  ...ofVersions,
  method: "GET",
  path: "/connections/{id}/versions",
  summary: "Every save of a connection, its source or its destination that is kept, the newest first",
  /** The id of the last version of the page before. */
  query: z.object({ next: z.optional(z.string()) }),
  reply: z.object({
    models: z.array(ConnectionVersion),
    next: z.nullable(z.string()),
    /**
     * `created`: all saves since the connection was made are kept. `expired`: it is older than entries are kept.
     * `unrecorded`: it was made before its saves were recorded, or by Posthorn itself.
     */
    begins: z.enum(["created", "expired", "unrecorded"]),
    kept_days: z.int(),
  }),
  errors: [404, 410],
});

export const getConnectionVersion = defineEndpoint({
  ...ofVersions,
  method: "GET",
  path: "/connections/{id}/versions/{version_id}",
  summary: "A connection with its source and its destination, as they were after a save",
  reply: VersionState,
  errors: [404, 410],
});

export const getRestorePlan = defineEndpoint({
  ...ofVersions,
  method: "GET",
  path: "/connections/{id}/versions/{version_id}/plan",
  summary: "What would change if a version were restored, and what would stay as it is now",
  reply: RestorePlan,
  errors: [404, 410],
});

/** 412 if somebody has saved one of these parts after the person has seen it. */
export const restoreConnectionVersion = defineEndpoint({
  ...ofVersions,
  method: "POST",
  path: "/connections/{id}/versions/{version_id}/restore",
  summary: "Bring back parts of a version; that is a save like any other",
  body: z.strictObject({
    parts: z.array(z.enum(VERSION_PARTS)).check(z.minLength(1, "Choose what to restore")),
    seen: Seen,
  }),
  reply: Connection,
  errors: [404, 409, 410, 412],
});

export const VERSION_ENDPOINTS = [
  listConnectionVersions,
  getConnectionVersion,
  getRestorePlan,
  restoreConnectionVersion,
] as const;
