/**
 * How does JSON look with one value per line?
 *
 * Works on the text, not on parsed values: numbers, the order of keys and keys that occur twice stay as they came.
 */
const INDENT = "  ";

/** Null when the text is not JSON. */
export function indentJson(text: string): string | null {
  if (!isJson(text)) return null;
  let out = "";
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === '"') {
      const end = endOfString(text, at);
      out += text.slice(at, end);
      at = end - 1;
    } else if (character === "{" || character === "[") {
      const close = nextMark(text, at + 1);
      if (text[close] === (character === "{" ? "}" : "]")) {
        out += character + (text[close] ?? "");
        at = close;
      } else out += `${character}\n${INDENT.repeat((depth += 1))}`;
    } else if (character === "}" || character === "]") out += `\n${INDENT.repeat((depth -= 1))}${character}`;
    else if (character === ",") out += `,\n${INDENT.repeat(depth)}`;
    else if (character === ":") out += ": ";
    else if (!isSpace(character)) out += character;
  }
  return out;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isSpace(character: string): boolean {
  return character === " " || character === "\n" || character === "\r" || character === "\t";
}

function nextMark(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at] ?? "")) at += 1;
  return at;
}

/** The index after the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
