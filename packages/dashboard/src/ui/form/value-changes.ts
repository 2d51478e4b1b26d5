/**
 * In which fields do two versions of a form's values differ, and what is left when two people changed the same form?
 *
 * Pure. A path is written as react-hook-form writes it: `config.url`. Plain objects are compared key by key. Lists are
 * compared as a whole, because a row has no identity.
 */

type Values = Readonly<Record<string, unknown>>;

function isPlainObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  return keysOf(a, b).every((key) => isSame(a[key], b[key]));
}

function keysOf(a: Values, b: Values): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

/** The paths at which the two differ, in the order of their keys. */
export function changedPaths(a: unknown, b: unknown, parent = ""): string[] {
  if (isSame(a, b)) return [];
  if (!isPlainObject(a) || !isPlainObject(b)) return [parent];
  return keysOf(a, b).flatMap((key) =>
    changedPaths(a[key], b[key], parent === "" ? key : `${parent}.${key}`),
  );
}

/** Their version with my changes since `base` on top. Fields that only they changed keep their value. */
export function mergeChanges<Value>(base: unknown, theirs: unknown, mine: Value): Value {
  if (isSame(base, mine)) {
    // Safe: all three are values of the same form.
    return theirs as Value;
  }
  if (!isPlainObject(base) || !isPlainObject(theirs) || !isPlainObject(mine)) return mine;
  const merged = Object.fromEntries(
    keysOf(theirs, mine).map((key) => [key, mergeChanges(base[key], theirs[key], mine[key])]),
  );
  // Safe: it has the keys of `mine`, each with a value of the same field.
  return merged as Value;
}
