/**
 * How is a version written, so that two of them can be compared line by line?
 *
 * Pure. The database orders keys by their length, and a plan as it likes. Here they are always in one order: what something is
 * called first, then by the alphabet. The ids of the ends never change, and are left out.
 */
import type { VersionState } from "@posthorn/contract/connection-versions";

const FIRST = ["connection", "source", "destination", "type", "name", "description"];
const LEFT_OUT = new Set(["source_id", "destination_id"]);

export function stateText(state: Partial<VersionState>): string {
  return JSON.stringify(ordered(state), null, 2);
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !LEFT_OUT.has(name))
      .map(([name, inner]): [string, unknown] => [name, ordered(inner)])
      .toSorted(([one], [other]) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1)),
  );
}

function placeOf(name: string): number {
  const place = FIRST.indexOf(name);
  return place === -1 ? FIRST.length : place;
}
