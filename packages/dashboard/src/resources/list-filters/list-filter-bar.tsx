/**
 * The line of filters above a list of events or requests: one chip per filter, "+ Filter" with the others and with those
 * of late, and a button that clears all.
 *
 * `chips` says which filters there are and in which order (see filter-chip.ts). Those of `always` are shown without a
 * value too.
 */
import { useState, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { AddFilterChip } from "../../ui/list/chip.tsx";
import { FiltersBar } from "../../ui/list/filters-bar.tsx";
import { isActive } from "./active-filters.ts";
import type { FilterChips } from "./filter-chip.ts";
import { useRecentFilters } from "./use-recent-filters.ts";

export interface ListFilterBarProps<Filters extends object> {
  /** The list's address, under which the browser remembers recent filters: "/events". */
  route: string;
  filters: Filters;
  /** What the list asks for where nothing is chosen. The chip shows it, without a way to clear it. */
  defaults?: Partial<Filters>;
  chips: FilterChips<Filters>;
  always: readonly (keyof Filters & string)[];
  /** Drops what is no filter: what the browser remembers may be from another version. */
  parse: (stored: Record<string, unknown>) => Filters;
  onChange: (change: Partial<Filters>) => void;
  /** Undefined while there is nothing to clear. */
  onClear: (() => void) | undefined;
  /** Stands at the end of the line, such as a count or bulk actions. */
  aside?: ReactNode;
}

export function ListFilterBar<Filters extends object>(props: ListFilterBarProps<Filters>) {
  type Name = keyof Filters & string;
  const { route, filters, defaults, chips, always, parse, onChange, onClear, aside } = props;
  const { recent, remember } = useRecentFilters(route);
  /** The filter that "+ Filter" added, while it is still empty. Its menu or box opens at once. */
  const [added, setAdded] = useState<Name | null>(null);
  // Safe: the table has exactly these keys.
  const names = Object.keys(chips) as Name[];
  const isShown = (name: Name) => always.includes(name) || name === added || isActive(filters[name]);

  function change<One extends Name>(name: One, value: Filters[One] | undefined): void {
    if (isActive(value)) remember({ name, value });
    // Safe: one field of the filters, and each of them may be undefined.
    onChange({ [name]: value } as Partial<Filters>);
  }

  const chipOf = <One extends Name>(name: One) => {
    const { Chip, label } = chips[name];
    return (
      <Chip
        key={name}
        label={label}
        value={(isActive(filters[name]) ? filters[name] : defaults?.[name]) ?? undefined}
        isOpenAtFirst={name === added}
        onClose={() => setAdded(null)}
        onClear={isActive(filters[name]) ? () => change(name, undefined) : undefined}
        onChange={(value) => change(name, value)}
      />
    );
  };

  const recentOf = <One extends Name>(name: One, stored: unknown) => {
    const value = parse({ [name]: stored })[name];
    const isOnNow = JSON.stringify(value) === JSON.stringify(filters[name]);
    if (value === undefined || value === null || !isActive(value) || isOnNow) return [];
    const { Words, label } = chips[name];
    const text = (
      <span className="block max-w-88 truncate">
        <span className="text-ink-2">{label}</span> <Words value={value} />
      </span>
    );
    return [{ key: `${name} ${JSON.stringify(stored)}`, text, onSelect: () => change(name, value) }];
  };

  return (
    <FiltersBar aside={aside}>
      {names.filter(isShown).map((name) => chipOf(name))}
      <AddFilterChip
        choices={names
          .filter((name) => !isShown(name) && !chips[name].isFromLink)
          .map((name) => ({ value: name, label: chips[name].label }))}
        onAdd={setAdded}
        recent={recent.flatMap(({ name, value }) => {
          const known = names.find((one) => one === name);
          return known === undefined ? [] : recentOf(known, value);
        })}
      />
      {onClear ? (
        <Button variant="quiet" size="sm" onClick={onClear}>
          Clear
        </Button>
      ) : null}
    </FiltersBar>
  );
}
