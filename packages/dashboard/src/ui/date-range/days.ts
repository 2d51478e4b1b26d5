/**
 * Which days does a calendar show, and which moments do they mean?
 *
 * A day is `2026-11-14` in the browser's time zone. It is compared as text and becomes a moment only together with a
 * time, so that the day on which the clocks change is a day like any other.
 */

/** `2026-11-14` */
export type Day = string;
/** `2026-11` */
export type Month = string;

const WEEK_DAYS = 7;

function padded(value: number, length: number): string {
  return String(value).padStart(length, "0");
}

export function dayOf(date: Date): Day {
  return `${padded(date.getFullYear(), 4)}-${padded(date.getMonth() + 1, 2)}-${padded(date.getDate(), 2)}`;
}

/** `14:32` */
export function timeOf(date: Date): string {
  return `${padded(date.getHours(), 2)}:${padded(date.getMinutes(), 2)}`;
}

/** A time without a valid form counts as midnight. */
export function momentOf(day: Day, time = "00:00"): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const [hours = 0, minutes = 0] = /^\d{2}:\d{2}/.test(time) ? time.split(":").map(Number) : [];
  return new Date(year, month - 1, date, hours, minutes);
}

export function monthOf(day: Day): Month {
  return day.slice(0, "2026-11".length);
}

export function shiftDays(day: Day, days: number): Day {
  const date = momentOf(day);
  return dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() + days));
}

/** The same date in another month, or the last day of a month that is too short. */
export function shiftMonths(day: Day, months: number): Day {
  const date = momentOf(day);
  const lastDay = new Date(date.getFullYear(), date.getMonth() + months + 1, 0).getDate();
  return dayOf(new Date(date.getFullYear(), date.getMonth() + months, Math.min(date.getDate(), lastDay)));
}

/** The weeks of a month from Monday to Sunday. Null stands for a day of another month. */
export function weeksOf(month: Month): (Day | null)[][] {
  const first = momentOf(`${month}-01`);
  const length = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  const before = (first.getDay() + WEEK_DAYS - 1) % WEEK_DAYS;
  return Array.from({ length: Math.ceil((before + length) / WEEK_DAYS) }, (_week, week) =>
    Array.from({ length: WEEK_DAYS }, (_day, weekday) => {
      const date = week * WEEK_DAYS + weekday - before + 1;
      return date < 1 || date > length ? null : `${month}-${padded(date, 2)}`;
    }),
  );
}

export function clampDay(day: Day, earliest: Day, latest: Day): Day {
  if (day < earliest) return earliest;
  return day > latest ? latest : day;
}
