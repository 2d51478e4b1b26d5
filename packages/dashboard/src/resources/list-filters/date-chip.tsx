/** The filter by date, as far back as the project keeps its data. */
import { useSession } from "../session/use-session.ts";
import { DateFilterChip } from "./date-filter-chip.tsx";
import { describeDates, type DateChoice } from "./date-ranges.ts";
import type { FilterChip } from "./filter-chip.ts";

export const dateChip: FilterChip<DateChoice> = {
  label: "Date",
  Chip: function DateChip({ value, onChange, onClear }) {
    const { retention_days } = useSession().project;
    return <DateFilterChip date={value} keptDays={retention_days} onChange={onChange} onClear={onClear} />;
  },
  Words: ({ value }) => describeDates(value),
};
