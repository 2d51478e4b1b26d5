/**
 * The chip of a filter that a person writes: a box with one field, of one line or of several lines of code.
 *
 * `problemOf` checks the text when the person applies it. An empty text clears the filter.
 */
import { useRef, useState, type FormEvent } from "react";
import { Button } from "../button.tsx";
import { Field } from "../field.tsx";
import { Input } from "../input.tsx";
import { Textarea } from "../textarea.tsx";
import { BoxChip } from "./box-chip.tsx";
import type { ChipProps } from "./chip.tsx";

interface TextFieldsProps {
  label: string;
  value: string | undefined;
  hint: string;
  placeholder: string;
  isCode?: boolean | undefined;
  problemOf: (text: string) => string | undefined;
  onChange: (text: string | undefined) => void;
}

export type TextChipProps = ChipProps & TextFieldsProps;

const ROWS = 6;

export function TextChip(props: TextChipProps) {
  const { value, hint, placeholder, isCode, problemOf, onChange, ...chip } = props;
  return (
    <BoxChip {...chip} text={value?.replaceAll(/\s+/g, " ")}>
      {(close) => (
        <TextFields
          label={chip.label}
          value={value}
          hint={hint}
          placeholder={placeholder}
          isCode={isCode}
          problemOf={problemOf}
          onChange={(text) => {
            close();
            onChange(text);
          }}
        />
      )}
    </BoxChip>
  );
}

function TextFields(props: TextFieldsProps) {
  const { label, value = "", hint, placeholder, isCode = false, problemOf, onChange } = props;
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const apply = (submit: { preventDefault: () => void }) => {
    submit.preventDefault();
    const text = typed.trim();
    const found = text === "" ? undefined : problemOf(text);
    if (found === undefined) return onChange(text === "" ? undefined : text);
    setProblem(found);
    form.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  };
  const control = {
    value: typed,
    placeholder,
    isMono: true,
    spellCheck: false,
    onChange: (typing: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setTyped(typing.currentTarget.value);
      setProblem(undefined);
    },
  };
  return (
    <form ref={form} noValidate onSubmit={apply} className="flex flex-col gap-3">
      <Field label={label} hint={hint} error={problem}>
        {isCode ? (
          <Textarea
            {...control}
            rows={ROWS}
            onKeyDown={(press) => {
              if (press.key === "Enter" && (press.metaKey || press.ctrlKey)) apply(press);
            }}
          />
        ) : (
          <Input {...control} autoComplete="off" />
        )}
      </Field>
      <Button type="submit">Apply</Button>
    </form>
  );
}
