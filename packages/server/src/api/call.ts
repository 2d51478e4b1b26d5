/**
 * What does a route handler get, and who may call it?
 *
 * The edge of the API: a handler sees a caller who may do this and input that fits the contract, or it is
 * not called at all.
 */
import type { Role } from "@posthorn/contract/causes";
import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../access/authenticate.ts";
import type { Endpoint, ReplyOf } from "@posthorn/contract/endpoint";
import type * as z from "zod/mini";

export interface Call<E extends Endpoint> {
  /** The project every query is limited to. */
  team_id: string;
  /** Of the caller; at least the endpoint's own. */
  role: Role;
  /** The person who calls; null for API keys. */
  user_id: string | null;
  caller: Caller;
  headers: IncomingHttpHeaders;
  /** Where the call comes from. */
  address: string;
  /** What stands for `{id}` in the path; empty where the path has none. */
  id: string;
  /** Everything that the path names, by its name there. */
  params: Readonly<Record<string, string>>;
  query: z.output<E["query"]>;
  body: z.output<E["body"]>;
  /** Query and body before the schemas made values of them: valid, and in the canonical words. */
  sent: { query: Readonly<Record<string, unknown>>; body: unknown };
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E>>;

/** Connects an endpoint of the contract with what answers it. */
export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** What is known of a call that anyone may make. */
export type AnyonesCall<E extends Endpoint> = Pick<Call<E>, "headers" | "address" | "query" | "body">;

/** The same for an endpoint whose callers are `anyone`. */
export type ServeAnyone = <E extends Endpoint>(
  endpoint: E,
  handler: (call: AnyonesCall<E>) => Promise<ReplyOf<E>>,
) => void;
