/**
 * The chip that chooses a date range: a named one that moves with the time, or two days with their times.
 *
 * The caller names the ranges and keeps the choice. The box with the calendar loads when a person opens it.
 */
import { CalendarDays } from "lucide-react";
import { useState } from "react";
import { Dropdown } from "../dropdown.tsx";
import { later } from "../later.tsx";
import { ChipFrame, ChipTrigger } from "../list/chip.tsx";

export interface DatePreset<Value extends string> {
  value: Value;
  label: string;
  /** Why it cannot be chosen. */
  disabledReason?: string | undefined;
}

export interface DateRangeChipProps<Value extends string> {
  /** What the chip says: `Last 24 hours`, `Nov 12 – Nov 14`. Undefined: any date. */
  text: string | undefined;
  presets: readonly DatePreset<Value>[];
  preset: Value | undefined;
  /** The chosen days, if no preset is. */
  range: { min?: Date | undefined; max?: Date | undefined };
  /** How many days back the calendar goes. */
  daysBack: number;
  onPreset: (value: Value) => void;
  onRange: (range: { min: Date; max: Date }) => void;
  /** Undefined where there is always a range. */
  onClear?: (() => void) | undefined;
}

const box = later(() => import("./date-range-box.tsx"));
const DateRangeBox = box.component(
  (loaded) => loaded.DateRangeBox,
  () => <div className="h-80 w-72" />,
);

export function DateRangeChip<Value extends string>(props: DateRangeChipProps<Value>) {
  const { text, presets, preset, onPreset, onRange, onClear } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <ChipFrame label="Date" onClear={onClear}>
      <Dropdown
        label="Date range"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        align="start"
        className="max-h-[calc(100dvh-152px)] w-max max-w-[calc(100vw-24px)] overflow-y-auto p-3"
        renderTrigger={(trigger) => (
          <ChipTrigger
            {...trigger}
            label="Date"
            text={text}
            icon={<CalendarDays />}
            hasArrow={onClear === undefined}
            isClearable={onClear !== undefined}
            onPointerEnter={box.load}
          />
        )}
      >
        <DateRangeBox
          presets={presets}
          preset={preset}
          range={props.range}
          daysBack={props.daysBack}
          onPreset={(value) => {
            setIsOpen(false);
            const chosen = presets.find((one) => one.value === value);
            if (chosen) onPreset(chosen.value);
          }}
          onRange={(range) => {
            setIsOpen(false);
            onRange(range);
          }}
        />
      </Dropdown>
    </ChipFrame>
  );
}
