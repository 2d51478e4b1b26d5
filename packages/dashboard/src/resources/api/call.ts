/**
 * How does the dashboard ask the server? `call(listEvents, { query: { webhook_id: id }, signal })`.
 *
 * Method, path, query, body and reply all come from the contract's definition of the endpoint. Replies are not parsed
 * again: the server of the same release serialises them through the same schema. Every way of failing is thrown as
 * one `ApiFailure`; only an abort stays an abort, because TanStack Query looks for it.
 */
import { DASHBOARD_API_PREFIX, DASHBOARD_ENDPOINTS } from "@posthorn/contract/dashboard-api";
import {
  API_VERSION,
  type BodyOf,
  type Endpoint,
  type QueryOf,
  type ReplyOf,
} from "@posthorn/contract/endpoint";
import { stringifySearch } from "@posthorn/contract/search-codec";
import { failureOf, unreachable, type ApiFailure } from "./api-failure.ts";
import { currentProjectId } from "./current-project.ts";

export interface CallInput<E> {
  /** What stands in the path for `{id}`. */
  params?: Readonly<Record<string, string>>;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  signal?: AbortSignal;
}

type SignedOutListener = (failure: ApiFailure) => void;
const signedOutListeners = new Set<SignedOutListener>();

/** Told when the session has ended; `app/` then leads to the sign-in page. Returns what ends the subscription. */
export function onSignedOut(listener: SignedOutListener): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

/** Path and query of a call, from the root of the origin. */
export function urlOf<E extends Endpoint>(endpoint: E, { params = {}, query }: CallInput<E>): string {
  const prefix = DASHBOARD_ENDPOINTS.includes(endpoint) ? DASHBOARD_API_PREFIX : `/${API_VERSION}`;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} was called without ${name}`);
    return encodeURIComponent(value);
  });
  return prefix + path + stringifySearch(query ?? {});
}

export function requestOf<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  projectId: string | null,
): RequestInit {
  const headers = new Headers({ accept: "application/json" });
  if (projectId !== null) headers.set("x-project-id", projectId);
  if (input.body !== undefined) headers.set("content-type", "application/json");
  return {
    method: endpoint.method,
    headers,
    credentials: "same-origin",
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.signal && { signal: input.signal }),
  };
}

export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ReplyOf<E>> {
  let response: Response;
  try {
    response = await fetch(urlOf(endpoint, input), requestOf(endpoint, input, currentProjectId()));
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw unreachable(error);
  }
  if (!response.ok) {
    const failure = await failureOf(response, new Date());
    if (failure.status === 401) for (const listener of signedOutListeners) listener(failure);
    throw failure;
  }
  try {
    // Serialised by the server through `endpoint.reply`, so this is what the schema says.
    return (await response.json()) as ReplyOf<E>;
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw unreachable(error, response.status);
  }
}
