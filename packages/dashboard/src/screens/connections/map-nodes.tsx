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
import { routeWithName } from "../../resources/connections/route-words.ts";
import { statusOf } from "../../resources/connections/connection-status.ts";
import type { DayEvents } from "../../resources/connections/day-events.ts";
import { DayEventsLink } from "../../resources/connections/day-events-link.tsx";
import { kindAndRate } from "../../resources/destinations/destination-words.ts";
import { RuleIcons } from "../../resources/rules/rule-icons.tsx";
import { SourceTypeIcon } from "../../resources/sources/source-type-icon.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { countText } from "../../ui/count.ts";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { RowMenuButton } from "../../ui/list/row-menu.tsx";
import { MiddleCut, wholeIfLong } from "../../ui/middle-cut.tsx";
import { CONNECTION } from "./connection-views.ts";
import { CARD_PX, NODE_PX } from "./map-layout.ts";

/** The link of a node covers all of it, and what else can be pressed lies above that. */
const COVERING_LINK =
  "after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring";

const nodeClass = cva("group relative flex items-center gap-3 rounded-md border px-3 transition-colors", {
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
  /** Shown while the pointer or the focus is here. */
  action?: ReactNode;
  isLit: boolean;
  isDisabled: boolean;
}

function EndNode({ icon, link, detail, action, isLit, isDisabled }: EndNodeProps) {
  return (
    <div className={nodeClass({ isLit, isDisabled })} style={{ height: NODE_PX }}>
      <span
        aria-hidden
        className="flex size-7 shrink-0 items-center justify-center rounded-sm border border-line bg-sunken text-xs font-semibold [&_svg]:size-4"
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1 text-sm">
        <span className="block font-medium">{link}</span>
        <span className="block truncate text-xs text-ink-3">
          {detail}
          {isDisabled ? " · Disabled" : ""}
        </span>
      </span>
      {action}
    </div>
  );
}

export interface SourceNodeProps {
  source: Source;
  /** Of the last 24 hours. Undefined until loaded. */
  requestCount: number | undefined;
  isLit: boolean;
}

/** `Stripe · 12,841 requests` */
function trafficOf(source: Source, requestCount: number | undefined): string {
  const type = sourceTypeLabel(source.type);
  if (requestCount === undefined) return type;
  return `${type} · ${countText(requestCount)} ${requestCount === 1 ? "request" : "requests"}`;
}

export const SourceNode = memo(function SourceNode({ source, requestCount, isLit }: SourceNodeProps) {
  return (
    <EndNode
      icon={<SourceTypeIcon type={source.type} />}
      detail={trafficOf(source, requestCount)}
      action={
        <span className="relative hidden group-focus-within:block group-hover:block pointer-coarse:block">
          <CopyButton value={source.url} label="Copy source URL" />
        </span>
      }
      isLit={isLit}
      isDisabled={source.disabled_at !== null}
      link={
        <Link
          to="/sources/$id"
          params={{ id: source.id }}
          data-tooltip={wholeIfLong(source.name)}
          className={COVERING_LINK}
        >
          <MiddleCut text={source.name} />
        </Link>
      }
    />
  );
});

const DESTINATION_ICONS = { HTTP: <Globe />, CLI: <SquareTerminal />, MOCK_API: <FlaskConical /> };

export interface DestinationNodeProps {
  destination: Destination;
  /** Connected now; 0 also until they are loaded. */
  cliSessions: number;
  isLit: boolean;
}

/** `HTTP · 50 / s`, `CLI · 1 session` */
function kindOf(destination: Destination, cliSessions: number): string {
  const kind = kindAndRate(destination);
  if (destination.type !== "CLI" || cliSessions === 0) return kind;
  return `${kind} · ${countText(cliSessions)} ${cliSessions === 1 ? "session" : "sessions"}`;
}

export const DestinationNode = memo(function DestinationNode({
  destination,
  cliSessions,
  isLit,
}: DestinationNodeProps) {
  return (
    <EndNode
      icon={DESTINATION_ICONS[destination.type]}
      detail={kindOf(destination, cliSessions)}
      isLit={isLit}
      isDisabled={destination.disabled_at !== null}
      link={
        <Link
          to="/destinations/$id"
          params={{ id: destination.id }}
          data-tooltip={wholeIfLong(destination.name)}
          className={COVERING_LINK}
        >
          <MiddleCut text={destination.name} />
        </Link>
      }
    />
  );
});

export interface ConnectionCardProps {
  connection: Connection;
  day: DayEvents | undefined;
  /** How many events it holds. Undefined: none, or not loaded yet. */
  held: number | undefined;
  isLit: boolean;
  isSelected: boolean;
  onOpenMenu: (id: string, anchor: HTMLElement) => void;
}

export const ConnectionCard = memo(function ConnectionCard(props: ConnectionCardProps) {
  const { connection, day, held, isLit, isSelected, onOpenMenu } = props;
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
          data-tooltip={routeWithName(connection)}
          aria-label={`${name ?? "Unnamed"}: ${source.name} to ${destination.name}`}
          className={`min-w-0 font-medium ${COVERING_LINK}`}
        >
          {name === null ? (
            <span className="font-normal text-ink-3">Unnamed</span>
          ) : (
            <MiddleCut text={name} />
          )}
        </Link>
        {status === "Active" ? null : (
          <span className="relative shrink-0">
            <ConnectionStatusBadge connection={connection} held={held} />
          </span>
        )}
      </span>
      <span className="relative flex shrink-0 items-center gap-3">
        <RuleIcons rules={rules} />
        <DayEventsLink connection={connection} day={day} barsClassName="max-sm:hidden" />
        <RowMenuButton rowId={id} onOpen={onOpenMenu} />
      </span>
    </div>
  );
});
