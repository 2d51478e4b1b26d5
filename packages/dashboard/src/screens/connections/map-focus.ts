/**
 * Which parts of the map belong to the node under the pointer or the focus, and where do the arrow keys lead from it?
 *
 * Left and right follow a wire, up and down stay in the column.
 */
import type { ConnectionsMap, MapWire } from "./map-layout.ts";

export interface Highlight {
  /** Ids of sources, connections and destinations. */
  nodes: ReadonlySet<string>;
  wires: readonly MapWire[];
}

const NO_HIGHLIGHT: Highlight = { nodes: new Set(), wires: [] };

function isOn(wire: MapWire, id: string): boolean {
  return wire.id === id || wire.sourceId === id || wire.destinationId === id;
}

export function highlightOf(map: ConnectionsMap, id: string | null): Highlight {
  if (id === null) return NO_HIGHLIGHT;
  const wires = map.wires.filter((wire) => isOn(wire, id));
  return {
    nodes: new Set(wires.flatMap((wire) => [wire.id, wire.sourceId, wire.destinationId])),
    wires,
  };
}

export type ArrowKey = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

/** Null if there is nothing in that direction. */
export function neighbourOf(map: ConnectionsMap, id: string, key: ArrowKey): string | null {
  const columns = [map.sources, map.connections, map.destinations];
  const column = columns.find((nodes) => nodes.some((node) => node.id === id));
  if (!column) return null;
  if (key === "ArrowUp" || key === "ArrowDown") {
    const at = column.findIndex((node) => node.id === id);
    return column[at + (key === "ArrowUp" ? -1 : 1)]?.id ?? null;
  }
  // The uppermost wire of a node: the connections are in order from top to bottom.
  const wires = new Map(map.wires.filter((wire) => isOn(wire, id)).map((wire) => [wire.id, wire]));
  const first = map.connections.find((node) => wires.has(node.id))?.id;
  const wire = first === undefined ? undefined : wires.get(first);
  if (!wire) return null;
  if (column === map.connections) return key === "ArrowLeft" ? wire.sourceId : wire.destinationId;
  if (column === map.sources) return key === "ArrowRight" ? wire.id : null;
  return key === "ArrowLeft" ? wire.id : null;
}
