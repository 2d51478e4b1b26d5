/**
 * Which routes must a test of all endpoints go through?
 *
 * Made from the contract, so that nobody has to remember to add an endpoint here: the public ones and those
 * that only the dashboard calls.
 */
import { DASHBOARD_API_PREFIX, DASHBOARD_ENDPOINTS, getSession } from "@posthorn/contract/dashboard-api";
import { API_VERSION, type Endpoint } from "@posthorn/contract/endpoint";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";

export interface Route {
  /** `GET /2025-07-01/events/{id}`. */
  name: string;
  /** What stands before the endpoint's path. */
  prefix: string;
  endpoint: Endpoint;
}

function routesUnder(prefix: string, endpoints: readonly Endpoint[]): Route[] {
  return endpoints.map((endpoint) => ({
    name: `${endpoint.method} ${prefix}${endpoint.path}`,
    prefix,
    endpoint,
  }));
}

/**
 * All that act on a project. Who is signed in is asked before a project is chosen, so it is none of them, and
 * what anyone may call has no project.
 */
export const ROUTES: readonly Route[] = [
  ...routesUnder(
    `/${API_VERSION}`,
    PUBLIC_ENDPOINTS.filter(({ callers }) => callers !== "anyone"),
  ),
  ...routesUnder(
    DASHBOARD_API_PREFIX,
    DASHBOARD_ENDPOINTS.filter((endpoint) => endpoint !== getSession),
  ),
];
