/**
 * What may a person type at the cursor of an unfinished JSON text?
 *
 * Suggestions need to know whether a key or a value belongs here, and below which keys. The text is usually not valid
 * yet, so this reads it from the start up to the cursor and passes over what it does not understand.
 */
export interface JsonCursor {
  expects: "key" | "value";
  /** The keys and positions around the cursor. For a value, the last one is its own. */
  path: readonly (string | number)[];
  /** Where the key or value begins that the person types. */
  from: number;
  /** The cursor, or the place after a closing quote behind it. */
  to: number;
  /** Whether an opening quote is already there. */
  isInString: boolean;
  /** For a key: whether a colon follows. */
  hasColon: boolean;
}

interface Level {
  isArray: boolean;
  key: string;
  position: number;
  /** In an object: whether a key comes next, rather than its value. */
  expectsKey: boolean;
}

const WORD = /[\w$.+-]/;

/** Null where nothing can be suggested: after a value, before a comma. */
export function jsonCursor(text: string, position: number): JsonCursor | null {
  const levels: Level[] = [];
  let at = 0;
  let valueEnd = -1;
  let stringStart = -1;
  while (at < position) {
    const letter = text[at];
    if (letter === '"') {
      const end = closingQuote(text, at);
      if (end >= position) {
        stringStart = at;
        break;
      }
      const level = levels.at(-1);
      if (level?.expectsKey === true && !level.isArray) level.key = read(text.slice(at, end + 1));
      else valueEnd = end;
      at = end + 1;
      continue;
    }
    const level = levels.at(-1);
    if (letter === "{" || letter === "[") {
      levels.push({ isArray: letter === "[", key: "", position: 0, expectsKey: letter === "{" });
      valueEnd = -1;
    } else if (letter === "}" || letter === "]") {
      levels.pop();
      valueEnd = at;
    } else if (letter === ":" && level) {
      level.expectsKey = false;
      valueEnd = -1;
    } else if (letter === "," && level) {
      level.position += 1;
      level.expectsKey = !level.isArray;
      level.key = "";
      valueEnd = -1;
    }
    at += 1;
  }
  const level = levels.at(-1);
  const isKey = level !== undefined && !level.isArray && level.expectsKey;
  if (valueEnd !== -1 && stringStart === -1) return null;
  if (isKey && stringStart === -1 && level.key !== "") return null;
  const isInString = stringStart !== -1;
  const from = isInString ? stringStart : wordStart(text, position);
  const to = isInString && text[position] === '"' ? position + 1 : position;
  return {
    expects: isKey ? "key" : "value",
    path: pathOf(levels, isKey),
    from,
    to,
    isInString,
    hasColon: /^\s*:/.test(text.slice(to, to + 100)),
  };
}

function pathOf(levels: readonly Level[], isKey: boolean): (string | number)[] {
  const path = levels.map(({ isArray, key, position }) => (isArray ? position : key));
  return isKey ? path.slice(0, -1) : path;
}

/** The position of the closing quote; past the end if the string is not closed on its line. */
function closingQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
    else if (text[at] === "\n") return text.length;
  }
  return text.length;
}

function wordStart(text: string, position: number): number {
  let start = position;
  while (start > 0 && WORD.test(text[start - 1] ?? "")) start -= 1;
  return start;
}

function read(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return "";
  }
}
