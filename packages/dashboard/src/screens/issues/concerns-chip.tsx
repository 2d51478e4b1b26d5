/** The filter of /issues that a link brought along: only the issues of one thing. */
import { internalId } from "@posthorn/contract/ids";
import { NamesText } from "../../resources/pickers/names-pick-chip.tsx";
import type { PickKind } from "../../resources/pickers/pick-kinds.ts";
import { FilteringOnChip } from "../../ui/list/chip.tsx";

const NAMED: readonly PickKind[] = ["connection", "destination", "source", "transformation"];

/** An event has no name, so its id stands for it. */
export function ConcernsChip({ id, onClear }: { id: string; onClear: () => void }) {
  const kind = NAMED.find((one) => internalId(one, id) !== null);
  return (
    <FilteringOnChip
      name={kind === undefined ? id : <NamesText kind={kind} ids={[id]} />}
      onClear={onClear}
    />
  );
}
