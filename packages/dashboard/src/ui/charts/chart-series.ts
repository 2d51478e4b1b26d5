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

/** `30 delivered, 2 failed`; a series without a value is left out. */
export function inWords(series: readonly ChartSeries[], at: number): string {
  const words = series
    .filter(({ values }) => (values[at] ?? 0) > 0)
    .map(({ name, values }) => `${countText(values[at] ?? 0)} ${name.toLowerCase()}`);
  return words.length === 0 ? "none" : words.join(", ");
}
