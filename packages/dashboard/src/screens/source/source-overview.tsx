/** /sources/{id}, Overview: where the source receives requests, what it accepts, and where they go. */
import { sourceTypeLabel } from "@posthorn/contract/source-type-labels";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { connectionCountQuery } from "../../resources/connections/connection-queries.ts";
import { ConnectionsOf } from "../../resources/connections/connections-of.tsx";
import { requestCountsQuery, sourceQuery } from "../../resources/sources/source-queries.ts";
import { SourceStatusBadge } from "../../resources/sources/source-status-badge.tsx";
import { SourceTypeMark } from "../../resources/sources/source-type-mark.tsx";
import { EntityMetrics } from "../../resources/metrics/entity-metrics.tsx";
import { countText } from "../../ui/count.ts";
import { EntityOverview, OverviewSection } from "../../ui/entity-page/entity-overview.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Property } from "../../ui/property-list.tsx";

const route = getRouteApi("/_app/sources/$id/");

export function SourceOverview() {
  const { id } = route.useParams();
  const { date } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: source } = useSuspenseQuery(sourceQuery(id)); // the frame has loaded it
  const counts = useQuery(requestCountsQuery());
  const connections = useQuery(connectionCountQuery({ source_id: id }));
  const { config } = source;
  return (
    <EntityOverview
      properties={
        <>
          <Property name="Name">{source.name}</Property>
          <Property name="Description">{source.description ?? "–"}</Property>
          <Property name="URL" isMono copied={source.url}>
            {source.url}
          </Property>
          <Property name="Type">
            <span className="flex items-center gap-2">
              <SourceTypeMark type={source.type} size="sm" />
              {sourceTypeLabel(source.type)}
            </span>
          </Property>
          <Property name="ID" isMono copied={id}>
            <span className="truncate" data-tooltip={id}>
              {id}
            </span>
          </Property>
          <Property name="Status">
            <SourceStatusBadge source={source} />
          </Property>
          <Property name="Authentication">{source.authenticated ? "Enabled" : "Disabled"}</Property>
          <Property name="Custom Response">{config.custom_response ? "On" : "Off"}</Property>
          <Property name="HTTP Methods" isMono>
            {config.allowed_http_methods?.join(", ") ?? "–"}
          </Property>
          <Property name="Requests (24h)">
            <Link to="/requests" search={{ source_id: [id] }} className={`${linkClass} tabular-nums`}>
              {countText(counts.data && (counts.data.counts[id] ?? 0))}
            </Link>
          </Property>
          <Property name="Connections">
            <Link to="/connections" search={{ source_id: id }} className={`${linkClass} tabular-nums`}>
              {countText(connections.data?.count)}
            </Link>
          </Property>
        </>
      }
    >
      <EntityMetrics
        category="sources"
        id={id}
        date={date}
        onDate={(chosen) => void navigate({ search: { date: chosen } })}
        onRange={(range) =>
          void navigate({
            to: "/metrics/$category",
            params: { category: "sources" },
            search: { source_id: [id], date: range },
          })
        }
      />
      <OverviewSection title="Connections">
        <ConnectionsOf
          end={{ source_id: id }}
          emptyText={`No connections. Requests to ${source.name} go nowhere until a connection takes them to a destination.`}
        />
      </OverviewSection>
    </EntityOverview>
  );
}
