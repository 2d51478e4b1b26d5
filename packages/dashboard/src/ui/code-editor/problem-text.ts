/** Where in a text is a problem, in words? */
import type { Problem } from "./editor-types.ts";

/** Both count from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

export function problemText(text: string, { from, message }: Problem): string {
  const { line, column } = placeOf(text, from);
  return `Line ${line}, column ${column}: ${message}`;
}
