/**
 * Which routes must a test of all endpoints go through?
 *
 * The table is made from the contract, so a new endpoint is included by itself: the public endpoints in every version,
 * and those that the dashboard calls at its own door.
 */
import { OF_SESSIONS } from "@posthorn/contract/dashboard-api";
import { API_VERSION, DASHBOARD_API_PREFIX, type Endpoint } from "@posthorn/contract/endpoint";
import { mayUse } from "@posthorn/contract/roles";
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

/** All routes that act on a project. Endpoints that anyone may call act on none. */
export const ROUTES: readonly Route[] = ALL_ROUTES.filter(
  ({ endpoint }) => endpoint.actsOn === "project" && endpoint.callers !== "anyone",
);

/** All other routes that act on an organization, or on the person who is signed in. */
export const ROUTES_OF_PEOPLE: readonly Route[] = ALL_ROUTES.filter(
  ({ endpoint }) =>
    endpoint.actsOn !== "project" && !OF_SESSIONS.has(endpoint) && endpoint.callers !== "anyone",
);

/** Whether an API key may call it, and a CLI key made from one. */
export function isForKeys({ callers, right }: Endpoint): boolean {
  const isAdmitted = callers === "anyone" || callers === "known" || callers === "keys";
  return isAdmitted && mayUse(right, { role: "admin", organization_role: null });
}
