/**
 * The Structured view on a narrow screen: connections as cards under the source or destination that they have in common.
 */
import type { ConnectionsViewProps } from "./connection-views.ts";
import { DestinationLink, SourceLink } from "./end-links.tsx";
import { groupsOf } from "./map-layout.ts";
import { ConnectionCard } from "./map-nodes.tsx";

export function ConnectionGroups(props: ConnectionsViewProps) {
  const { connections, days, grouping, heldCounts, selectedId, isStale, boxRef, onOpenMenu } = props;
  return (
    <section
      ref={boxRef}
      aria-label="Connections"
      aria-busy={isStale || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-0.5 transition-opacity aria-busy:opacity-60"
    >
      {groupsOf(connections, grouping).map((group) => {
        const [first] = group;
        if (!first) return null; // a group has at least one member
        return (
          <section key={first.id}>
            {grouping === "none" ? null : (
              <h2 className="mb-1.5 flex text-sm font-medium">
                {grouping === "source" ? (
                  <SourceLink source={first.source} />
                ) : (
                  <DestinationLink destination={first.destination} />
                )}
              </h2>
            )}
            <ul className="flex flex-col gap-2">
              {group.map((connection) => (
                <li key={connection.id}>
                  <ConnectionCard
                    connection={connection}
                    day={days.get(connection.id)}
                    held={heldCounts?.[connection.id]}
                    isLit={false}
                    isSelected={connection.id === selectedId}
                    onOpenMenu={onOpenMenu}
                  />
                  <p className="flex gap-1 px-3 pt-1 text-xs text-ink-2">
                    {grouping === "source" ? null : <SourceLink source={connection.source} />}
                    <span aria-hidden>→</span>
                    {grouping === "destination" ? null : (
                      <DestinationLink destination={connection.destination} />
                    )}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}
