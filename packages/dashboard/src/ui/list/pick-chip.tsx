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

export function PickChip<Value extends string>(props: ListChipProps<Value>) {
  const { values = [], choices, onChange, ...chip } = props;
  // Safe: `later` loses the type parameter, but the component behind it has the same one.
  const PickList = AnyPickList as unknown as ComponentType<PickListProps<Value>>;
  return (
    <BoxChip {...chip} text={chosenText(values, choices)} className="w-96">
      {() => <PickList label={chip.label} values={values} choices={choices} onChange={onChange} />}
    </BoxChip>
  );
}
