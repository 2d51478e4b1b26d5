/**
 * Where is the syntax error in a JSON text, in words?
 *
 * JSON.parse decides, because the server parses the same way. Only a refused text is read again, by the viewer's
 * scanner: it names the reason in plain words, and the place also where JSON.parse gives none.
 */
import { flattenJson } from "../json-viewer/flatten.ts";
import type { Problem } from "./editor-types.ts";

/** An empty text is no error: the person has not begun. */
export function jsonProblems(text: string): Problem[] {
  if (text.trim() === "" || isJson(text)) return [];
  const flattened = flattenJson(text);
  if (flattened.ok) return []; // cannot be: the scanner accepts nothing that JSON.parse refuses
  const { reason, line, column } = flattened.fault;
  const from = offsetOf(text, line, column);
  const to = Math.min(text.length, from + 1);
  return [{ from, to, severity: "error", message: `Invalid JSON: ${reason}` }];
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) start = text.indexOf("\n", start) + 1;
  return Math.min(text.length, start + column - 1);
}

/** Both count from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

export function problemText(text: string, { from, message }: Problem): string {
  const { line, column } = placeOf(text, from);
  return `Line ${line}, column ${column}: ${message}`;
}
