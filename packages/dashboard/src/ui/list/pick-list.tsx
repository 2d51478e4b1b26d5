/**
 * The box of a `PickChip`: an input, and under it the choices that have all its words. The part that needs the popup
 * library, in its own chunk.
 *
 * What was chosen when the box opened stands on top, so that a person finds it without searching.
 */
import { Combobox } from "@base-ui/react/combobox";
import { Check, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ChoiceSearch } from "../choice-search.ts";
import { countText } from "../count.ts";
import { matchesWords } from "../match-words.ts";
import { MiddleCut } from "../middle-cut.tsx";
import type { Choice } from "./chip.tsx";

/** More at once are slow to draw, and nobody reads them. */
const SHOWN_AT_MOST = 100;

export interface PickListProps<Value extends string> {
  /** The name of the filter: "Source". */
  label: string;
  values: readonly Value[];
  choices: readonly Choice<Value>[];
  onChange: (values: Value[] | undefined) => void;
  /** Undefined: there are no others. */
  search?: ChoiceSearch | undefined;
}

export function PickList<Value extends string>(props: PickListProps<Value>) {
  const { label, values, choices, onChange, search } = props;
  const [chosenAtFirst] = useState(values);
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  // The code may arrive after the box has opened and looked for its first field.
  useEffect(() => input.current?.focus(), []);
  const isOnTop = ({ value }: Choice<Value>) => chosenAtFirst.includes(value);
  const items = [...choices.filter(isOnTop), ...choices.filter((choice) => !isOnTop(choice))];
  const matching = items.filter(({ label: name, hint = "" }) => matchesWords(`${name} ${hint}`, typed));
  const hidden = matching.length - SHOWN_AT_MOST;
  const chosen = items.filter(({ value }) => values.includes(value));
  const choose = (next: readonly Choice<Value>[]) => {
    // In the order in which they were chosen.
    const kept = values.filter((value) => next.some((choice) => choice.value === value));
    const added = next.map(({ value }) => value).filter((value) => !values.includes(value));
    onChange(next.length === 0 ? undefined : [...kept, ...added]);
  };
  return (
    <Combobox.Root<Choice<Value>, true>
      multiple
      inline
      open
      items={items}
      filteredItems={matching.slice(0, SHOWN_AT_MOST)}
      value={chosen}
      onValueChange={choose}
      inputValue={typed}
      onInputValueChange={(text, { reason }) => {
        // A choice would empty the input. The next choice is often among the same matches.
        if (reason !== "input-change") return;
        setTyped(text);
        search?.onType(text);
      }}
      itemToStringLabel={(choice) => choice.label}
      isItemEqualToValue={(a, b) => a.value === b.value}
      autoHighlight
    >
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Search aria-hidden className="size-3.5 shrink-0 text-ink-3" />
        <Combobox.Input
          ref={input}
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Type to search…"
          className="h-9 min-w-0 flex-1 bg-transparent text-sm outline-none"
        />
      </div>
      <Combobox.Empty>
        <div className="px-3 py-2 text-sm text-ink-3">
          {search?.note ?? (choices.length === 0 ? "Nothing to choose from yet" : "Nothing matches")}
        </div>
      </Combobox.Empty>
      <Combobox.List aria-label={label} className="max-h-80 overflow-y-auto p-1 empty:hidden">
        {(choice: Choice<Value>) => (
          <Combobox.Item
            key={choice.value}
            value={choice}
            className="flex min-h-7 cursor-default items-start gap-2 rounded-sm px-2 py-1 text-sm text-ink outline-none select-none data-highlighted:bg-sel"
          >
            <span
              aria-hidden
              className="mt-0.5 inline-flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface in-data-selected:border-btn in-data-selected:bg-btn [&_svg]:size-3 [&_svg]:text-on-btn"
            >
              <Combobox.ItemIndicator>
                <Check strokeWidth={3} />
              </Combobox.ItemIndicator>
            </span>
            <span className="min-w-0 flex-1">
              <MiddleCut text={choice.label} />
              {choice.hint === undefined ? null : (
                <span className="block text-xs text-ink-3">{choice.hint}</span>
              )}
            </span>
          </Combobox.Item>
        )}
      </Combobox.List>
      <Combobox.Status className="border-t border-line px-3 py-2 text-xs text-ink-3 empty:hidden">
        {matching.length === 0 ? null : (search?.note ?? hiddenText(hidden))}
      </Combobox.Status>
    </Combobox.Root>
  );
}

function hiddenText(count: number): string | null {
  return count > 0 ? `${countText(count)} more. Type to narrow them down.` : null;
}
