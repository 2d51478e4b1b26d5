/**
 * One connection in the table. Memoised, so that a poll of the counts renders only rows whose number changed.
 */
import type { Connection } from "@posthorn/contract/connections";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { memo } from "react";
import { ConnectionStatusBadge } from "../../resources/connections/connection-status-badge.tsx";
import { destinationPlace } from "../../resources/destinations/destination-place.ts";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { RowMenuButton } from "../../ui/list/row-menu.tsx";
import { Td, Tr } from "../../ui/table.tsx";

export interface ConnectionRowProps {
  connection: Connection;
  count: number | undefined;
  onOpenMenu: (id: string, anchor: HTMLElement) => void;
}

const NUMBER = new Intl.NumberFormat("en-US");

export const ConnectionRow = memo(function ConnectionRow({
  connection,
  count,
  onOpenMenu,
}: ConnectionRowProps) {
  const { id, source, destination, name } = connection;
  const events = { webhook_id: [id] };
  const shownCount = count === undefined ? "…" : NUMBER.format(count);
  return (
    <Tr className="cursor-pointer">
      <Td className="max-w-60 truncate max-sm:max-w-32 max-sm:pt-1">
        <Link
          {...{ [ROW_LINK]: "" }}
          to="/connections/$id"
          params={{ id }}
          aria-label={`${source.name} to ${destination.name}${name === null ? "" : `, ${name}`}`}
          className="font-medium hover:underline"
        >
          {source.name}
        </Link>
        <span aria-hidden className="block truncate pb-1 text-xs text-ink-2 sm:hidden">
          → {destination.name}
        </span>
      </Td>
      <Td className="max-w-100 max-sm:hidden">
        <span className="flex min-w-0 items-center gap-2">
          <ArrowRight aria-hidden className="size-3.5 shrink-0 text-ink-3" />
          <span className="truncate">{destination.name}</span>
          <span
            className="mono min-w-0 flex-1 truncate text-ink-3 max-lg:hidden"
            data-tooltip={destinationPlace(destination)}
          >
            {destinationPlace(destination)}
          </span>
        </span>
      </Td>
      <Td className="max-w-60 truncate text-ink-2 max-md:hidden">
        {name ?? <span className="text-ink-3">–</span>}
      </Td>
      <Td>
        <ConnectionStatusBadge connection={connection} />
      </Td>
      <Td className="text-right tabular-nums">
        <Link
          to="/events"
          search={events}
          aria-label={`${shownCount} events of ${source.name} to ${destination.name}`}
          className="inline-block min-w-6 hover:underline"
        >
          {shownCount}
        </Link>
      </Td>
      <Td className="pl-0">
        <RowMenuButton rowId={id} onOpen={onOpenMenu} />
      </Td>
    </Tr>
  );
});
