/**
 * What is one endpoint of the API?
 *
 * Server validation, the OpenAPI document and the dashboard's typed client all use this one definition.
 * No other file describes the shape of an endpoint.
 */
import * as z from "zod/mini";
import { API_BODY_MAX_BYTES } from "./limits.ts";
import type { Feature } from "./plans.ts";
import type { Right } from "./roles.ts";

export const API_VERSION = "2025-07-01";

export const DASHBOARD_API_PREFIX = "/dashboard-api";

/**
 * Who may call an endpoint: anyone (without authentication), every caller we know, holders of a key, people (with a
 * session or a person's CLI key), or people with a session, who see in the dashboard what they do.
 */
export type Callers = "anyone" | "known" | "keys" | "people" | "sessions";

/**
 * What a call is about, and so whose role counts: the project that the caller has chosen, the organization that
 * `{organization_id}` in the path names, or the person who calls.
 */
export type Subject = "project" | "organization" | "person";

export type HttpVerb = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A feature of plans without which a call is refused. */
export interface FeatureNeed<Body extends z.ZodMiniType = z.ZodMiniType> {
  feature: Feature;
  /** Whether a call with this body needs it. Absent: every call does. A method, so that endpoints stay assignable. */
  isNeededFor?(body: z.output<Body>): boolean;
}

export interface Endpoint<
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> {
  method: HttpVerb;
  /** Below the version segment, parameters as `{id}`: `/events/{id}/retry`. */
  path: string;
  /** Not a part of the public API: it lies under /dashboard-api, and has no version. */
  isForDashboard: boolean;
  /**
   * The dashboard calls this public endpoint under /dashboard-api, where the reply has the contract's own shape. Public
   * versions show less, because their schemas have less.
   */
  hasDashboardDoor: boolean;
  summary: string;
  actsOn: Subject;
  callers: Callers;
  /** What a caller needs; roles.ts says which roles have it. An API key has a role of its own. */
  right: Right;
  /**
   * True: the call names the project or organization that it changes, which may be another than the one that it is made
   * for. Its handler asks for the right there.
   */
  namesWhatItChanges: boolean;
  /**
   * Whether people can call it while a plan locks their project: the settings need it. By default that is what acts on a
   * person or an organization. A project's key opens nothing then.
   */
  isOpenUnderLock: boolean;
  /** What the organization's plan must include. One place in the server checks it. */
  features: readonly FeatureNeed<Body>[];
  query: Query;
  body: Body;
  maxBodyBytes: number;
  reply: Reply;
  /** Status codes besides 200, 400, 401, 403, 422, 429 and 500 that the endpoint can answer. */
  errors: readonly OwnErrorStatus[];
}

type OwnErrorStatus = 404 | 409 | 410 | 412;

/** Whether a caller may send `If-Match` with the `updated_at` that it has read: then 412 is one of the answers. */
export function readsIfMatch({ errors }: Pick<Endpoint, "errors">): boolean {
  return errors.includes(412);
}

/**
 * A file that browsers download instead of showing it. The reply's body is the content, byte for byte. A long one is made
 * while it is sent.
 */
export const Attachment = z.object({
  file_name: z.string(),
  content: z.custom<Uint8Array | AsyncIterable<Uint8Array>>(
    (value) =>
      value instanceof Uint8Array ||
      (typeof value === "object" && value !== null && Symbol.asyncIterator in value),
  ),
});
export type Attachment = z.output<typeof Attachment>;

/** Actions accept no body, `null` and `{}`. */
export const NoBody = z.optional(z.nullable(z.strictObject({})));
/** Ignores unknown parameters, because shipped clients add some. */
export const NoQuery = z.object({});

export function defineEndpoint<
  Reply extends z.ZodMiniType,
  Query extends z.ZodMiniType = typeof NoQuery,
  Body extends z.ZodMiniType = typeof NoBody,
>(definition: {
  method: HttpVerb;
  path: string;
  isForDashboard?: boolean;
  hasDashboardDoor?: boolean;
  summary: string;
  actsOn?: Subject;
  callers?: Callers;
  right: Right;
  namesWhatItChanges?: boolean;
  isOpenUnderLock?: boolean;
  features?: readonly FeatureNeed<Body>[];
  reply: Reply;
  query?: Query;
  body?: Body;
  maxBodyBytes?: number;
  errors?: readonly OwnErrorStatus[];
}): Endpoint<Query, Body, Reply> {
  return {
    errors: [],
    features: [],
    isForDashboard: false,
    hasDashboardDoor: false,
    actsOn: "project",
    callers: "known",
    namesWhatItChanges: false,
    isOpenUnderLock: definition.actsOn === "organization" || definition.actsOn === "person",
    maxBodyBytes: API_BODY_MAX_BYTES,
    ...definition,
    // Safe: if the caller leaves one out, its type parameter has exactly this default.
    query: (definition.query ?? NoQuery) as Query,
    body: (definition.body ?? NoBody) as Body,
  };
}

export type QueryOf<E> = E extends Endpoint<infer Query> ? z.input<Query> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodMiniType, infer Body> ? z.input<Body> : never;
export type ReplyOf<E> =
  E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer Reply> ? z.output<Reply> : never;
