/** How are the things called whose ids a filter has? Returns the names of these, and of the first of the project. */
import { withNameless, type Named } from "./nameless.ts";
import { PICK_KINDS, type PickKind } from "./pick-kinds.ts";
import { useKnown } from "./use-known.ts";

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
