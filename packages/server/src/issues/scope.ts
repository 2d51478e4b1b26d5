/**
 * Which trigger does a failure belong to?
 *
 * The one that names its subject most narrowly: by id before by name, a pattern that fixes more of this name before one
 * that fixes less. Of two alike, the younger one, because somebody has just made it.
 */
import type { Scope } from "@posthorn/contract/issue-triggers";
import { type Narrowness, fitsPattern, narrownessOf } from "@posthorn/contract/name-pattern";

export interface Subject {
  /** Its public id, as lists of ids have it. */
  id: string;
  /** What patterns are held against. */
  name: string;
}

function isInScope(scope: Scope, { id, name }: Subject): boolean {
  return typeof scope === "string" ? fitsPattern(scope, name) : scope.includes(id);
}

export interface ScopedTrigger {
  id: string;
  scope: Scope;
}

/** Null: no trigger names the subject. Ids grow with time. */
export function mostSpecific<Trigger extends ScopedTrigger>(
  triggers: readonly Trigger[],
  subject: Subject,
): Trigger | null {
  const [best] = triggers
    .filter(({ scope }) => isInScope(scope, subject))
    .toSorted(
      (one, other) => comparedNarrowness(other.scope, one.scope, subject) || (one.id < other.id ? 1 : -1),
    );
  return best ?? null;
}

/** Negative: the second is narrower. */
function comparedNarrowness(one: Scope, other: Scope, { name }: Subject): number {
  const [ofOne, ofOther] = [one, other].map((scope) =>
    typeof scope === "string" ? narrownessOf(scope, name) : BY_ID,
  );
  const differences = BY_ID.map((_, at) => Math.sign((ofOne?.[at] ?? 0) - (ofOther?.[at] ?? 0)));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** More than any pattern can fix. */
const BY_ID: Narrowness = [Number.MAX_SAFE_INTEGER, 1, 0];
