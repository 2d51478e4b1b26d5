/** Where do component tests find the tabs of a connection? In its frame, beside the pages to which its links lead. */
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { ConnectionOverview } from "./connection-overview.tsx";
import { ConnectionPage } from "./connection-page.tsx";
import { ConnectionSettings } from "./connection-settings.tsx";
import { ConnectionVersions } from "./versions/connection-versions.tsx";
import { VersionsSearch } from "./versions/versions-url.ts";

export function connectionRoutes(app: AnyRoute): AnyRoute[] {
  const frame = createRoute({
    getParentRoute: () => app,
    path: "connections/$id",
    component: ConnectionPage,
  });
  return [
    frame.addChildren([
      createRoute({ getParentRoute: () => frame, path: "/", component: ConnectionOverview }),
      createRoute({ getParentRoute: () => frame, path: "settings", component: ConnectionSettings }),
      createRoute({
        getParentRoute: () => frame,
        path: "versions",
        validateSearch: VersionsSearch,
        component: ConnectionVersions,
      }),
    ]),
    createRoute({ getParentRoute: () => app, path: "connections/", component: () => <h1>The list</h1> }),
    createRoute({ getParentRoute: () => app, path: "events", component: () => <h1>Events</h1> }),
  ];
}
