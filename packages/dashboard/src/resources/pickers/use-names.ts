/**
 * How are the things called whose ids a filter has? Returns the names of these, and of the first of the project.
 */
import { PICK_KINDS, type PickKind } from "./pick-kinds.ts";
import { useKnown } from "./use-known.ts";

export const NAME_NOT_FETCHED = "Failed to fetch name";

export interface Named {
  value: string;
  label: string;
}

export interface Names {
  names: Named[];
  /** The project has more than these. */
  isMore: boolean;
}

export function useNames<Kind extends PickKind>(kind: Kind, ids: readonly string[]): Names {
  const { first, others, isMore, isLoading } = useKnown(kind, ids);
  const { labelOf } = PICK_KINDS[kind];
  const known = [...others, ...first].map((model) => ({ value: model.id, label: labelOf(model) }));
  return { names: withNameless(ids, known, isLoading), isMore };
}

/** Adds the ids that have no name, so that a person can take them away. */
export function withNameless(ids: readonly string[], known: readonly Named[], isLoading: boolean): Named[] {
  const nameless = ids.filter((id) => !known.some(({ value }) => value === id));
  return [...nameless.map((value) => ({ value, label: isLoading ? "…" : NAME_NOT_FETCHED })), ...known];
}
