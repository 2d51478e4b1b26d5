/**
 * Chooses one of many items; typing finds those that have all its words.
 *
 * `label` becomes an aria-label, not a `<label for>`: Base UI's input loses that name while its list is open. A
 * `Field` around it still draws the visible label and connects hint and error. The popup library loads when the
 * first combobox appears; until then a disabled input takes its place.
 */
import type { ComponentType, ReactNode } from "react";
import type { ChoiceSearch } from "./choice-search.ts";
import { Input } from "./input.tsx";
import { later } from "./later.tsx";

export interface ComboboxProps<Item> {
  label: string;
  items: readonly Item[];
  value: Item | null;
  onChange: (item: Item | null) => void;
  itemToText: (item: Item) => string;
  /** Two items with equal keys are the same choice. */
  itemToKey: (item: Item) => string;
  renderItem?: (item: Item) => ReactNode;
  /** Undefined: there are no items besides these. */
  search?: ChoiceSearch | undefined;
  placeholder?: string;
  emptyText?: string;
  isDisabled?: boolean;
}

const AnyList = later(() => import("./combobox-list.tsx")).component(
  (loaded) => loaded.ComboboxList,
  ClosedInput,
);

export function Combobox<Item>(props: ComboboxProps<Item>) {
  // Safe: `later` loses the type parameter, but the component behind it has the same one.
  const List = AnyList as ComponentType<ComboboxProps<Item>>;
  return <List {...props} />;
}

function ClosedInput<Item>({ label, value, itemToText, placeholder }: ComboboxProps<Item>) {
  return (
    <Input
      aria-label={label}
      placeholder={placeholder}
      value={value === null ? "" : itemToText(value)}
      disabled
      readOnly
    />
  );
}
