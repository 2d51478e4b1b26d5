/**
 * Which colours does a canvas use? Those of the CSS variables at this moment; a canvas cannot read variables itself.
 *
 * The theme is a class on the root element, so a change of that class is a change of all colours.
 */
import type { ChartTone } from "./chart-series.ts";

const VARIABLES: Record<ChartTone, string> = {
  ok: "--ok",
  bad: "--bad",
  wait: "--wait",
  hold: "--hold",
  late: "--late",
  off: "--off",
  ink: "--ink-2",
};

export function cssColour(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}

export function toneColour(tone: ChartTone): string {
  return cssColour(VARIABLES[tone]);
}

/** Calls the listener after each change of the theme. Returns the unsubscribe function. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => observer.disconnect();
}
