/** Chooses an existing source or destination; typing a part of its name finds it. */
import { Combobox } from "../../ui/combobox.tsx";
import { Field } from "../../ui/field.tsx";

export interface End {
  id: string;
  name: string;
  url: string;
  isDisabled: boolean;
}

export interface EndPickerProps {
  label: string;
  ends: readonly End[];
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
}

export function EndPicker({ label, ends, value, onChange, error }: EndPickerProps) {
  const chosen = ends.find(({ id }) => id === value) ?? null;
  return (
    <Field label={label} error={error} hint={chosen && <span className="mono">{chosen.url}</span>} isRequired>
      <Combobox
        label={label}
        items={ends}
        value={chosen}
        onChange={(end) => onChange(end?.id ?? "")}
        itemToText={({ name }) => name}
        itemToKey={({ id }) => id}
        placeholder={`Choose a ${label.toLowerCase()}`}
        renderItem={({ name, url, isDisabled }) => (
          <>
            <span className="block truncate">
              {name}
              {isDisabled ? <span className="text-ink-3"> · Disabled</span> : null}
            </span>
            <span className="mono block truncate text-ink-3">{url}</span>
          </>
        )}
      />
    </Field>
  );
}
