/** What is a series of a chart? Values with a name; hue only if the name is a status (ok, bad …), otherwise ink. */
import { countText } from "../count.ts";

export type ChartTone = "ok" | "bad" | "wait" | "hold" | "late" | "off" | "ink";

export interface ChartSeries {
  /** As people read it: "Failed". */
  name: string;
  tone: ChartTone;
  values: readonly number[];
}

/** Written out, because Tailwind finds class names by reading the source. */
export const FILL: Record<ChartTone, string> = {
  ok: "fill-ok",
  bad: "fill-bad",
  wait: "fill-wait",
  hold: "fill-hold",
  late: "fill-late",
  off: "fill-off",
  ink: "fill-ink-2",
};

/** The sum of the values from the first bucket to the last one. */
export function sumOf({ values }: ChartSeries, first = 0, last = values.length - 1): number {
  return values.slice(first, last + 1).reduce((sum, value) => sum + value, 0);
}

/** `30 delivered, 2 failed`, from the first bucket to the last one; a series without a value is left out. */
export function inWords(series: readonly ChartSeries[], first: number, last = first): string {
  const words = series
    .map((one) => ({ name: one.name, sum: sumOf(one, first, last) }))
    .filter(({ sum }) => sum > 0)
    .map(({ name, sum }) => `${countText(sum)} ${name.toLowerCase()}`);
  return words.length === 0 ? "none" : words.join(", ");
}
