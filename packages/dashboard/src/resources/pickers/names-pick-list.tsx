/** The box of a `NamesPickChip`. Typing also finds what is not on the first page. */
import { PickList, type PickListProps } from "../../ui/list/pick-list.tsx";
import { PICK_KINDS, type PickKind } from "./pick-kinds.ts";
import { useSearched } from "./search-by-words.ts";
import { useNames } from "./use-names.ts";

export interface NamesPickListProps<Kind extends PickKind> extends Pick<
  PickListProps<string>,
  "label" | "values" | "onChange"
> {
  kind: Kind;
}

export function NamesPickList<Kind extends PickKind>({ kind, ...list }: NamesPickListProps<Kind>) {
  const { names, isMore } = useNames(kind, list.values);
  const { found, search } = useSearched(kind, isMore);
  const { labelOf } = PICK_KINDS[kind];
  const others = found.map((model) => ({ value: model.id, label: labelOf(model) }));
  // One that was just chosen may be among the names without its own, while that loads.
  const named = names.filter(({ value }) => !others.some((other) => other.value === value));
  return <PickList {...list} choices={[...named, ...others]} search={search} />;
}
