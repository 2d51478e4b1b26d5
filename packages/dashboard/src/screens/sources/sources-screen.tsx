/** /sources: where do requests come in, in which state, and how many connections use each? */
import type { Source } from "@posthorn/contract/sources";
import { sourceTypeLabel } from "@posthorn/contract/source-type-labels";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { memo } from "react";
import { ConnectionCount } from "../../resources/connections/connection-count.tsx";
import { connectionCountsQuery } from "../../resources/connections/connection-queries.ts";
import { namedListQueryOf } from "../../resources/named-lists/named-list-url.ts";
import { NamedList, type OnOpenMenu } from "../../resources/named-lists/named-list.tsx";
import { NewSourceLink } from "../../resources/sources/new-source-link.tsx";
import { requestCountsQuery, sourceListQuery } from "../../resources/sources/source-queries.ts";
import { SourceStatusBadge } from "../../resources/sources/source-status-badge.tsx";
import { SourceTypeMark } from "../../resources/sources/source-type-mark.tsx";
import { useSourceActions } from "../../resources/sources/use-source-actions.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { countText } from "../../ui/count.ts";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { RowMenuButton } from "../../ui/list/row-menu.tsx";
import { MiddleCut } from "../../ui/middle-cut.tsx";
import { Td, Th, Tr } from "../../ui/table.tsx";

const route = getRouteApi("/_app/sources/");

export function SourcesScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(sourceListQuery(namedListQueryOf("source", search)));
  const counts = useQuery(connectionCountsQuery()).data?.sources;
  const requests = useQuery(requestCountsQuery()).data?.counts;
  const actionsOf = useSourceActions();
  return (
    <NamedList
      title="Sources"
      kind="source"
      search={search}
      onSearch={(to, how) => void navigate({ search: to, replace: how === "replace" })}
      list={list}
      noneFound="No sources found"
      teaching="A source is a URL of its own. What one sender sends to it, connections route to your destinations."
      action={<NewSourceLink />}
      columns={6}
      head={
        <>
          <Th>Name</Th>
          <Th className="max-sm:hidden">Type</Th>
          <Th>Status</Th>
          <Th className="max-md:hidden">URL</Th>
          <Th className="text-right max-sm:hidden">Requests (24h)</Th>
          <Th className="text-right">Connections</Th>
        </>
      }
      renderRow={(source, onOpenMenu) => (
        <SourceRow
          key={source.id}
          source={source}
          requests={requests && (requests[source.id] ?? 0)}
          connections={counts && (counts[source.id] ?? 0)}
          onOpenMenu={onOpenMenu}
        />
      )}
      doingsOf={(source) => ({
        onOpen: () => void navigate({ to: "/sources/$id", params: { id: source.id } }),
        copies: [
          { label: "Copy source URL", value: source.url },
          { label: "Copy source ID", value: source.id },
        ],
        actions: actionsOf(source, counts && (counts[source.id] ?? 0)),
      })}
    />
  );
}

interface SourceRowProps {
  source: Source;
  requests: number | undefined;
  connections: number | undefined;
  onOpenMenu: OnOpenMenu;
}

/** Memoised, so that the counts, which come later, render only rows whose number changed. */
const SourceRow = memo(function SourceRow({ source, requests, connections, onOpenMenu }: SourceRowProps) {
  const { id, name, type, url } = source;
  return (
    <Tr className="cursor-pointer">
      <Td className="w-1/4 max-w-0 max-sm:w-full max-sm:py-1">
        <Link
          {...{ [ROW_LINK]: "" }}
          to="/sources/$id"
          params={{ id }}
          className="block font-medium hover:underline"
        >
          <MiddleCut text={name} />
        </Link>
        <span className="block truncate text-xs text-ink-2 sm:hidden">{sourceTypeLabel(type)}</span>
      </Td>
      <Td className="text-ink-2 max-sm:hidden">
        <span className="flex items-center gap-2">
          <SourceTypeMark type={type} size="sm" />
          {sourceTypeLabel(type)}
        </span>
      </Td>
      <Td>
        <SourceStatusBadge source={source} />
      </Td>
      <Td className="w-1/2 max-w-0 max-md:hidden">
        <span className="flex items-center gap-1">
          <span className="mono truncate text-ink-2">{url}</span>
          <CopyButton value={url} label={`Copy the URL of ${name}`} />
        </span>
      </Td>
      <Td className="text-right tabular-nums max-sm:hidden">{countText(requests)}</Td>
      <Td className="text-right tabular-nums">
        <ConnectionCount count={connections} name={name} filter={{ source_id: id }} />
      </Td>
      <Td className="pl-0">
        <RowMenuButton rowId={id} onOpen={onOpenMenu} />
      </Td>
    </Tr>
  );
});
