/** The connections as rows, in groups if the person wants them. */
import type { Connection } from "@posthorn/contract/connections";
import { ListRows } from "../../ui/list/list-rows.tsx";
import { Table, Th } from "../../ui/table.tsx";
import { ConnectionRow } from "./connection-row.tsx";
import { DestinationLink, SourceLink } from "./end-links.tsx";
import type { ConnectionsViewProps } from "./connection-views.ts";
import type { Grouping } from "./connections-url.ts";
import { groupsOf } from "./map-layout.ts";

export function ConnectionsTable(props: ConnectionsViewProps) {
  const { connections, grouping, days, heldCounts, selectedId, isStale, boxRef, onOpenMenu } = props;
  const rows = (shown: readonly Connection[]) =>
    shown.map((connection) => (
      <ConnectionRow
        key={connection.id}
        connection={connection}
        day={days.get(connection.id)}
        held={heldCounts?.[connection.id]}
        isSelected={connection.id === selectedId}
        onOpenMenu={onOpenMenu}
      />
    ));
  return (
    <Table label="Connections" boxRef={boxRef} isStale={isStale}>
      <thead>
        <tr>
          <Th>Source</Th>
          <Th className="max-sm:hidden">Destination</Th>
          <Th className="max-md:hidden">Connection Name</Th>
          <Th className="max-lg:hidden">Rules</Th>
          <Th>Status</Th>
          <Th className="text-right max-sm:hidden">Events (24h)</Th>
          <Th className="w-px">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      {grouping === "none" ? (
        <ListRows>{rows(connections)}</ListRows>
      ) : (
        groupsOf(connections, grouping).map((group) => (
          <ListRows key={group[0]?.[grouping].id}>
            <GroupHead group={group} grouping={grouping} />
            {rows(group)}
          </ListRows>
        ))
      )}
    </Table>
  );
}

const COLUMNS = 7;

function GroupHead({
  group,
  grouping,
}: {
  group: readonly Connection[];
  grouping: Exclude<Grouping, "none">;
}) {
  const [first] = group;
  if (!first) return null; // a group has at least one member
  return (
    <tr>
      <th
        colSpan={COLUMNS}
        scope="rowgroup"
        className="h-8 border-b border-line bg-sunken px-(--cell-x) text-left text-xs font-medium"
      >
        <span className="flex gap-2">
          {grouping === "source" ? (
            <SourceLink source={first.source} />
          ) : (
            <DestinationLink destination={first.destination} />
          )}
          <span className="font-normal text-ink-3 tabular-nums">
            {group.length} {group.length === 1 ? "connection" : "connections"}
          </span>
        </span>
      </th>
    </tr>
  );
}
