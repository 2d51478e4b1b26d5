/**
 * The input and list of a combobox: the part of `combobox.tsx` that needs the popup library, in its own chunk.
 */
import { Combobox as Base } from "@base-ui/react/combobox";
import { cx } from "class-variance-authority";
import { Check, ChevronsUpDown } from "lucide-react";
import { useRef } from "react";
import type { ComboboxProps } from "./combobox.tsx";
import { useFieldControl } from "./field.tsx";
import { controlClass } from "./input.tsx";
import { matchesWords } from "./match-words.ts";
import { popupClass } from "./popup-class.ts";
import { useReadOnly } from "./read-only.ts";

export function ComboboxList<Item>({
  label,
  items,
  value,
  onChange,
  itemToText,
  itemToKey,
  renderItem,
  search,
  placeholder,
  emptyText = "Nothing matches",
  isDisabled = false,
}: ComboboxProps<Item>) {
  const control = useFieldControl();
  const isReadOnly = useReadOnly() !== undefined;
  /** The list is rendered beside its input, so that it stays inside the page's landmarks. */
  const box = useRef<HTMLDivElement>(null);
  return (
    <Base.Root<Item>
      items={items}
      value={value}
      onValueChange={(item) => onChange(item)}
      itemToStringLabel={itemToText}
      isItemEqualToValue={(a, b) => itemToKey(a) === itemToKey(b)}
      disabled={isDisabled || isReadOnly}
      filter={(item: Item, typed) => matchesWords(itemToText(item), typed)}
      onInputValueChange={(text, { reason }) => {
        // A choice puts its own text into the input.
        if (reason === "input-change") search?.onType(text);
      }}
    >
      <div ref={box} className="relative">
        <Base.Input
          {...control}
          aria-label={label}
          placeholder={placeholder}
          className={cx(controlClass, "h-8 pr-8 pl-2.5 text-sm")}
        />
        <Base.Trigger
          aria-label={`Open ${label}`}
          className="absolute inset-y-0 right-1 flex w-6 items-center justify-center text-ink-3"
        >
          <ChevronsUpDown aria-hidden className="size-3.5" />
        </Base.Trigger>
      </div>
      <Base.Portal container={box}>
        <Base.Positioner sideOffset={4} positionMethod="fixed" className="z-50">
          <Base.Popup className={cx(popupClass, "max-h-72 w-(--anchor-width) overflow-y-auto")}>
            <Base.Empty>
              <div className="px-2 py-1.5 text-ink-3">{search?.note ?? emptyText}</div>
            </Base.Empty>
            <Base.List>
              {(item: Item) => (
                <Base.Item
                  key={itemToKey(item)}
                  value={item}
                  className="flex min-h-7 cursor-default items-center gap-2 rounded-sm px-2 py-1 outline-none select-none data-highlighted:bg-sel"
                >
                  <span className="min-w-0 flex-1">{renderItem ? renderItem(item) : itemToText(item)}</span>
                  <Base.ItemIndicator>
                    <Check aria-hidden className="size-3.5 text-ink-3" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
            <Base.Status className="sticky -bottom-1 -mx-1 -mb-1 border-t border-line bg-surface px-3 py-2 text-xs text-ink-3 in-data-empty:hidden empty:hidden">
              {search?.note}
            </Base.Status>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
