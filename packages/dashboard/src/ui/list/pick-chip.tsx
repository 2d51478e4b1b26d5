/**
 * A filter with one value or several out of a long list: the chip opens a box in which typing finds them.
 *
 * For a handful of choices that fit on one glance, use `ListChip`.
 */
import type { ComponentType } from "react";
import { later } from "../later.tsx";
import { BoxChip } from "./box-chip.tsx";
import { chosenText, type ListChipProps } from "./chip.tsx";
import type { PickListProps } from "./pick-list.tsx";

const AnyPickList = later(() => import("./pick-list.tsx")).component((loaded) => loaded.PickList);

export interface PickChipProps<Value extends string> extends ListChipProps<Value> {
  /** Shown for a value that is not among the choices. Default: the value itself. */
  unknownText?: string | undefined;
}

export function PickChip<Value extends string>(props: PickChipProps<Value>) {
  const { values = [], choices, unknownText, onChange, ...chip } = props;
  // Safe: `later` loses the type parameter, but the component behind it has the same one.
  const PickList = AnyPickList as unknown as ComponentType<PickListProps<Value>>;
  return (
    <BoxChip {...chip} text={chosenText(values, choices, unknownText)} className="w-96">
      {() => <PickList label={chip.label} values={values} choices={choices} onChange={onChange} />}
    </BoxChip>
  );
}
