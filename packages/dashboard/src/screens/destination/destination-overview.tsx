/** /destinations/{id}, Overview: where events are sent, how, and which connections send them. */
import type { Destination } from "@posthorn/contract/destinations";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { connectionCountQuery } from "../../resources/connections/connection-queries.ts";
import { ConnectionsOf } from "../../resources/connections/connections-of.tsx";
import { AUTH_METHODS } from "../../resources/destinations/auth-methods.ts";
import { attemptCountsQuery, destinationQuery } from "../../resources/destinations/destination-queries.ts";
import { DestinationStatusBadge } from "../../resources/destinations/destination-status-badge.tsx";
import {
  deliveryMethod,
  DESTINATION_TYPE_LABELS,
  maxDeliveryRate,
} from "../../resources/destinations/destination-words.ts";
import { EntityMetrics } from "../../resources/metrics/entity-metrics.tsx";
import { countText } from "../../ui/count.ts";
import { EntityOverview, OverviewSection } from "../../ui/entity-page/entity-overview.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Property } from "../../ui/property-list.tsx";

const route = getRouteApi("/_app/destinations/$id/");

export function DestinationOverview() {
  const { id } = route.useParams();
  const { date } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: destination } = useSuspenseQuery(destinationQuery(id)); // the frame has loaded it
  const counts = useQuery(attemptCountsQuery());
  const connections = useQuery(connectionCountQuery({ destination_id: id }));
  const { config } = destination;
  return (
    <EntityOverview
      properties={
        <>
          <Property name="Name">{destination.name}</Property>
          <Property name="Description">{destination.description ?? "–"}</Property>
          <Place destination={destination} />
          <Property name="Type">{DESTINATION_TYPE_LABELS[destination.type]}</Property>
          <Property name="Authentication">{AUTH_METHODS[config.auth_type].label}</Property>
          <Property name="ID" isMono copied={id}>
            <span className="truncate" data-tooltip={id}>
              {id}
            </span>
          </Property>
          <Property name="Path forwarding">{config.path_forwarding_disabled ? "Off" : "On"}</Property>
          <Property name="Status">
            <DestinationStatusBadge destination={destination} />
          </Property>
          <Property name="Attempts (24h)">
            <Link to="/events" search={{ destination_id: [id] }} className={`${linkClass} tabular-nums`}>
              {countText(counts.data && (counts.data.counts[id] ?? 0))}
            </Link>
          </Property>
          <Property name="HTTP method">{deliveryMethod(destination)}</Property>
          <Property name="Connections">
            <Link to="/connections" search={{ destination_id: id }} className={`${linkClass} tabular-nums`}>
              {countText(connections.data?.count)}
            </Link>
          </Property>
          <Property name="Max delivery rate">{maxDeliveryRate(destination)}</Property>
        </>
      }
    >
      <EntityMetrics
        category="destinations"
        id={id}
        date={date}
        onDate={(chosen) => void navigate({ search: { date: chosen } })}
        onRange={(range) => void navigate({ to: "/events", search: { destination_id: [id], date: range } })}
      />
      <OverviewSection title="Connections">
        <ConnectionsOf
          end={{ destination_id: id }}
          emptyText={`No connections. ${destination.name} gets events once a connection leads to it.`}
        />
      </OverviewSection>
    </EntityOverview>
  );
}

/** An HTTP destination has a URL, a CLI a path on the developer's machine, a mock API neither. */
function Place({ destination: { config } }: { destination: Destination }) {
  if (config.url !== undefined)
    return (
      <Property name="Endpoint URL" isMono copied={config.url}>
        {config.url}
      </Property>
    );
  if (config.path === undefined) return null;
  return (
    <Property name="Path" isMono copied={config.path}>
      {config.path}
    </Property>
  );
}
