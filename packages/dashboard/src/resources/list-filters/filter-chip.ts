/**
 * What does the bar of filters know about one filter? Its name, the chip that changes it, and its value in words.
 *
 * A screen writes one table of these, and `ListFilterBar` shows it:
 *
 *     const CHIPS: FilterChips<Filters> = { date: dateChip, source_id: namesChip("Source", "source"), … };
 *
 * The other files of this folder make them. `Filters` are the filters as the address has them.
 */
import type { ComponentType } from "react";
import type { ChipProps } from "../../ui/list/chip.tsx";

export interface FilterChipProps<Value> extends ChipProps {
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

export interface FilterChip<Value> {
  label: string;
  Chip: ComponentType<FilterChipProps<Value>>;
  /** The value alone, for the list of recent filters. */
  Words: ComponentType<{ value: Value }>;
  /** Only a link sets this filter, so "+ Filter" does not offer it. */
  isFromLink?: boolean;
}

export type FilterChips<Filters> = { [Name in keyof Filters]-?: FilterChip<NonNullable<Filters[Name]>> };
