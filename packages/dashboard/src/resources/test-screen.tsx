/**
 * How does a component test open a screen? With a router of its own, at an address, below the `_app` route as in the
 * product, on a desktop's screen. `routesOf` returns the routes that the test needs.
 */
import { parseSearch, stringifySearch } from "@posthorn/contract/search-codec";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  type AnyRoute,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { toast } from "sonner";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Toaster } from "../ui/toaster.tsx";
import "../ui/styles/styles.css";

/** Toasts have links, so they are inside the router, as in the product. */
export function WithToasts({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toaster />
    </>
  );
}

export async function openScreen(address: string, routesOf: (app: AnyRoute) => AnyRoute[]) {
  await page.viewport(1280, 800);
  toast.dismiss(); // a new page would show the toasts of the test before
  const root = createRootRoute();
  const app = createRoute({ getParentRoute: () => root, id: "_app" });
  const router = createRouter({
    routeTree: root.addChildren([app.addChildren(routesOf(app))]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
    InnerWrap: WithToasts,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const screen = await render(
    <QueryClientProvider client={client}>
      <div className="flex h-screen flex-col">
        <RouterProvider router={router} />
      </div>
    </QueryClientProvider>,
  );
  return { screen, router, client };
}
