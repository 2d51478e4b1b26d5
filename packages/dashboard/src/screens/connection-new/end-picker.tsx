/** Chooses an existing source or destination; typing a part of its name finds it. */
import { useCallback } from "react";
import type { ChoiceSearch } from "../../ui/choice-search.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { Field } from "../../ui/field.tsx";
import { useFormField } from "../../ui/form/use-form-field.ts";

export interface End {
  id: string;
  name: string;
  url: string;
  isDisabled: boolean;
}

export interface EndPickerProps {
  name: string;
  label: string;
  ends: readonly End[];
  isLoading: boolean;
  /** The link that led here names one that does not exist. */
  isChosenGone: boolean;
  search: ChoiceSearch | undefined;
}

export function EndPicker({ name, label, ends, isLoading, isChosenGone, search }: EndPickerProps) {
  const textOf = useCallback(
    (chosenId: unknown) => ends.find(({ id }) => id === chosenId)?.name ?? "empty",
    [ends],
  );
  const { value, set, error } = useFormField<string>(name, { label, textOf });
  const chosen = ends.find(({ id }) => id === value) ?? null;
  const kind = label.toLowerCase();
  return (
    <Field
      label={label}
      error={isChosenGone ? `The link names a ${kind} that does not exist. Choose another one.` : error}
      hint={chosen && <span className="mono break-all">{chosen.url}</span>}
      isRequired
    >
      <Combobox
        label={label}
        items={ends}
        value={chosen}
        onChange={(end) => set(end?.id ?? "")}
        itemToText={(end) => end.name}
        itemToKey={({ id }) => id}
        placeholder={isLoading ? "Loading…" : `Choose a ${kind}`}
        isDisabled={isLoading}
        search={search}
        renderItem={(end) => (
          <>
            <span className="block truncate">
              {end.name}
              {end.isDisabled ? <span className="text-ink-3"> · Disabled</span> : null}
            </span>
            <span className="mono block truncate text-ink-3">{end.url}</span>
          </>
        )}
      />
    </Field>
  );
}
