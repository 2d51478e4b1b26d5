/**
 * One month of days, of which a person chooses the first and the last.
 *
 * One day at a time can be reached with Tab; the arrow keys move to the others, Page Up and Page Down by a month. Days
 * outside `earliest` and `latest` cannot be chosen.
 */
import { cx } from "class-variance-authority";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { IconButton } from "../icon-button.tsx";
import { clampDay, momentOf, monthOf, shiftDays, shiftMonths, weeksOf, type Day } from "./days.ts";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTH_NAME = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric" });
const DAY_NAME = new Intl.DateTimeFormat("en-US", { dateStyle: "full" });

const STEPS: Record<string, (day: Day) => Day> = {
  ArrowLeft: (day) => shiftDays(day, -1),
  ArrowRight: (day) => shiftDays(day, 1),
  ArrowUp: (day) => shiftDays(day, -7),
  ArrowDown: (day) => shiftDays(day, 7),
  PageUp: (day) => shiftMonths(day, -1),
  PageDown: (day) => shiftMonths(day, 1),
};

export interface CalendarProps {
  /** The chosen range, both days included. */
  from: Day;
  to: Day;
  earliest: Day;
  latest: Day;
  onPick: (day: Day) => void;
}

export function Calendar({ from, to, earliest, latest, onPick }: CalendarProps) {
  /** The day that Tab reaches. Its month is the one on screen. */
  const [current, setCurrent] = useState(() => clampDay(to, earliest, latest));
  const table = useRef<HTMLTableElement>(null);
  /** The day to which the keys moved last; the focus follows once it is drawn. */
  const [moved, setMoved] = useState<Day | null>(null);
  useEffect(() => {
    if (moved !== null) table.current?.querySelector<HTMLElement>(`[data-day="${moved}"]`)?.focus();
  }, [moved]);

  const goTo = (day: Day) => setCurrent(clampDay(day, earliest, latest));
  const move = (press: KeyboardEvent) => {
    const step = STEPS[press.key];
    if (!step) return;
    press.preventDefault();
    const next = clampDay(step(current), earliest, latest);
    setMoved(next);
    setCurrent(next);
  };
  const month = monthOf(current);
  const name = MONTH_NAME.format(momentOf(`${month}-01`));
  return (
    <div>
      <div className="mb-1 flex items-center justify-between">
        <IconButton
          label="Previous month"
          icon={<ChevronLeft />}
          disabled={monthOf(earliest) >= month}
          onClick={() => goTo(shiftMonths(current, -1))}
        />
        <span aria-live="polite" className="text-sm font-medium">
          {name}
        </span>
        <IconButton
          label="Next month"
          icon={<ChevronRight />}
          disabled={monthOf(latest) <= month}
          onClick={() => goTo(shiftMonths(current, 1))}
        />
      </div>
      <table
        ref={table}
        aria-label={name}
        className="border-separate border-spacing-y-0.5 text-sm tabular-nums"
      >
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col" className="size-9 text-xs font-normal text-ink-3">
                <abbr title={weekday} className="no-underline">
                  {weekday.slice(0, 2)}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, weekday) =>
                day === null ? (
                  <td key={WEEKDAYS[weekday]} aria-hidden />
                ) : (
                  <td
                    key={day}
                    className={cx(
                      "p-0",
                      day >= from && day <= to && "bg-sel",
                      day === from && "rounded-l-md",
                      day === to && "rounded-r-md",
                    )}
                  >
                    <button
                      type="button"
                      data-day={day}
                      aria-label={DAY_NAME.format(momentOf(day))}
                      aria-pressed={day === from || day === to}
                      tabIndex={day === current ? 0 : -1}
                      disabled={day < earliest || day > latest}
                      onKeyDown={move}
                      onClick={() => {
                        setCurrent(day);
                        onPick(day);
                      }}
                      className="size-9 rounded-md transition-colors hover:bg-line disabled:text-ink-3 disabled:opacity-50 disabled:hover:bg-transparent aria-pressed:bg-btn aria-pressed:text-on-btn"
                    >
                      {Number(day.slice(-2))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
