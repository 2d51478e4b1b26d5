/** Do counters hold everything that is asked for? */

/** The names of the filters that are set. */
export function keysOf(filters: object): string[] {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
}

export function isHeld(names: readonly string[], held: ReadonlySet<string>): boolean {
  return names.every((name) => held.has(name));
}
