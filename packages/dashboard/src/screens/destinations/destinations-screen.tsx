/** /destinations: where are events delivered, in which state, and how many connections use each? */
import type { Destination } from "@posthorn/contract/destinations";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { memo } from "react";
import { ConnectionCount } from "../../resources/connections/connection-count.tsx";
import { connectionCountsQuery } from "../../resources/connections/connection-queries.ts";
import {
  attemptCountsQuery,
  destinationListQuery,
} from "../../resources/destinations/destination-queries.ts";
import { DestinationStatusBadge } from "../../resources/destinations/destination-status-badge.tsx";
import { DESTINATION_TYPE_LABELS } from "../../resources/destinations/destination-words.ts";
import { NewDestinationLink } from "../../resources/destinations/new-destination-link.tsx";
import { useDestinationActions } from "../../resources/destinations/use-destination-actions.tsx";
import { namedListQueryOf } from "../../resources/named-lists/named-list-url.ts";
import { NamedList, type OnOpenMenu } from "../../resources/named-lists/named-list.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { countText } from "../../ui/count.ts";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { RowMenuButton } from "../../ui/list/row-menu.tsx";
import { MiddleCut } from "../../ui/middle-cut.tsx";
import { Td, Th, Tr } from "../../ui/table.tsx";

const route = getRouteApi("/_app/destinations/");

export function DestinationsScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(destinationListQuery(namedListQueryOf("destination", search)));
  const counts = useQuery(connectionCountsQuery()).data?.destinations;
  const attempts = useQuery(attemptCountsQuery()).data?.counts;
  const actionsOf = useDestinationActions();
  return (
    <NamedList
      title="Destinations"
      action={<NewDestinationLink />}
      kind="destination"
      search={search}
      onSearch={(to, how) => void navigate({ search: to, replace: how === "replace" })}
      list={list}
      noneFound="No destinations found"
      teaching="A destination is where events are delivered: an HTTP endpoint, a developer's machine, or a mock that accepts everything."
      columns={6}
      head={
        <>
          <Th>Name</Th>
          <Th className="max-sm:hidden">Type</Th>
          <Th>Status</Th>
          <Th className="max-md:hidden">URL or path</Th>
          <Th className="text-right max-sm:hidden">Attempts (24h)</Th>
          <Th className="text-right">Connections</Th>
        </>
      }
      renderRow={(destination, onOpenMenu) => (
        <DestinationRow
          key={destination.id}
          destination={destination}
          attempts={attempts && (attempts[destination.id] ?? 0)}
          connections={counts && (counts[destination.id] ?? 0)}
          onOpenMenu={onOpenMenu}
        />
      )}
      doingsOf={(destination) => ({
        onOpen: () => void navigate({ to: "/destinations/$id", params: { id: destination.id } }),
        copies: [...placeToCopy(destination), { label: "Copy destination ID", value: destination.id }],
        actions: actionsOf(destination, counts && (counts[destination.id] ?? 0)),
      })}
    />
  );
}

function placeToCopy({ config: { url, path } }: Destination) {
  if (url !== undefined) return [{ label: "Copy URL", value: url }];
  return path === undefined ? [] : [{ label: "Copy path", value: path }];
}

interface DestinationRowProps {
  destination: Destination;
  attempts: number | undefined;
  connections: number | undefined;
  onOpenMenu: OnOpenMenu;
}

/** Memoised, so that the counts, which come later, render only rows whose number changed. */
const DestinationRow = memo(function DestinationRow({
  destination,
  attempts,
  connections,
  onOpenMenu,
}: DestinationRowProps) {
  const { id, name, type, config } = destination;
  const place = config.url ?? config.path;
  return (
    <Tr className="cursor-pointer">
      <Td className="w-1/4 max-w-0 max-sm:w-full max-sm:py-1">
        <Link
          {...{ [ROW_LINK]: "" }}
          to="/destinations/$id"
          params={{ id }}
          className="block font-medium hover:underline"
        >
          <MiddleCut text={name} />
        </Link>
        <span className="block truncate text-xs text-ink-2 sm:hidden">{DESTINATION_TYPE_LABELS[type]}</span>
      </Td>
      <Td className="text-ink-2 max-sm:hidden">{DESTINATION_TYPE_LABELS[type]}</Td>
      <Td>
        <DestinationStatusBadge destination={destination} />
      </Td>
      <Td className="w-1/2 max-w-0 max-md:hidden">
        {place === undefined ? (
          <span className="text-ink-3">–</span>
        ) : (
          <span className="flex items-center gap-1">
            <span className="mono truncate text-ink-2">{place}</span>
            <CopyButton
              value={place}
              label={`Copy the ${config.url === undefined ? "path" : "URL"} of ${name}`}
            />
          </span>
        )}
      </Td>
      <Td className="text-right tabular-nums max-sm:hidden">{countText(attempts)}</Td>
      <Td className="text-right tabular-nums">
        <ConnectionCount count={connections} name={name} filter={{ destination_id: id }} />
      </Td>
      <Td className="pl-0">
        <RowMenuButton rowId={id} onOpen={onOpenMenu} />
      </Td>
    </Tr>
  );
});
