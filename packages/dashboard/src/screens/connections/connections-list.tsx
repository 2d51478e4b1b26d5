/**
 * The connections in the chosen view, with one menu for all of them.
 *
 * Structured needs room for three columns; on a narrow screen it is a list of groups. A connection that the address
 * names (`selected_connection_id`) is marked and scrolled into view.
 */
import type { countEventsByConnection } from "@posthorn/contract/dashboard-api";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { cliSessionCountsQuery } from "../../resources/cli-clients/cli-client-queries.ts";
import { heldCountsQuery } from "../../resources/connections/connection-queries.ts";
import { dayEventsOf } from "../../resources/connections/day-events.ts";
import type { ConnectionsView } from "../../resources/preferences/preferences.ts";
import { requestCountsQuery } from "../../resources/sources/source-queries.ts";
import { useRowMenu } from "../../ui/list/row-menu.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { ConnectionGroups } from "./connection-groups.tsx";
import { ConnectionMenu } from "./connection-menu.tsx";
import { CONNECTION, type ConnectionsViewProps } from "./connection-views.ts";
import { ConnectionsMap } from "./connections-map.tsx";
import { ConnectionsTable } from "./connections-table.tsx";

export interface ConnectionsListProps extends Omit<
  ConnectionsViewProps,
  "days" | "requestCounts" | "heldCounts" | "cliSessionCounts" | "onOpenMenu"
> {
  view: ConnectionsView;
  counts: ReplyOf<typeof countEventsByConnection> | undefined;
}

export function ConnectionsList({ view, counts, ...shown }: ConnectionsListProps) {
  const { connections } = shown;
  const requests = useQuery({ ...requestCountsQuery(), enabled: view === "structured" });
  const hasPaused = connections.some(({ paused_at }) => paused_at !== null);
  const held = useQuery({ ...heldCountsQuery(), enabled: hasPaused });
  const { menu, open, close } = useRowMenu();
  const isNarrow = useMediaQuery("(max-width: 767px)");
  const shape = view === "table" ? "table" : isNarrow ? "groups" : "map";
  // Only cards of destinations show them.
  const hasCli = connections.some(({ destination }) => destination.type === "CLI");
  const cliSessions = useQuery({ ...cliSessionCountsQuery(), enabled: shape === "map" && hasCli });
  const days = useMemo(
    () => new Map(connections.map(({ id }) => [id, dayEventsOf(counts, id)])),
    [connections, counts],
  );
  return (
    <>
      <Shape
        key={shape}
        shape={shape}
        {...shown}
        days={days}
        requestCounts={requests.data?.counts}
        heldCounts={held.data?.counts}
        cliSessionCounts={cliSessions.data?.counts}
        onOpenMenu={open}
      />
      <ConnectionMenu
        connection={connections.find(({ id }) => id === menu.rowId)}
        menu={menu}
        onClose={close}
      />
    </>
  );
}

const SHAPES = { table: ConnectionsTable, groups: ConnectionGroups, map: ConnectionsMap };

function Shape({ shape, ...shown }: ConnectionsViewProps & { shape: keyof typeof SHAPES }) {
  const { connections, selectedId, boxRef } = shown;
  const hasSelected = connections.some(({ id }) => id === selectedId);
  useEffect(() => {
    if (!hasSelected || selectedId === undefined) return;
    const selected = boxRef.current?.querySelector(`[${CONNECTION}="${CSS.escape(selectedId)}"]`);
    selected?.scrollIntoView({ block: "center" });
  }, [hasSelected, selectedId, boxRef]);
  const View = SHAPES[shape];
  return <View {...shown} />;
}
