/**
 * The Structured view: sources on the left, destinations on the right, connections between them, joined by wires.
 *
 * Everything is a real link in one of three lists. The pointer and the focus light up the wires of a node. Arrow keys
 * lead along the wires. Below 768 px there is no room for three columns; `ConnectionGroups` shows the same there.
 */
import type { Connection } from "@posthorn/contract/connections";
import { useMemo, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from "react";
import { statusOf } from "../../resources/connections/connection-status.ts";
import type { ConnectionsViewProps } from "./connection-views.ts";
import { ConnectionCard, DestinationNode, SourceNode } from "./map-nodes.tsx";
import { highlightOf, neighbourOf, type ArrowKey } from "./map-focus.ts";
import { CARD_PX, GRID_COLUMNS, layOut, NODE_PX, type MapNode } from "./map-layout.ts";
import { StubNames } from "./map-stubs.tsx";
import { LitWires, MapWires } from "./map-wires.tsx";

/** Marks each node with its id. */
const NODE = "data-node";

/** The browser lays out and paints only what is in view. The margin leaves room for the focus ring. */
const ITEM_CLASS = "absolute inset-x-0 [content-visibility:auto] [overflow-clip-margin:6px]";

const ARROWS: readonly string[] = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] satisfies ArrowKey[];

function isArrow(key: string): key is ArrowKey {
  return ARROWS.includes(key);
}

export function ConnectionsMap(props: ConnectionsViewProps) {
  const { connections, days, grouping, requestCounts, heldCounts, cliSessionCounts } = props;
  const { selectedId, isStale, boxRef, onOpenMenu } = props;
  const [active, setActive] = useState<string | null>(null);
  const map = useMemo(() => layOut(connections, grouping), [connections, grouping]);
  const byId = useMemo(() => {
    const entries = connections.flatMap((one) => [
      [one.source.id, one] as const,
      [one.destination.id, one] as const,
      [one.id, one] as const,
    ]);
    return new Map(entries);
  }, [connections]);
  const statuses = useMemo(() => new Map(connections.map((one) => [one.id, statusOf(one)])), [connections]);
  const highlight = useMemo(() => highlightOf(map, active), [map, active]);

  const point = ({ target }: SyntheticEvent) =>
    setActive(target instanceof Element ? (target.closest(`[${NODE}]`)?.getAttribute(NODE) ?? null) : null);
  const move = (press: KeyboardEvent<HTMLElement>) => {
    const from =
      press.target instanceof Element ? press.target.closest(`[${NODE}]`)?.getAttribute(NODE) : null;
    if (!isArrow(press.key) || from == null) return;
    // The page scrolls and walks its list with the same keys.
    press.preventDefault();
    press.stopPropagation();
    const to = neighbourOf(map, from, press.key);
    if (to === null) return;
    const link = press.currentTarget.querySelector<HTMLElement>(`[${NODE}="${CSS.escape(to)}"] a`);
    link?.focus({ preventScroll: true });
    link?.scrollIntoView({ block: "nearest" });
  };

  /** A node without its connection cannot be: both come from the same list. */
  const nodes = (
    column: readonly MapNode[],
    heightPx: number,
    draw: (connection: Connection, isLit: boolean) => ReactNode,
  ) =>
    column.map(({ id, topPx }) => {
      const connection = byId.get(id);
      return connection ? (
        <li key={id} {...{ [NODE]: id }} className={ITEM_CLASS} style={{ top: topPx, height: heightPx }}>
          {draw(connection, highlight.nodes.has(id))}
        </li>
      ) : null;
    });

  return (
    <section
      ref={boxRef}
      aria-label="Connections"
      aria-busy={isStale || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
      tabIndex={0}
      className="-mx-1 min-h-0 flex-1 overflow-auto transition-opacity focus-visible:outline-offset-[-2px] aria-busy:opacity-60"
    >
      <div className="min-w-230 px-1">
        <div
          aria-hidden
          className="sticky top-0 z-20 grid bg-bg py-2 text-xs font-medium text-ink-2"
          style={{ gridTemplateColumns: GRID_COLUMNS }}
        >
          <span>Source</span>
          <span />
          <span className="flex justify-between pr-12">
            Connection Name <span>Events (24h)</span>
          </span>
          <span />
          <span>Destination</span>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the links inside take the focus; this only listens to them */}
        <div
          className="relative grid"
          style={{ gridTemplateColumns: GRID_COLUMNS, height: map.heightPx }}
          onPointerOver={point}
          onPointerLeave={() => setActive(null)}
          onFocus={point}
          onBlur={() => setActive(null)}
          onKeyDown={move}
        >
          <MapWires wires={map.wires} statuses={statuses} heightPx={map.heightPx} />
          <StubNames stubs={map.stubs} byId={byId} lit={highlight.nodes} />
          <LitWires wires={highlight.wires} statuses={statuses} heightPx={map.heightPx} />
          <ul aria-label="Sources" className="relative col-start-1">
            {nodes(map.sources, NODE_PX, ({ source }, isLit) => (
              <SourceNode
                source={source}
                requestCount={requestCounts && (requestCounts[source.id] ?? 0)}
                isLit={isLit}
              />
            ))}
          </ul>
          <ul aria-label="Connections" className="relative col-start-3">
            {nodes(map.connections, CARD_PX, (connection, isLit) => (
              <ConnectionCard
                connection={connection}
                day={days.get(connection.id)}
                held={heldCounts?.[connection.id]}
                isLit={isLit}
                isSelected={connection.id === selectedId}
                onOpenMenu={onOpenMenu}
              />
            ))}
          </ul>
          <ul aria-label="Destinations" className="relative col-start-5">
            {nodes(map.destinations, NODE_PX, ({ destination }, isLit) => (
              <DestinationNode
                destination={destination}
                cliSessions={cliSessionCounts?.[destination.id] ?? 0}
                isLit={isLit}
              />
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
