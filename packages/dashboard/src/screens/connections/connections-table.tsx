/**
 * The connections as rows. `j` and `k` move between them, Enter opens, and one menu serves all rows.
 *
 * The first link of a row is what the keyboard walks along; the rest of the row is the same link for the pointer.
 */
import type { Connection } from "@posthorn/contract/connections";
import { useCallback, useRef, useState } from "react";
import { useShortcuts } from "../../ui/shortcuts/use-shortcuts.ts";
import { Table, Th } from "../../ui/table.tsx";
import { ConnectionMenu } from "./connection-menu.tsx";
import { ConnectionRow } from "./connection-row.tsx";

export interface ConnectionsTableProps {
  connections: readonly Connection[];
  /** Events of the last 24 hours by connection; absent until they are known. */
  counts: Readonly<Record<string, number>> | undefined;
  isStale: boolean;
  onFocusSearch: () => void;
}

/** Focus goes to the next row's link, from anywhere inside the row before it. */
function moveFocus(table: HTMLElement | null, step: 1 | -1): void {
  const links = [...(table?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])];
  const at = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
  const target = at < 0 ? links[0] : links[Math.min(Math.max(at + step, 0), links.length - 1)];
  target?.focus();
}

export function ConnectionsTable({ connections, counts, isStale, onFocusSearch }: ConnectionsTableProps) {
  const box = useRef<HTMLElement>(null);
  const [menu, setMenu] = useState<{ id: string; anchor: HTMLElement } | null>(null);
  const openMenu = useCallback((id: string, anchor: HTMLElement) => setMenu({ id, anchor }), []);
  const next = { label: "Next connection", run: () => moveFocus(box.current, 1) };
  const previous = { label: "Previous connection", run: () => moveFocus(box.current, -1) };
  useShortcuts("Connections", {
    j: next,
    k: previous,
    ArrowDown: next,
    ArrowUp: previous,
    "/": { label: "Filter connections", run: onFocusSearch },
  });
  return (
    <>
      <Table label="Connections" boxRef={box} isStale={isStale}>
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
        <tbody>
          {connections.map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              count={counts && (counts[connection.id] ?? 0)}
              onOpenMenu={openMenu}
            />
          ))}
        </tbody>
      </Table>
      <ConnectionMenu
        connection={connections.find(({ id }) => id === menu?.id)}
        anchor={menu?.anchor ?? null}
        onClose={() => setMenu(null)}
      />
    </>
  );
}
