/**
 * One connection in the table. Memoised, so that a poll of the counts renders only rows whose number changed.
 */
import type { Connection } from "@posthorn/contract/connections";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { memo } from "react";
import { ConnectionStatusBadge } from "../../resources/connections/connection-status-badge.tsx";
import type { DayEvents } from "../../resources/connections/day-events.ts";
import { DayEventsLink } from "../../resources/connections/day-events-link.tsx";
import { destinationPlace } from "../../resources/destinations/destination-place.ts";
import { RuleIcons } from "../../resources/rules/rule-icons.tsx";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { RowMenuButton } from "../../ui/list/row-menu.tsx";
import { MiddleCut } from "../../ui/middle-cut.tsx";
import { Td, Tr } from "../../ui/table.tsx";
import { CONNECTION } from "./connection-views.ts";

export interface ConnectionRowProps {
  connection: Connection;
  day: DayEvents | undefined;
  /** How many events it holds. Undefined: none, or not loaded yet. */
  held: number | undefined;
  isSelected: boolean;
  onOpenMenu: (id: string, anchor: HTMLElement) => void;
}

export const ConnectionRow = memo(function ConnectionRow(props: ConnectionRowProps) {
  const { connection, day, held, isSelected, onOpenMenu } = props;
  const { id, source, destination, name, rules } = connection;
  return (
    <Tr {...{ [CONNECTION]: id }} isSelected={isSelected} className="cursor-pointer">
      <Td className="w-1/5 max-w-0 max-sm:w-full max-sm:pt-1">
        <Link
          {...{ [ROW_LINK]: "" }}
          to="/connections/$id"
          params={{ id }}
          aria-label={`${source.name} to ${destination.name}${name === null ? "" : `, ${name}`}`}
          className="block font-medium hover:underline"
        >
          <MiddleCut text={source.name} />
        </Link>
        <span aria-hidden className="flex gap-1 pb-1 text-xs text-ink-2 sm:hidden">
          → <MiddleCut text={destination.name} />
        </span>
      </Td>
      <Td className="w-1/3 max-w-0 max-sm:hidden">
        <span className="flex min-w-0 items-center gap-2">
          <ArrowRight aria-hidden className="size-3.5 shrink-0 text-ink-3" />
          <MiddleCut text={destination.name} />
          <span
            className="mono min-w-0 flex-1 truncate text-ink-3 max-xl:hidden"
            data-tooltip={destinationPlace(destination)}
          >
            {destinationPlace(destination)}
          </span>
        </span>
      </Td>
      <Td className="w-1/5 max-w-0 text-ink-2 max-md:hidden">
        {name === null ? <span className="text-ink-3">–</span> : <MiddleCut text={name} />}
      </Td>
      <Td className="max-lg:hidden">
        {rules.length === 0 ? <span className="text-ink-3">–</span> : <RuleIcons rules={rules} />}
      </Td>
      <Td>
        <ConnectionStatusBadge connection={connection} held={held} />
      </Td>
      <Td className="text-right max-sm:hidden">
        <DayEventsLink connection={connection} day={day} barsClassName="max-md:hidden" />
      </Td>
      <Td className="pl-0">
        <RowMenuButton rowId={id} onOpen={onOpenMenu} />
      </Td>
    </Tr>
  );
});
