/**
 * Where does each source, connection and destination of the Structured view stand, and how do the wires run?
 *
 * Connections stand in the middle, in groups. The end by which they are grouped stands in the middle of its group. Every
 * other end stands as near to its uppermost connection as its neighbours allow, so a page that is read from the top shows
 * both. Where that column lags behind, the connections wait for it.
 *
 * No eye follows a wire over more than a window, and two hundred of them fill the space between the columns. A wire to an
 * end that is far away is therefore a stub with the name of that end; it is drawn as a whole only while it is lit.
 *
 * All heights are in pixels and all widths in parts of a thousand, so the drawing stretches with the window and nothing
 * has to be measured.
 */
import type { Grouping } from "./connections-url.ts";

export const CARD_PX = 40;
export const NODE_PX = 56;
/** A node is taller than a card. Where both have the same middle, it reaches beyond the card by this much. */
const OVERHANG_PX = (NODE_PX - CARD_PX) / 2;
const GAP_PX = 12;
const GROUP_GAP_PX = 28;
/** Ports of one node are this far apart, if there is room. */
const PORT_GAP_PX = 10;
/** Room for the focus ring of the first row. */
const TOP_PX = 4;
/** How far the ends may lag behind the connections before these wait for them. */
const LAG_PX = 240;
/** From here on an end is too far away for a wire: about half a window. */
const FAR_PX = 480;
/** How long a stub is, in parts of a thousand. */
const STUB = 12;

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
  /** From the source to the connection, and from there to the destination. Stubs on the side of an end far away. */
  path: string;
  /** Dots: where it leaves the source and where it reaches the destination. Ends far away have none. */
  ports: string;
  /** The same without stubs, for a wire that is lit. */
  whole: { path: string; ports: string };
}

/** The name of an end that is far away stands beside its connection. */
export interface MapStub {
  /** The id of the connection. */
  id: string;
  end: End;
  /** The middle of the connection. */
  centrePx: number;
}

export interface ConnectionsMap {
  heightPx: number;
  /** Each column from top to bottom. */
  sources: MapNode[];
  connections: MapNode[];
  destinations: MapNode[];
  wires: MapWire[];
  stubs: MapStub[];
}

type End = "source" | "destination";
const ENDS = ["source", "destination"] as const satisfies End[];

export function layOut(connections: readonly MapEnds[], grouping: Grouping): ConnectionsMap {
  const groups = groupsOf(connections, grouping);
  const cards: MapNode[] = [];
  const centres = new Map<string, number>();
  const marginPx = grouping === "none" ? OVERHANG_PX : 0;
  let atPx = TOP_PX + marginPx;
  let bottomPx = 0;
  const columns = ENDS.filter((end) => end !== grouping).map(columnOf);
  for (const group of groups) {
    // A single card stands in the middle of its node, which is taller.
    const insetPx = grouping === "none" ? 0 : Math.max(0, NODE_PX - heightOf(group)) / 2;
    let freePx = atPx + insetPx;
    for (const one of group) {
      const topPx = Math.max(freePx, ...columns.map((column) => column.earliestPx(one)));
      for (const column of columns) column.take(one, topPx);
      cards.push({ id: one.id, topPx });
      centres.set(one.id, topPx + CARD_PX / 2);
      freePx = topPx + CARD_PX + GAP_PX;
    }
    const endPx = freePx - GAP_PX + insetPx;
    bottomPx = endPx + marginPx;
    atPx = endPx + (grouping === "none" ? GAP_PX : GROUP_GAP_PX);
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
    ...wiresOf(connections, centres, sources, destinations),
  };
}

function heightOf(group: readonly MapEnds[]): number {
  return group.length * (CARD_PX + GAP_PX) - GAP_PX;
}

/** Follows a column of ends downwards, beside the connections that bring them. */
function columnOf(end: End) {
  const placed = new Set<string>();
  /** Where the next end of the column has room. */
  let freePx = TOP_PX;
  return {
    /** Where the card of this connection can stand without running away from its end. */
    earliestPx: (one: MapEnds) => (placed.has(one[end].id) ? TOP_PX : freePx - LAG_PX + OVERHANG_PX),
    take(one: MapEnds, cardTopPx: number): void {
      if (placed.has(one[end].id)) return;
      placed.add(one[end].id);
      freePx = Math.max(cardTopPx - OVERHANG_PX, freePx) + NODE_PX + GAP_PX;
    },
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
): Pick<ConnectionsMap, "wires" | "stubs"> {
  const ports = {
    source: portsOf(connections, "source", centres, sources),
    destination: portsOf(connections, "destination", centres, destinations),
  };
  const { sourceEnd, cardStart, cardEnd, destinationStart } = COLUMNS;
  const wires: MapWire[] = [];
  const stubs: MapStub[] = [];
  for (const { id, source, destination } of connections) {
    const centrePx = centres.get(id) ?? 0;
    const leave = ports.source.get(id) ?? NO_PORT;
    const reach = ports.destination.get(id) ?? NO_PORT;
    const left = {
      path: curve(sourceEnd, leave.yPx, cardStart, centrePx),
      port: `M${sourceEnd} ${leave.yPx}h0`,
      stub: `M${cardStart} ${round(centrePx)}h-${STUB}`,
    };
    const right = {
      path: curve(cardEnd, centrePx, destinationStart, reach.yPx),
      port: `M${destinationStart} ${reach.yPx}h0`,
      stub: `M${cardEnd} ${round(centrePx)}h${STUB}`,
    };
    wires.push({
      id,
      sourceId: source.id,
      destinationId: destination.id,
      path: (leave.isFar ? left.stub : left.path) + (reach.isFar ? right.stub : right.path),
      ports: (leave.isFar ? "" : left.port) + (reach.isFar ? "" : right.port),
      whole: { path: left.path + right.path, ports: left.port + right.port },
    });
    if (leave.isFar) stubs.push({ id, end: "source", centrePx });
    if (reach.isFar) stubs.push({ id, end: "destination", centrePx });
  }
  return { wires, stubs };
}

/** Where the wire of a connection meets an end. */
interface Port {
  yPx: number;
  isFar: boolean;
}

/** Cannot be: every connection has both ends. */
const NO_PORT: Port = { yPx: 0, isFar: true };

/**
 * The ports of each node stand around its middle, in the order of their connections, so that no two wires cross there.
 * Connections far away share the middle, because their wires are drawn one at a time.
 */
function portsOf(
  connections: readonly MapEnds[],
  end: End,
  centres: ReadonlyMap<string, number>,
  nodes: readonly MapNode[],
): Map<string, Port> {
  const byNode = Map.groupBy(connections, (one) => one[end].id);
  const ports = new Map<string, Port>();
  for (const { id, topPx } of nodes) {
    const middlePx = topPx + NODE_PX / 2;
    const near: { id: string; centrePx: number }[] = [];
    for (const { id: connectionId } of byNode.get(id) ?? []) {
      const centrePx = centres.get(connectionId) ?? 0;
      if (Math.abs(centrePx - middlePx) <= FAR_PX) near.push({ id: connectionId, centrePx });
      else ports.set(connectionId, { yPx: round(middlePx), isFar: true });
    }
    const gapPx = Math.min(PORT_GAP_PX, (NODE_PX - 2 * PORT_GAP_PX) / Math.max(near.length - 1, 1));
    const firstPx = middlePx - ((near.length - 1) * gapPx) / 2;
    for (const [at, one] of near.toSorted((a, b) => a.centrePx - b.centrePx).entries())
      ports.set(one.id, { yPx: round(firstPx + at * gapPx), isFar: false });
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
