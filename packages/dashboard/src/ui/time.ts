/**
 * How do we write a time? Short in a cell, full with zone in a tooltip, and relative to now.
 *
 * All in the browser's zone, unless a caller names another. The current time comes in as an argument.
 */

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Creating a formatter takes twenty times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([zone, options]);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    ...options,
    hourCycle: "h23",
    ...(zone && { timeZone: zone }),
  });
  formats.set(key, made);
  return made;
}

/** The written parts of a time by their kind: `hour` is 14, `month` is Nov. */
export function partsOf(
  date: Date,
  zone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Map<string, string> {
  return new Map(
    formatOf(zone, options)
      .formatToParts(date)
      .map((part) => [part.type, part.value]),
  );
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

const SECONDS_LENGTH = ":18".length;

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

/** `14:32:18`, where the day is clear. */
export function clockTime(date: Date): string {
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}:${twoDigits(date.getSeconds())}`;
}

/** `Nov 14 14:32:18`. Without a formatter, which takes ten times as long: a page of a list writes two hundred of them. */
export function shortTime(date: Date): string {
  return `${MONTHS[date.getMonth()]} ${date.getDate()} ${clockTime(date)}`;
}

/** `Nov 14 14:32`, of what is counted by the minute. */
export function minuteTime(date: Date): string {
  return shortTime(date).slice(0, -SECONDS_LENGTH);
}

/** `14:32`, where the day is clear. */
export function minuteClock(date: Date): string {
  return clockTime(date).slice(0, -SECONDS_LENGTH);
}

/** `14:32` today, otherwise `Nov 14 14:32`: for a sentence. */
export function momentText(date: Date, now: Date): string {
  return date.toDateString() === now.toDateString() ? minuteClock(date) : minuteTime(date);
}

/** `Nov 14, 2026, 14:32:18.071 GMT+1` */
export function fullTime(date: Date, zone?: string): string {
  const part = partsOf(date, zone, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    fractionalSecondDigits: 3,
    timeZoneName: "short",
  });
  const clock = `${part.get("hour")}:${part.get("minute")}:${part.get("second")}.${part.get("fractionalSecond")}`;
  return `${part.get("month")} ${part.get("day")}, ${part.get("year")}, ${clock} ${part.get("timeZoneName")}`;
}

/** `in 48 s`, `3 min ago`, `now`; in days from two days on. */
export function relativeTime(date: Date, now: Date): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const size = Math.abs(seconds);
  if (size < 1) return "now";
  const amount =
    size < MINUTE_S
      ? `${size} s`
      : size < HOUR_S
        ? `${Math.round(size / MINUTE_S)} min`
        : size < 2 * DAY_S
          ? `${Math.round(size / HOUR_S)} h`
          : `${Math.round(size / DAY_S)} days`;
  return seconds > 0 ? `in ${amount}` : `${amount} ago`;
}
