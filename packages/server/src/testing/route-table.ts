/**
 * Which routes must a test of all endpoints go through?
 *
 * Made from the contract, so that nobody has to remember to add an endpoint here: the public ones in every
 * version, and those that only the dashboard calls.
 */
import { DASHBOARD_API_PREFIX, DASHBOARD_ENDPOINTS, getSession } from "@posthorn/contract/dashboard-api";
import { API_VERSION, type Endpoint } from "@posthorn/contract/endpoint";
import { VERSIONS } from "../api/versions/versions.ts";

export interface Route {
  /** `GET /2025-07-01/events/{id}`. */
  name: string;
  /** What stands before the endpoint's path. */
  prefix: string;
  endpoint: Endpoint;
  /** False: another version says the same in other words, so the same handler answers it. */
  isCanonical: boolean;
}

function routesUnder(prefix: string, endpoints: readonly Endpoint[], isCanonical: boolean): Route[] {
  return endpoints.map((endpoint) => ({
    name: `${endpoint.method} ${prefix}${endpoint.path}`,
    prefix,
    endpoint,
    isCanonical,
  }));
}

/** Everything, in every wire version. */
export const ALL_ROUTES: readonly Route[] = [
  ...VERSIONS.flatMap(({ name, endpoints, wire }) =>
    routesUnder(
      `/${name}`,
      endpoints.map((endpoint) => wire(endpoint).shown),
      name === API_VERSION,
    ),
  ),
  ...routesUnder(DASHBOARD_API_PREFIX, DASHBOARD_ENDPOINTS, true),
];

/**
 * All that act on a project. Who is signed in is asked before a project is chosen, so it is none of them, and
 * what anyone may call has no project.
 */
export const ROUTES: readonly Route[] = ALL_ROUTES.filter(
  ({ endpoint }) => endpoint !== getSession && endpoint.callers !== "anyone",
);
