/**
 * Is every served endpoint documented, and every documented endpoint served?
 *
 * Four lists must be the same: the route table of the contract, the served OpenAPI document of each version,
 * the routes that the server registered, and docs/reference/api.md.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { API_VERSION, DASHBOARD_API_PREFIX } from "@posthorn/contract/endpoint";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { givenApi, type GivenApi } from "../testing/given-api.ts";
import { DASHBOARD, VERSIONS } from "./versions/versions.ts";

let api: GivenApi;
/** The registered routes, such as `GET /2025-07-01/events/{id}`. */
const made: string[] = [];

/** The framework reports each new server on a diagnostics channel. */
function listenForRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }; // the documented message of this channel
  fastify.addHook("onRoute", ({ method, url }) => {
    const path = url.replaceAll(/:(\w+)/g, "{$1}");
    for (const one of [method].flat()) if (one !== "HEAD") made.push(`${one} ${path}`);
  });
}

beforeAll(async () => {
  subscribe("fastify.initialization", listenForRoutes);
  api = await givenApi();
  unsubscribe("fastify.initialization", listenForRoutes);
});
afterAll(() => api.stop());

/** Routes beside the API: the documents themselves, health, metrics, pages with their files, sign-in and directories. */
const NOT_THE_API =
  /^(?:GET \/[\d-]+\/openapi|GET \/(?:healthz|readyz|metrics|assets\/\{name\}|docs|docs\/\w+\.js)|\S+ \/auth\/\*|\S+ \/(?:sso|scim\/v2)\/\S+|GET \/dashboard-api\/(?:notice|setup))$/;

function names(endpoints: Iterable<{ method: string; path: string }>, prefix = ""): string[] {
  return Array.from(endpoints, ({ method, path }) => `${method} ${prefix}${path}`).toSorted();
}

describe.each(VERSIONS.map((version) => [version.name, version] as const))("%s", (name, { endpoints }) => {
  test("its document lists what its route table lists", async () => {
    const { status, body } = await api.call("GET", `//${name}/openapi`, { key: null });
    const documented = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    );

    expect(status).toBe(200);
    expect(names(documented)).toEqual(names(endpoints));
  });

  test("the server has made these routes and no others", () => {
    const served = made.filter((route) => route.includes(` /${name}/`) && !NOT_THE_API.test(route));

    expect(served.toSorted()).toEqual(names(endpoints, `/${name}`));
  });
});

test("the dashboard's routes are those of the contract", () => {
  const served = made.filter(
    (route) => route.includes(` ${DASHBOARD_API_PREFIX}/`) && !NOT_THE_API.test(route),
  );

  expect(served.toSorted()).toEqual(names(DASHBOARD.endpoints, DASHBOARD_API_PREFIX));
});

test("docs/reference/api.md has a heading for each endpoint, and no other", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/reference/api.md"), "utf8");
  const headings = Array.from(page.matchAll(/^### `(\w+) (\S+)`$/gm), ([, method = "", path = ""]) => ({
    method,
    path,
  }));

  expect(names(headings)).toEqual(names(PUBLIC_ENDPOINTS, `/${API_VERSION}`));
});

test("what is served beside the API is known", () => {
  const known = [...VERSIONS.map(({ name }) => `/${name}`), DASHBOARD_API_PREFIX];
  const rest = made.filter((route) => !known.some((prefix) => route.includes(` ${prefix}/`)));

  expect(rest.filter((route) => !NOT_THE_API.test(route)).toSorted()).toEqual([]);
});
