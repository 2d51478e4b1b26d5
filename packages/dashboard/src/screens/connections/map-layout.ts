/**
 * Where does each source, connection and destination of the Structured view stand, and how do the wires run?
 *
 * Connections stand in the middle, in groups. The end by which they are grouped stands in the middle of its group. Every
 * other end stands as near to its uppermost connection as its neighbours allow, so a page that is read from the top shows
 * both. All heights are in pixels and all widths in parts
 * of a thousand, so the drawing stretches with the window and nothing has to be measured.
 */
import type { Grouping } from "./connections-url.ts";

export const CARD_PX = 40;
export const NODE_PX = 56;
const GAP_PX = 12;
const GROUP_GAP_PX = 28;
/** Ports of one node are this far apart, if there is room. */
const PORT_GAP_PX = 10;
/** Room for the focus ring of the first row. */
const TOP_PX = 4;

/** Where the columns begin and end, in parts of a thousand. */
const COLUMNS = { sourceEnd: 200, cardStart: 290, cardEnd: 700, destinationStart: 800 };
/** The same for a CSS grid: three columns, and two between them for the wires. */
export const GRID_COLUMNS = "200fr 90fr 410fr 100fr 200fr";

export interface MapEnds {
  id: string;
  source: { id: string };
  destination: { id: string };
}

export interface MapNode {
  id: string;
  /** Its upper edge. */
  topPx: number;
}

export interface MapWire {
  /** The id of its connection. */
  id: string;
  sourceId: string;
  destinationId: string;
  /** From the source to the connection, and from there to the destination. */
  path: string;
  /** Two dots: where it leaves the source and where it reaches the destination. */
  ports: string;
}

export interface ConnectionsMap {
  heightPx: number;
  /** Each column from top to bottom. */
  sources: MapNode[];
  connections: MapNode[];
  destinations: MapNode[];
  wires: MapWire[];
}

type End = "source" | "destination";

export function layOut(connections: readonly MapEnds[], grouping: Grouping): ConnectionsMap {
  const groups = groupsOf(connections, grouping);
  const cards: MapNode[] = [];
  const centres = new Map<string, number>();
  // A node is taller than a card, and both have the same middle.
  const marginPx = grouping === "none" ? (NODE_PX - CARD_PX) / 2 : 0;
  let atPx = TOP_PX + marginPx;
  let bottomPx = 0;
  for (const group of groups) {
    const cardsPx = group.length * (CARD_PX + GAP_PX) - GAP_PX;
    const groupPx = grouping === "none" ? cardsPx : Math.max(cardsPx, NODE_PX);
    let topPx = atPx + (groupPx - cardsPx) / 2;
    for (const { id } of group) {
      cards.push({ id, topPx });
      centres.set(id, topPx + CARD_PX / 2);
      topPx += CARD_PX + GAP_PX;
    }
    bottomPx = atPx + groupPx + marginPx;
    atPx += groupPx + (grouping === "none" ? GAP_PX : GROUP_GAP_PX);
  }
  const place = (end: End) => placeEnds(connections, end, grouping === end, centres, bottomPx);
  const sources = place("source");
  const destinations = place("destination");
  const lowest = [...sources, ...destinations].map(({ topPx }) => topPx + NODE_PX);
  return {
    heightPx: Math.max(bottomPx, ...lowest) + TOP_PX,
    sources,
    connections: cards,
    destinations,
    wires: wiresOf(connections, centres, sources, destinations),
  };
}

/** In the order of the list, which is the order of the first member of each group. */
export function groupsOf<Ends extends MapEnds>(connections: readonly Ends[], grouping: Grouping): Ends[][] {
  return [...Map.groupBy(connections, (one) => (grouping === "none" ? one.id : one[grouping].id)).values()];
}

/** Nodes that would overlap move down, and back up from the bottom edge. */
function placeEnds(
  connections: readonly MapEnds[],
  end: End,
  isGrouped: boolean,
  centres: ReadonlyMap<string, number>,
  bottomPx: number,
): MapNode[] {
  const wanted = [...Map.groupBy(connections, (one) => one[end].id)]
    .map(([id, own]) => {
      const heights = own.map((one) => centres.get(one.id) ?? 0);
      const firstPx = Math.min(...heights);
      const centrePx = isGrouped ? (firstPx + Math.max(...heights)) / 2 : firstPx;
      return { id, topPx: centrePx - NODE_PX / 2 };
    })
    .toSorted((a, b) => a.topPx - b.topPx);
  let freePx = TOP_PX;
  const pushed = wanted.map(({ id, topPx }) => {
    const placed = { id, topPx: Math.max(topPx, freePx) };
    freePx = placed.topPx + NODE_PX + GAP_PX;
    return placed;
  });
  let limitPx = Math.max(bottomPx, pushed.length * (NODE_PX + GAP_PX) - GAP_PX + TOP_PX) - NODE_PX;
  return pushed
    .toReversed()
    .map(({ id, topPx }) => {
      const placed = { id, topPx: Math.min(topPx, limitPx) };
      limitPx = placed.topPx - NODE_PX - GAP_PX;
      return placed;
    })
    .toReversed();
}

function wiresOf(
  connections: readonly MapEnds[],
  centres: ReadonlyMap<string, number>,
  sources: readonly MapNode[],
  destinations: readonly MapNode[],
): MapWire[] {
  const leaves = portsOf(connections, "source", centres, sources);
  const reaches = portsOf(connections, "destination", centres, destinations);
  return connections.map(({ id, source, destination }) => {
    const [leave, middle, reach] = [leaves.get(id) ?? 0, centres.get(id) ?? 0, reaches.get(id) ?? 0];
    const { sourceEnd, cardStart, cardEnd, destinationStart } = COLUMNS;
    return {
      id,
      sourceId: source.id,
      destinationId: destination.id,
      path: curve(sourceEnd, leave, cardStart, middle) + curve(cardEnd, middle, destinationStart, reach),
      ports: `M${sourceEnd} ${leave}h0M${destinationStart} ${reach}h0`,
    };
  });
}

/** The ports of each node stand around its middle, in the order of their connections, so that no two wires cross there. */
function portsOf(
  connections: readonly MapEnds[],
  end: End,
  centres: ReadonlyMap<string, number>,
  nodes: readonly MapNode[],
): Map<string, number> {
  const byNode = Map.groupBy(connections, (one) => one[end].id);
  const ports = new Map<string, number>();
  for (const { id, topPx } of nodes) {
    const own = (byNode.get(id) ?? []).toSorted(
      (a, b) => (centres.get(a.id) ?? 0) - (centres.get(b.id) ?? 0),
    );
    const gapPx = Math.min(PORT_GAP_PX, (NODE_PX - 2 * PORT_GAP_PX) / Math.max(own.length - 1, 1));
    const firstPx = topPx + NODE_PX / 2 - ((own.length - 1) * gapPx) / 2;
    for (const [at, one] of own.entries()) ports.set(one.id, round(firstPx + at * gapPx));
  }
  return ports;
}

function curve(fromX: number, fromY: number, toX: number, toY: number): string {
  const half = (fromX + toX) / 2;
  return `M${fromX} ${round(fromY)}C${half} ${round(fromY)} ${half} ${round(toY)} ${toX} ${round(toY)}`;
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}
