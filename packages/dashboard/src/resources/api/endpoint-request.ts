/**
 * What goes over the wire for one call? Path, query, headers and body, from the contract's definition of an endpoint.
 *
 * Pure, so that tests need no server; `call.ts` sends the result.
 */
import {
  API_VERSION,
  DASHBOARD_API_PREFIX,
  type BodyOf,
  type Endpoint,
  type QueryOf,
} from "@posthorn/contract/endpoint";
import { stringifySearch } from "@posthorn/contract/search-codec";

export interface CallInput<E> {
  /** The values for `{id}` and the like in the path. */
  params?: Readonly<Record<string, string>>;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  /**
   * The `updated_at` of what the person has edited. If somebody else saved meanwhile, the call fails with the code
   * CHANGED_MEANWHILE and saves nothing. Only endpoints that can answer 412 look at it.
   */
  ifUnchangedSince?: string;
  /** The project that the call acts on, if it is not the one that this tab shows. */
  projectId?: string | undefined;
  signal?: AbortSignal;
}

/** Path and query of a call, below the base path of this installation. */
export function pathOf<E extends Endpoint>(endpoint: E, { params = {}, query }: CallInput<E>): `/${string}` {
  const isOurs = endpoint.isForDashboard || endpoint.hasDashboardDoor;
  const prefix: `/${string}` = isOurs ? DASHBOARD_API_PREFIX : `/${API_VERSION}`;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} was called without ${name}`);
    return encodeURIComponent(value);
  });
  return `${prefix}${path}${stringifySearch(query ?? {})}`;
}

export function requestOf<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  projectId: string | null,
): RequestInit {
  const headers = new Headers({ accept: "application/json" });
  if (projectId !== null) headers.set("x-project-id", projectId);
  if (input.ifUnchangedSince !== undefined) headers.set("if-match", `"${input.ifUnchangedSince}"`);
  if (input.body !== undefined) headers.set("content-type", "application/json");
  return {
    method: endpoint.method,
    headers,
    credentials: "same-origin",
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.signal && { signal: input.signal }),
  };
}
