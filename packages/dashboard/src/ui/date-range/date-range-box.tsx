/** What is inside the box of `date-range-chip.tsx`: the named ranges, a calendar, and the times of both days. */
import { Check } from "lucide-react";
import { useId, useRef, useState, type FormEvent } from "react";
import { Button } from "../button.tsx";
import { Field } from "../field.tsx";
import { Input } from "../input.tsx";
import { Calendar } from "./calendar.tsx";
import type { DatePreset } from "./date-range-chip.tsx";
import { dayOf, shiftDays } from "./days.ts";
import { draftOf, mistakesIn, rangeOf, timeFrom, withPick } from "./range-draft.ts";

export interface DateRangeBoxProps {
  presets: readonly DatePreset<string>[];
  preset: string | undefined;
  range: { min?: Date | undefined; max?: Date | undefined };
  daysBack: number;
  onPreset: (value: string) => void;
  onRange: (range: { min: Date; max: Date }) => void;
}

export function DateRangeBox({ presets, preset, range, daysBack, onPreset, onRange }: DateRangeBoxProps) {
  const [now] = useState(() => new Date());
  const [draft, setDraft] = useState(() => draftOf(range, now));
  const [changed, setChanged] = useState<"start" | "end">("end");
  const calendarTitle = useId();
  const form = useRef<HTMLFormElement>(null);
  const mistakes = mistakesIn(draft, changed);
  const apply = (submit: FormEvent) => {
    submit.preventDefault();
    if (Object.keys(mistakes).length === 0) onRange(rangeOf(draft));
    else form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  return (
    <div className="flex gap-4 max-sm:flex-col">
      <ul aria-label="Ranges" className="flex min-w-36 flex-col max-sm:flex-row max-sm:flex-wrap">
        {presets.map(({ value, label, disabledReason }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={value === preset}
              aria-disabled={disabledReason !== undefined}
              data-tooltip={disabledReason}
              onClick={() => {
                if (disabledReason === undefined) onPreset(value);
              }}
              className="flex h-7 w-full items-center justify-between gap-3 rounded-md px-2 text-sm whitespace-nowrap transition-colors hover:bg-sel aria-disabled:cursor-not-allowed aria-disabled:opacity-50 aria-pressed:font-medium"
            >
              {label}
              {value === preset ? <Check aria-hidden className="size-3.5" /> : null}
            </button>
          </li>
        ))}
      </ul>
      <form
        ref={form}
        aria-labelledby={calendarTitle}
        noValidate
        onSubmit={apply}
        className="flex flex-col gap-3 border-line max-sm:border-t max-sm:pt-3 sm:border-l sm:pl-4"
      >
        <span id={calendarTitle} className="sr-only">
          Days
        </span>
        <Calendar
          from={draft.from}
          to={draft.to}
          earliest={shiftDays(dayOf(now), -daysBack)}
          latest={dayOf(now)}
          onPick={(day) => setDraft(withPick(draft, day))}
        />
        <div className="grid w-63 grid-cols-2 gap-2">
          <TimeField
            label="Start time"
            error={mistakes.start}
            value={draft.fromTime}
            onChange={(fromTime) => {
              setChanged("start");
              setDraft({ ...draft, fromTime });
            }}
          />
          <TimeField
            label="End time"
            error={mistakes.end}
            value={draft.toTime}
            onChange={(toTime) => {
              setChanged("end");
              setDraft({ ...draft, toTime });
            }}
          />
        </div>
        <Button type="submit">Apply</Button>
      </form>
    </div>
  );
}

interface TimeFieldProps {
  label: string;
  error: string | undefined;
  value: string;
  onChange: (typed: string) => void;
}

function TimeField({ label, error, value, onChange }: TimeFieldProps) {
  return (
    <Field label={label} {...(error !== undefined && { error })}>
      <Input
        inputMode="numeric"
        placeholder="00:00"
        maxLength={5}
        autoComplete="off"
        className="tabular-nums"
        value={value}
        onChange={(typing) => onChange(typing.currentTarget.value)}
        onBlur={() => onChange(timeFrom(value) ?? value)}
      />
    </Field>
  );
}
