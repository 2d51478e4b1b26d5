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
  return tableOf([["figure", "measured", "bar", ""], ...rows]);
}

/** Columns are as wide as their widest cell. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  return rows
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
