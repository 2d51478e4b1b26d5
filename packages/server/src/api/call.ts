/**
 * What does a route handler get, and who may call it?
 *
 * The edge of the API calls a handler only if the caller has the right to and the input fits the contract. The handler of
 * an endpoint that `namesWhatItChanges` asks for the right itself.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../access/authenticate.ts";
import type { Endpoint, ReplyOf } from "@posthorn/contract/endpoint";
import type { Role } from "@posthorn/contract/roles";
import type * as z from "zod/mini";
import type { CallOrigin } from "../store/audit-entries.ts";
import type { Database } from "../store/database.ts";
import type { WrittenReply } from "./written-reply.ts";

export interface Call<E extends Endpoint> {
  /** The project every query is limited to. */
  team_id: string;
  /** The person who calls; null for an API key. */
  user_id: string | null;
  /** With its roles, which include the right that the endpoint requires, unless it `namesWhatItChanges`. */
  caller: Caller;
  /** For all that the call changes: it is recorded as this caller's (store/audit-entries.ts). */
  asCaller: Database;
  origin: CallOrigin;
  headers: IncomingHttpHeaders;
  /** The address that the call comes from. */
  address: string;
  /** The value of `{id}` in the path; empty where the path has no `{id}`. */
  id: string;
  /** All parameters of the path, by name. */
  params: Readonly<Record<string, string>>;
  /** The `updated_at` that the row must still have for the call to change it; null if the caller does not ask. */
  ifUnchangedSince: string | null;
  query: z.output<E["query"]>;
  body: z.output<E["body"]>;
  /** Query and body before the schemas converted them: valid, and in the names of the canonical wire version. */
  sent: { query: Readonly<Record<string, unknown>>; body: unknown };
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E> | WrittenReply>;

/** Connects an endpoint of the contract with its handler. */
export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** A call of a person who is signed in, whatever projects they have. */
export interface PersonsCall<E extends Endpoint> extends Pick<
  Call<E>,
  "address" | "asCaller" | "body" | "headers" | "id" | "origin" | "query"
> {
  user_id: string;
}

/** A call about the organization that the path names. The person belongs to it, and has the right that it takes. */
export interface OrganizationsCall<E extends Endpoint> extends PersonsCall<E> {
  organization_id: string;
  role: Role;
}

/** Like `Serve`, for an endpoint that acts on a person or on an organization. */
export type ServePerson = <E extends Endpoint>(
  endpoint: E,
  handler: (call: PersonsCall<E>) => Promise<ReplyOf<E>>,
) => void;
export type ServeOrganization = <E extends Endpoint>(
  endpoint: E,
  handler: (call: OrganizationsCall<E>) => Promise<ReplyOf<E>>,
) => void;

/** The parts of a call that are known without a caller's identity. */
export type AnyonesCall<E extends Endpoint> = Pick<Call<E>, "headers" | "address" | "query" | "body">;

/** Like `Serve`, for an endpoint whose callers are `anyone`. */
export type ServeAnyone = <E extends Endpoint>(
  endpoint: E,
  handler: (call: AnyonesCall<E>) => Promise<ReplyOf<E>>,
) => void;
