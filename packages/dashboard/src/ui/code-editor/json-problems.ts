/**
 * Where is the syntax error in a text that JSON.parse refuses, in words?
 *
 * The viewer's scanner reads the text again: it names the reason in plain words, and the place also where JSON.parse
 * gives none. `problems-of.ts` loads this with the first error.
 */
import { flattenJson } from "../json-viewer/flatten.ts";
import type { Problem } from "./editor-types.ts";

export function jsonProblems(text: string): Problem[] {
  const flattened = flattenJson(text);
  if (flattened.ok) return []; // cannot be: the scanner accepts nothing that JSON.parse refuses
  const { reason, line, column } = flattened.fault;
  const from = offsetOf(text, line, column);
  const to = Math.min(text.length, from + 1);
  return [{ from, to, severity: "error", message: `Invalid JSON: ${reason}` }];
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) start = text.indexOf("\n", start) + 1;
  return Math.min(text.length, start + column - 1);
}
