/** Filters with fixed choices: one or several of a list, yes or no, or an id that a link brought along. */
import { ListChip, OptionalChip, ChipFrame, type Choice } from "../../ui/list/chip.tsx";
import { PickChip } from "../../ui/list/pick-chip.tsx";
import type { FilterChip } from "./filter-chip.ts";

/** A longer list than this is searched by typing. */
const SEEN_AT_ONCE = 12;

export function choicesChip<Value extends string>(
  label: string,
  choices: readonly Choice<Value>[],
): FilterChip<Value[]> {
  const wordOf = (value: Value) => choices.find((choice) => choice.value === value)?.label ?? value;
  const ManyChip = choices.length > SEEN_AT_ONCE ? PickChip<Value> : ListChip<Value>;
  return {
    label,
    Chip: function ChoicesChip({ value, ...chip }) {
      return <ManyChip {...chip} values={value} choices={choices} />;
    },
    Words: ({ value }) => value.map(wordOf).join(", "),
  };
}

/** Whether something has a value. `words` are those of yes and of no. */
export function yesNoChip(label: string, words: { yes: string; no: string }): FilterChip<boolean> {
  const choices = [
    { value: "yes", label: words.yes },
    { value: "no", label: words.no },
  ] as const;
  const wordOf = (value: boolean) => (value ? words.yes : words.no);
  return {
    label,
    Chip: function YesNoChip({ value, onChange, ...chip }) {
      return (
        <OptionalChip
          {...chip}
          text={value === undefined ? undefined : wordOf(value)}
          value={value === undefined ? undefined : value ? "yes" : "no"}
          choices={choices}
          onChange={(next) => onChange(next === undefined ? undefined : next === "yes")}
        />
      );
    },
    Words: ({ value }) => wordOf(value),
  };
}

function idsInWords(ids: readonly string[] | undefined): string | undefined {
  return ids && ids.length > 1 ? `${ids.length} of them` : ids?.[0];
}

/** A filter that only links set. The chip can only take it away. */
export function linkedChip(label: string): FilterChip<string[]> {
  return {
    label,
    isFromLink: true,
    Chip: function LinkedChip({ value, onClear }) {
      return (
        <ChipFrame label={label} onClear={onClear}>
          <span className="flex min-w-0 items-center gap-1 px-2 whitespace-nowrap text-ink-2">
            {label} <span className="mono truncate text-ink">{idsInWords(value)}</span>
          </span>
        </ChipFrame>
      );
    },
    Words: ({ value }) => idsInWords(value),
  };
}
