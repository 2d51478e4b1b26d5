/** How does the bench print its figures? */
import { cpus } from "node:os";
import type { Figure } from "./figures.ts";

export function reportOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    `${rounded(figure.value)} ${figure.unit}`.trim(),
    barOf(figure),
    figure.met === null ? "" : figure.met ? "met" : "MISSED",
  ]);
  const table = [["figure", "measured", "bar", ""], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function barOf({ bar, unit }: Figure): string {
  if (bar === null) return "";
  return "atLeast" in bar ? `≥ ${bar.atLeast} ${unit}`.trim() : `≤ ${bar.atMost} ${unit}`.trim();
}

/** Rounds to about three significant digits: the rest is noise. */
export function rounded(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function describeMachine(): string {
  const cores = cpus();
  return `${cores.length} cores (${cores[0]?.model.trim() || "unknown model"}), ${process.platform} ${process.arch}, Node ${process.version}`;
}
