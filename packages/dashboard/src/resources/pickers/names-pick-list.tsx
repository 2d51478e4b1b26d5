/**
 * The box of a `NamesPickChip`. It also finds what is not on the first page. In its own chunk, because most visits never
 * open it.
 */
import { PickList, type PickListProps } from "../../ui/list/pick-list.tsx";
import { PICK_KINDS, type PickKind } from "./pick-kinds.ts";
import { useSearched } from "./search-by-words.ts";

export interface NamesPickListProps<Kind extends PickKind> extends PickListProps<string> {
  kind: Kind;
  isMore: boolean;
}

export function NamesPickList<Kind extends PickKind>(props: NamesPickListProps<Kind>) {
  const { kind, isMore, choices, ...list } = props;
  const { found, search } = useSearched(kind, isMore);
  const { labelOf } = PICK_KINDS[kind];
  const others = found.map((model) => ({ value: model.id, label: labelOf(model) }));
  // A choice may be among the choices without its name, while that loads.
  const named = choices.filter(({ value }) => !others.some((other) => other.value === value));
  return <PickList {...list} choices={[...named, ...others]} search={search} />;
}
