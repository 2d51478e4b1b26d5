/**
 * How does a table become a CSV file? RFC 4180: commas, quotes where needed, CRLF.
 *
 * A text that begins like a formula gets an apostrophe, because spreadsheets would run it: names of things come from
 * anybody in the project.
 */

import { saveFile } from "./save-file.ts";

export type CsvCell = string | number | null;

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvOf(columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

/** Makes the browser save the text as a file. */
export function downloadCsv(fileName: string, csv: string): void {
  saveFile(fileName, new Blob([csv], { type: "text/csv;charset=utf-8" }));
}
