/**
 * Which pieces of each line have a colour? A comparison mixes the lines of two texts, and the mix is no valid code. So
 * each text is parsed by itself, and its lines take their colours along.
 */
import { javascriptLanguage } from "@codemirror/lang-javascript";
import { jsonLanguage } from "@codemirror/lang-json";
import { highlightTree } from "@lezer/highlight";
import { highlightStyle } from "./editor-theme.ts";
import type { CodeLanguage } from "./editor-types.ts";
import { linesOf } from "./line-diff.ts";

/** Offsets from the start of the line. */
export interface LineToken {
  from: number;
  to: number;
  className: string;
}

const PARSERS = { json: jsonLanguage.parser, javascript: javascriptLanguage.parser };

/** The tokens of line n are at n − 1. */
export function tokensByLine(text: string, language: CodeLanguage): readonly (readonly LineToken[])[] {
  const lines = linesOf(text);
  const tokens: LineToken[][] = lines.map(() => []);
  let [line, lineStart] = [0, 0];
  highlightTree(PARSERS[language].parse(lines.join("\n")), highlightStyle, (from, to, className) => {
    while (line < lines.length && lineStart + lengthOf(line) < from) nextLine();
    // A token over several lines, such as a comment, colours each of them.
    for (let [at, start] = [line, lineStart]; at < lines.length && start < to; at += 1) {
      const end = start + lengthOf(at);
      if (Math.max(from, start) < Math.min(to, end)) {
        tokens[at]?.push({ from: Math.max(from, start) - start, to: Math.min(to, end) - start, className });
      }
      start = end + 1;
    }
  });
  return tokens;

  function lengthOf(at: number): number {
    return lines[at]?.length ?? 0;
  }
  function nextLine(): void {
    lineStart += lengthOf(line) + 1;
    line += 1;
  }
}
