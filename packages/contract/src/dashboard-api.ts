/**
 * What does only our dashboard ask for?
 *
 * Served under /dashboard-api, apart from the public API, so that public paths stay what the outside
 * knows. Not versioned: dashboard and server are released together.
 */
import * as z from "zod/mini";
import { ROLES } from "./causes.ts";
import { defineEndpoint, type Endpoint } from "./endpoint.ts";

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

/** All of the above: the server serves them, and the dashboard's client knows by it where to ask. */
export const DASHBOARD_ENDPOINTS: readonly Endpoint[] = [getSession, isNameUsed, countEventsByConnection];
