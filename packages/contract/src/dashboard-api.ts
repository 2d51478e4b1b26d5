/**
 * What does only our dashboard ask for?
 *
 * Served under /dashboard-api, apart from the public API, so that public paths stay what the outside
 * knows. Not versioned: dashboard and server are released together.
 */
import * as z from "zod/mini";
import { ROLES } from "./causes.ts";
import { defineEndpoint, type Endpoint } from "./endpoint.ts";
import { API_RATE_LIMIT_MAX_PER_MINUTE } from "./limits.ts";
import { NullableTimestamp } from "./lists.ts";

export const DASHBOARD_API_PREFIX = "/dashboard-api";

/** Can be asked without a session: whether this installation still waits for its first owner. */
export const Setup = z.object({ setup_needed: z.boolean() });
export type Setup = z.output<typeof Setup>;

export const Session = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  organization: z.object({ id: z.string(), name: z.string() }),
  projects: z.array(
    z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES), retention_days: z.int() }),
  ),
});
export type Session = z.output<typeof Session>;

export const getSession = defineEndpoint({
  method: "GET",
  path: "/session",
  summary: "Who is signed in, and which projects they can see",
  role: "viewer",
  reply: Session,
});

export const isNameUsed = defineEndpoint({
  method: "GET",
  path: "/name-is-used",
  summary: "Whether a name is taken; a connection's name is unique within its source",
  role: "viewer",
  query: z.object({
    kind: z.enum(["source", "destination", "connection", "transformation"]),
    name: z.string(),
    source_id: z.optional(z.string()),
  }),
  reply: z.object({ used: z.boolean() }),
});

export const countEventsByConnection = defineEndpoint({
  method: "GET",
  path: "/events-24h",
  summary: "How many events each connection made in the last 24 hours",
  role: "viewer",
  reply: z.object({ counts: z.record(z.string(), z.int()) }),
});

/** The key itself is shown once, when it is made, and never again. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  expires_at: NullableTimestamp,
  /** Calls per minute; null: what the installation gives to every key. */
  rate_limit: z.nullable(z.int()),
});
export type ApiKey = z.output<typeof ApiKey>;

export const listApiKeys = defineEndpoint({
  method: "GET",
  path: "/api-keys",
  summary: "The newest keys of the project, without the keys themselves",
  role: "admin",
  reply: z.object({ models: z.array(ApiKey) }),
});
/** An owner's, who is a person: a key counts as an admin and cannot lift its own limit. */
export const updateApiKey = defineEndpoint({
  method: "PUT",
  path: "/api-keys/{id}",
  summary: "Give a key a limit of its own; null takes it away",
  role: "owner",
  body: z.strictObject({
    rate_limit: z.nullable(z.int().check(z.minimum(1), z.maximum(API_RATE_LIMIT_MAX_PER_MINUTE))),
  }),
  reply: z.object({ id: z.string(), rate_limit: z.nullable(z.int()) }),
  errors: [404],
});

/** All of the above: the server serves them, and the dashboard's client knows by it where to ask. */
export const DASHBOARD_ENDPOINTS: readonly Endpoint[] = [
  getSession,
  isNameUsed,
  countEventsByConnection,
  listApiKeys,
  updateApiKey,
];
