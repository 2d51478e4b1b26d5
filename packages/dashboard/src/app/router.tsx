/**
 * Which address shows which page? The files in `routes/` say so; this file has the settings they share.
 *
 * Our search codec replaces the router's own, which turns `?id=662E41` into a number and nested filters into JSON.
 */
import { parseSearch, stringifySearch } from "@posthorn/contract/search-codec";
import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { basePath } from "../resources/base-path.ts";
import { PageFailed } from "./page-failed.tsx";
import { NotFound } from "./not-found.tsx";
import { routeTree } from "./route-tree.gen.ts";

export interface RouterContext {
  queryClient: QueryClient;
}

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient } satisfies RouterContext,
    basepath: basePath || "/",
    parseSearch,
    stringifySearch,
    // Drops parameters that no route knows from the address. A route without `validateSearch` knows none.
    search: { strict: true },
    defaultPreload: "intent",
    // The query client caches data; the router must not keep a second, older copy.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: NotFound,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
