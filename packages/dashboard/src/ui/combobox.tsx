/**
 * One of many, found by typing.
 *
 * The name comes from `label` by aria-label, not from an outside `<label for>`: Base UI's input loses that name
 * while its list is open. A `Field` around it still draws the visible label and ties hint and error. Its machinery
 * is fetched when the first one is shown; until then the same box stands there, not yet usable.
 */
import { lazy, Suspense, type ComponentType, type ReactNode } from "react";
import { Input } from "./input.tsx";

export interface ComboboxProps<Item> {
  label: string;
  items: readonly Item[];
  value: Item | null;
  onChange: (item: Item | null) => void;
  itemToText: (item: Item) => string;
  /** Two items are the same choice when their keys are equal. */
  itemToKey: (item: Item) => string;
  renderItem?: (item: Item) => ReactNode;
  /** Told what is typed, for lists the server searches; give `isFilteredByServer` with it. */
  onSearch?: (text: string) => void;
  isFilteredByServer?: boolean;
  placeholder?: string;
  emptyText?: string;
  isDisabled?: boolean;
}

const LazyList = lazy(async () => ({ default: (await import("./combobox-list.tsx")).ComboboxList }));

export function Combobox<Item>(props: ComboboxProps<Item>) {
  // `lazy` loses the type parameter; the component behind it has the same one.
  const List = LazyList as ComponentType<ComboboxProps<Item>>;
  const { label, value, itemToText, placeholder } = props;
  return (
    <Suspense
      fallback={
        <Input
          aria-label={label}
          placeholder={placeholder}
          value={value === null ? "" : itemToText(value)}
          disabled
          readOnly
        />
      }
    >
      <List {...props} />
    </Suspense>
  );
}
