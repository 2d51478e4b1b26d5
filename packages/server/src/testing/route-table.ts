/**
 * Which routes must a test of all endpoints go through?
 *
 * The table is made from the contract, so a new endpoint is included by itself: the public endpoints in every version,
 * and those that the dashboard calls at its own door.
 */
import { getSession } from "@posthorn/contract/dashboard-api";
import { API_VERSION, DASHBOARD_API_PREFIX, type Endpoint } from "@posthorn/contract/endpoint";
import { DASHBOARD, VERSIONS } from "../api/versions/versions.ts";

export interface Route {
  /** `GET /2025-07-01/events/{id}`. */
  name: string;
  /** The part of the URL before the endpoint's path. */
  prefix: string;
  endpoint: Endpoint;
  /** False: a route of another wire version, answered by the same handler as the canonical one. */
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

/** All endpoints, in every wire version. */
export const ALL_ROUTES: readonly Route[] = [
  ...VERSIONS.flatMap(({ name, endpoints, wire }) =>
    routesUnder(
      `/${name}`,
      endpoints.map((endpoint) => wire(endpoint).shown),
      name === API_VERSION,
    ),
  ),
  ...routesUnder(DASHBOARD_API_PREFIX, DASHBOARD.endpoints, true),
];

/**
 * All routes that act on a project. The session's own endpoint comes before a project is chosen, and endpoints that
 * anyone may call have none, so these are left out.
 */
export const ROUTES: readonly Route[] = ALL_ROUTES.filter(
  ({ endpoint }) => endpoint !== getSession && endpoint.callers !== "anyone",
);
