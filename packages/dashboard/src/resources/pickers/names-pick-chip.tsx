/**
 * A filter by connections, sources, destinations or transformations. It has ids; the chip shows names. Typing finds one of
 * thousands.
 */
import { BoxChip } from "../../ui/list/box-chip.tsx";
import { chosenText, type ChipProps } from "../../ui/list/chip.tsx";
import { later } from "../../ui/later.tsx";
import type { PickKind } from "./pick-kinds.ts";
import { useNames } from "./use-names.ts";

const NamesPickList = later(() => import("./names-pick-list.tsx")).component(
  (loaded) => loaded.NamesPickList<PickKind>,
);

export interface NamesPickChipProps extends ChipProps {
  kind: PickKind;
  values: readonly string[] | undefined;
  onChange: (values: string[] | undefined) => void;
}

const NONE: readonly string[] = [];

export function NamesPickChip({ kind, values = NONE, onChange, ...chip }: NamesPickChipProps) {
  const { names, isMore } = useNames(kind, values);
  return (
    <BoxChip {...chip} text={chosenText(values, names)} className="w-96">
      {() => (
        <NamesPickList
          label={chip.label}
          kind={kind}
          values={values}
          choices={names}
          isMore={isMore}
          onChange={onChange}
        />
      )}
    </BoxChip>
  );
}
