/**
 * How is a JSON body shown?
 *
 * Pure. Indented, with every name, text and number exactly as it was sent: reading and writing it again would change long
 * numbers and drop names that come twice.
 */
import { type Line, type Look, type Piece, piece } from "./pieces.ts";

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/g;

/** Null if the text is no JSON. */
export function jsonLines(text: string): Line[] | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const tokens = text.match(TOKENS) ?? [];
  const lines: Piece[][] = [[]];
  let depth = 0;
  const add = (...pieces: Piece[]) => lines.at(-1)?.push(...pieces);
  const newLine = () => lines.push(depth === 0 ? [] : [piece("  ".repeat(depth))]);
  tokens.forEach((token, at) => {
    const next = tokens[at + 1];
    if (token === "{" || token === "[") {
      add(piece(token));
      if (next === "}" || next === "]") return;
      depth++;
      newLine();
    } else if (token === "}" || token === "]") {
      if (tokens[at - 1] !== "{" && tokens[at - 1] !== "[") {
        depth--;
        newLine();
      }
      add(piece(token));
    } else if (token === ",") {
      add(piece(token));
      newLine();
    } else if (token === ":") add(piece(": "));
    else add(piece(token, lookOf(token, next)));
  });
  return lines;
}

function lookOf(token: string, next: string | undefined): Look {
  if (!token.startsWith('"')) return "number";
  return next === ":" ? "name" : "text";
}
