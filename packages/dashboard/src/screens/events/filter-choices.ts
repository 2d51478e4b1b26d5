/** Which choices do the filters by connection, source and destination offer? All names that the connections contain. */
import type { Routes } from "./use-routes.ts";

interface Choice {
  value: string;
  label: string;
}

export interface FilterChoices {
  connections: Choice[];
  sources: Choice[];
  destinations: Choice[];
  /** Shown for an id whose name could not be loaded. */
  unknownText: string | undefined;
}

function byLabel(a: Choice, b: Choice): number {
  return a.label.localeCompare(b.label);
}

function distinct(ends: { id: string; name: string }[]): Choice[] {
  const names = new Map(ends.map(({ id, name }) => [id, name]));
  return [...names].map(([value, label]) => ({ value, label })).toSorted(byLabel);
}

export function filterChoices({ byId, isFailed }: Pick<Routes, "byId" | "isFailed">): FilterChoices {
  const connections = [...byId.values()];
  return {
    connections: connections
      .map(({ id, source, destination }) => ({ value: id, label: `${source.name} → ${destination.name}` }))
      .toSorted(byLabel),
    sources: distinct(connections.map(({ source }) => source)),
    destinations: distinct(connections.map(({ destination }) => destination)),
    unknownText: isFailed ? "Failed to fetch name" : undefined,
  };
}
