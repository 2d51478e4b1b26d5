/**
 * The date filter of a page: the named ranges, or days from a calendar.
 *
 * `keptDays` says how far back there is anything to see. A range that goes back further cannot be chosen.
 */
import { DateRangeChip } from "../../ui/date-range/date-range-chip.tsx";
import { useSession } from "../session/use-session.ts";
import { describeDates, rangeChoices, type DateChoice } from "./date-ranges.ts";

export interface DateFilterChipProps {
  date: DateChoice | undefined;
  keptDays: number;
  onChange: (date: DateChoice) => void;
  /** Undefined where there is always a range, or none is chosen. */
  onClear?: (() => void) | undefined;
}

export function DateFilterChip({ date, keptDays, onChange, onClear }: DateFilterChipProps) {
  const canUpgrade = useSession().organization.plan?.can_upgrade === true;
  return (
    <DateRangeChip
      text={describeDates(date)}
      presets={rangeChoices(keptDays, { canUpgrade })}
      preset={date?.relative}
      range={{ min: dateOf(date?.min), max: dateOf(date?.max) }}
      daysBack={keptDays}
      onPreset={(relative) => onChange({ relative })}
      onRange={({ min, max }) => onChange({ min: min.toISOString(), max: max.toISOString() })}
      onClear={onClear}
    />
  );
}

function dateOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
