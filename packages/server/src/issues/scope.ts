/**
 * Which trigger does a failure belong to?
 *
 * The one that names its subject most narrowly: by id before by name, a pattern that fixes more of the name before one
 * that fixes less. Of two alike, the younger one, because somebody has just made it.
 */
import type { Scope } from "@posthorn/contract/issue-triggers";
import { fitsPattern, fixedCharacters } from "@posthorn/contract/name-pattern";

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
      (one, other) => narrownessOf(other.scope) - narrownessOf(one.scope) || (one.id < other.id ? 1 : -1),
    );
  return best ?? null;
}

function narrownessOf(scope: Scope): number {
  return typeof scope === "string" ? fixedCharacters(scope) : Number.POSITIVE_INFINITY;
}
