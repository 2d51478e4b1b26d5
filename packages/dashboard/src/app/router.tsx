/**
 * Which address shows what? The file tree in `routes/`; here is what all of them share.
 *
 * The search codec replaces the router's own, which turns `?id=662E41` into a number and nested filters into JSON.
 */
import { parseSearch, stringifySearch } from "@posthorn/contract/search-codec";
import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { basePath } from "../resources/base-path.ts";
import { CrashScreen } from "./crash-screen.tsx";
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
    // A parameter that no route knows is dropped from the address; a route without `validateSearch` has none.
    search: { strict: true },
    defaultPreload: "intent",
    // Data is cached by the query client; the router must not keep a second, staler copy.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: CrashScreen,
    defaultNotFoundComponent: NotFound,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
