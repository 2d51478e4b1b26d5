/**
 * What does a route handler get, and who may call it?
 *
 * The edge of the API calls a handler only if the caller has the right to and the input fits the contract.
 */
import type { Role } from "@posthorn/contract/causes";
import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../access/authenticate.ts";
import type { Endpoint, ReplyOf } from "@posthorn/contract/endpoint";
import type * as z from "zod/mini";
import type { Transactions } from "../store/database.ts";
import type { WrittenReply } from "./written-reply.ts";

export interface Call<E extends Endpoint> {
  /** The project every query is limited to. */
  team_id: string;
  /** The caller's role; at least the one that the endpoint requires. */
  role: Role;
  /** The person who calls; null for an API key. */
  user_id: string | null;
  caller: Caller;
  /** For changes of what the project has: they are recorded as this caller's (store/changes.ts). */
  asCaller: Transactions;
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

/** The parts of a call that are known without a caller's identity. */
export type AnyonesCall<E extends Endpoint> = Pick<Call<E>, "headers" | "address" | "query" | "body">;

/** Like `Serve`, for an endpoint whose callers are `anyone`. */
export type ServeAnyone = <E extends Endpoint>(
  endpoint: E,
  handler: (call: AnyonesCall<E>) => Promise<ReplyOf<E>>,
) => void;
