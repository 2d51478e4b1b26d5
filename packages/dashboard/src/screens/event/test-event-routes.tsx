/** Where do component tests find the tabs of an event? In its frame, with the address as in the product. */
import { createRoute, useParams, type AnyRoute } from "@tanstack/react-router";
import { EventAttempts } from "./event-attempts.tsx";
import { EventOverview } from "./event-overview.tsx";
import { EventPage } from "./event-page.tsx";
import { EventSearch, type EventTabProps } from "./event-url.ts";

function Frame() {
  return <EventPage id={useParams({ strict: false }).id ?? ""} />;
}

export function eventRoutes(app: AnyRoute): AnyRoute[] {
  const frame = createRoute({
    getParentRoute: () => app,
    path: "events/$id",
    validateSearch: EventSearch,
    component: Frame,
  });
  const tabOf = (path: string, Screen: (props: EventTabProps) => React.ReactNode) => {
    const route = createRoute({
      getParentRoute: () => frame,
      path,
      component: function Tab() {
        const navigate = route.useNavigate();
        return (
          <Screen
            id={useParams({ strict: false }).id ?? ""}
            search={route.useSearch()}
            onSearch={(search) => void navigate({ search, replace: true })}
          />
        );
      },
    });
    return route;
  };
  return [
    frame.addChildren([tabOf("/", EventOverview), tabOf("attempts", EventAttempts)]),
    createRoute({ getParentRoute: () => app, path: "events", component: () => <h1>The list</h1> }),
  ];
}
