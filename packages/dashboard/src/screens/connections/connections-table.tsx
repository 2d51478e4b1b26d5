/** The connections as rows, with one menu for all of them. */
import type { Connection } from "@posthorn/contract/connections";
import type { RefObject } from "react";
import { ListRows } from "../../ui/list/list-rows.tsx";
import { useRowMenu } from "../../ui/list/row-menu.tsx";
import { Table, Th } from "../../ui/table.tsx";
import { ConnectionMenu } from "./connection-menu.tsx";
import { ConnectionRow } from "./connection-row.tsx";

export interface ConnectionsTableProps {
  connections: readonly Connection[];
  /** Number of events in the last 24 hours, by connection id. Undefined until loaded. */
  counts: Readonly<Record<string, number>> | undefined;
  isStale: boolean;
  /** The element that scrolls; the keyboard moves along the rows inside it. */
  boxRef: RefObject<HTMLElement | null>;
}

export function ConnectionsTable({ connections, counts, isStale, boxRef }: ConnectionsTableProps) {
  const { menu, open, close } = useRowMenu();
  return (
    <>
      <Table label="Connections" boxRef={boxRef} isStale={isStale}>
        <thead>
          <tr>
            <Th>Source</Th>
            <Th className="max-sm:hidden">Destination</Th>
            <Th className="max-md:hidden">Connection Name</Th>
            <Th>Status</Th>
            <Th className="text-right">Events (24h)</Th>
            <Th className="w-px">
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <ListRows>
          {connections.map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              count={counts && (counts[connection.id] ?? 0)}
              onOpenMenu={open}
            />
          ))}
        </ListRows>
      </Table>
      <ConnectionMenu
        connection={connections.find(({ id }) => id === menu.rowId)}
        menu={menu}
        onClose={close}
      />
    </>
  );
}
