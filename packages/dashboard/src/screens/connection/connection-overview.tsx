/** /connections/{id}, Overview: what this connection joins, its rules, how its traffic does, and its newest events. */
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { connectionQuery, eventCountsQuery } from "../../resources/connections/connection-queries.ts";
import { ConnectionStatusBadge } from "../../resources/connections/connection-status-badge.tsx";
import { RULES_ANCHOR, RuleList } from "../../resources/rules/rule-list.tsx";
import { EntityMetrics } from "../../resources/metrics/entity-metrics.tsx";
import { countText } from "../../ui/count.ts";
import { EntityOverview, OverviewSection } from "../../ui/entity-page/entity-overview.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Property } from "../../ui/property-list.tsx";
import { LatestEvents } from "./latest-events.tsx";

const route = getRouteApi("/_app/connections/$id/");

export function ConnectionOverview() {
  const { id } = route.useParams();
  const { date } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: connection } = useSuspenseQuery(connectionQuery(id)); // the frame has loaded it
  const counts = useQuery(eventCountsQuery());
  const { source, destination } = connection;
  const ruleEditing = { to: "/connections/$id/settings", params: { id }, hash: RULES_ANCHOR } as const;
  return (
    <EntityOverview
      properties={
        <>
          <Property name="Name">{connection.name ?? "–"}</Property>
          <Property name="ID" isMono copied={id}>
            <span className="truncate" data-tooltip={id}>
              {id}
            </span>
          </Property>
          <Property name="Status">
            <ConnectionStatusBadge connection={connection} />
          </Property>
          <Property name="Source">
            <Link to="/sources/$id" params={{ id: source.id }} className={linkClass}>
              {source.name}
            </Link>
          </Property>
          <Property name="Destination">
            <Link to="/destinations/$id" params={{ id: destination.id }} className={linkClass}>
              {destination.name}
            </Link>
          </Property>
          <Property name="Events (24h)">
            <Link to="/events" search={{ webhook_id: [id] }} className={`${linkClass} tabular-nums`}>
              {countText(counts.data && (counts.data.counts[id] ?? 0))}
            </Link>
          </Property>
          {connection.description === null ? null : (
            <Property name="Description">{connection.description}</Property>
          )}
        </>
      }
      beside={
        <OverviewSection
          title="Rules"
          aside={
            <Link {...ruleEditing} className={`text-sm ${linkClass}`}>
              Edit rules
            </Link>
          }
        >
          {connection.rules.length === 0 ? (
            <p className="text-sm text-ink-2">
              No rules. Every request of {source.name} becomes an event and is sent to {destination.name}{" "}
              once.
            </p>
          ) : (
            <RuleList rules={connection.rules} renderLink={(props) => <Link {...ruleEditing} {...props} />} />
          )}
        </OverviewSection>
      }
    >
      <EntityMetrics
        category="connections"
        id={id}
        destination={destination}
        date={date}
        onDate={(chosen) => void navigate({ search: { date: chosen } })}
        onRange={(range) => void navigate({ to: "/events", search: { webhook_id: [id], date: range } })}
      />
      <LatestEvents connection={connection} />
    </EntityOverview>
  );
}
