/** How do a source, a connection and a destination look in the Structured view? Memoised: only lit nodes change. */
import type { Connection } from "@posthorn/contract/connections";
import type { Destination } from "@posthorn/contract/destinations";
import { sourceTypeLabel } from "@posthorn/contract/source-type-labels";
import type { Source } from "@posthorn/contract/sources";
import { Link } from "@tanstack/react-router";
import { cva } from "class-variance-authority";
import { FlaskConical, Globe, SquareTerminal } from "lucide-react";
import { memo, type ReactNode } from "react";
import { ConnectionStatusBadge } from "../../resources/connections/connection-status-badge.tsx";
import { statusOf } from "../../resources/connections/connection-status.ts";
import type { DayEvents } from "../../resources/connections/day-events.ts";
import { DayEventsLink } from "../../resources/connections/day-events-link.tsx";
import { DESTINATION_TYPE_LABELS, maxDeliveryRate } from "../../resources/destinations/destination-words.ts";
import { RuleIcons } from "../../resources/rules/rule-icons.tsx";
import { SourceTypeIcon } from "../../resources/sources/source-type-icon.tsx";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { RowMenuButton } from "../../ui/list/row-menu.tsx";
import { CONNECTION } from "./connection-views.ts";
import { CARD_PX, NODE_PX } from "./map-layout.ts";

/** The link of a node covers all of it, and what else can be pressed lies above that. */
const COVERING_LINK =
  "after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring";

const nodeClass = cva("relative flex items-center gap-3 rounded-md border px-3 transition-colors", {
  variants: {
    isLit: { true: "border-ink", false: "border-line hover:border-line-strong" },
    isDisabled: { true: "border-dashed text-ink-3", false: "" },
    isSelected: { true: "bg-sel", false: "bg-surface" },
  },
  defaultVariants: { isSelected: false },
});

interface EndNodeProps {
  icon: ReactNode;
  link: ReactNode;
  /** A few words under the name. */
  detail: string;
  isLit: boolean;
  isDisabled: boolean;
}

function EndNode({ icon, link, detail, isLit, isDisabled }: EndNodeProps) {
  return (
    <div className={nodeClass({ isLit, isDisabled })} style={{ height: NODE_PX }}>
      <span
        aria-hidden
        className="flex size-7 shrink-0 items-center justify-center rounded-sm border border-line bg-sunken text-xs font-semibold [&_svg]:size-4"
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1 text-sm">
        <span className="block truncate font-medium">{link}</span>
        <span className="block truncate text-xs text-ink-3">
          {detail}
          {isDisabled ? " · Disabled" : ""}
        </span>
      </span>
    </div>
  );
}

export const SourceNode = memo(function SourceNode({ source, isLit }: { source: Source; isLit: boolean }) {
  return (
    <EndNode
      icon={<SourceTypeIcon type={source.type} />}
      detail={sourceTypeLabel(source.type)}
      isLit={isLit}
      isDisabled={source.disabled_at !== null}
      link={
        <Link to="/sources/$id" params={{ id: source.id }} className={COVERING_LINK}>
          {source.name}
        </Link>
      }
    />
  );
});

const DESTINATION_ICONS = { HTTP: <Globe />, CLI: <SquareTerminal />, MOCK_API: <FlaskConical /> };

/** `HTTP · 50 per second`; without a limit of its own only the type. */
function detailOf(destination: Destination): string {
  const type = DESTINATION_TYPE_LABELS[destination.type];
  return destination.config.rate_limit == null ? type : `${type} · ${maxDeliveryRate(destination)}`;
}

export const DestinationNode = memo(function DestinationNode({
  destination,
  isLit,
}: {
  destination: Destination;
  isLit: boolean;
}) {
  return (
    <EndNode
      icon={DESTINATION_ICONS[destination.type]}
      detail={detailOf(destination)}
      isLit={isLit}
      isDisabled={destination.disabled_at !== null}
      link={
        <Link to="/destinations/$id" params={{ id: destination.id }} className={COVERING_LINK}>
          {destination.name}
        </Link>
      }
    />
  );
});

export interface ConnectionCardProps {
  connection: Connection;
  day: DayEvents | undefined;
  isLit: boolean;
  isSelected: boolean;
  onOpenMenu: (id: string, anchor: HTMLElement) => void;
}

export const ConnectionCard = memo(function ConnectionCard(props: ConnectionCardProps) {
  const { connection, day, isLit, isSelected, onOpenMenu } = props;
  const { id, name, source, destination, rules } = connection;
  const status = statusOf(connection);
  return (
    <div
      {...{ [CONNECTION]: id }}
      className={nodeClass({ isLit: isLit || isSelected, isDisabled: status === "Disabled", isSelected })}
      style={{ height: CARD_PX }}
    >
      <span className="flex min-w-0 flex-1 items-center gap-2 text-sm">
        <Link
          {...{ [ROW_LINK]: "" }}
          to="/connections/$id"
          params={{ id }}
          aria-current={isSelected || undefined}
          data-tooltip={`${source.name} → ${destination.name}`}
          aria-label={`${name ?? "Unnamed"}: ${source.name} to ${destination.name}`}
          className={`truncate font-medium ${COVERING_LINK}`}
        >
          {name ?? <span className="font-normal text-ink-3">Unnamed</span>}
        </Link>
        {status === "Active" ? null : (
          <span className="relative">
            <ConnectionStatusBadge connection={connection} />
          </span>
        )}
      </span>
      <span className="relative flex items-center gap-3">
        <RuleIcons rules={rules} />
        <DayEventsLink connection={connection} day={day} barsClassName="max-sm:hidden" />
        <RowMenuButton rowId={id} onOpen={onOpenMenu} />
      </span>
    </div>
  );
});
