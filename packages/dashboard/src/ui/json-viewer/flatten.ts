/**
 * Which rows does a JSON text have, or where is its syntax error?
 *
 * The viewer calls this once per body. It reads the text itself instead of using JSON.parse, which rounds
 * 12345678901234567890, turns 1.0 into 1, reorders number-like keys and drops duplicates. It accepts exactly what
 * JSON.parse accepts, up to a depth and a row count that the tree can show.
 */
import { at, doubledColumns, emptyColumns, RowKind, type FlatJson } from "./flat-json.ts";

export type Flattened = { ok: true; json: FlatJson } | { ok: false; fault: JsonFault };
/** `reason` completes the sentence "Not shown as a tree: …". Line and column count from 1. */
export type JsonFault = { reason: string; line: number; column: number };

const DEEPEST = 512;
/** Firefox draws no element taller than 17.8 million pixels. With 20 px per row, this stays below. */
export const MOST_ROWS = 800_000;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const COLON = 58;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;

class Fault extends Error {
  readonly offset: number;
  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}

export function flattenJson(text: string): Flattened {
  try {
    return { ok: true, json: scan(text) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ok: false, fault: { reason: error.message, ...placeOf(text, error.offset) } };
  }
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf("\n"); end !== -1 && end < offset; end = text.indexOf("\n", lineStart)) {
    line += 1;
    lineStart = end + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

function scan(text: string): FlatJson {
  let rows = emptyColumns(Math.max(16, text.length >> 4));
  const openRows = new Int32Array(DEEPEST + 1);
  let depth = 0;
  let pos = skipSpace(text, 0);
  let keyStart = 0;
  let keyEnd = 0;

  const addRow = (kind: RowKind, valueStart: number, valueEnd: number): number => {
    const row = rows.rowCount;
    if (row === MOST_ROWS) throw new Fault(`more than ${MOST_ROWS.toLocaleString("en")} rows`, valueStart);
    if (row === rows.kind.length) rows = doubledColumns(rows);
    const parent = depth === 0 ? -1 : at(openRows, depth - 1);
    rows.rowCount = row + 1;
    rows.kind[row] = kind;
    rows.depth[row] = depth;
    rows.keyStart[row] = keyStart;
    rows.keyEnd[row] = keyEnd;
    rows.valueStart[row] = valueStart;
    rows.valueEnd[row] = valueEnd;
    rows.mate[row] = row;
    rows.parent[row] = parent;
    if (parent >= 0 && kind !== RowKind.Close) {
      const position = at(rows.childCount, parent);
      rows.position[row] = position;
      rows.childCount[parent] = position + 1;
    }
    keyStart = 0;
    keyEnd = 0;
    return row;
  };

  const readKey = (): void => {
    if (text.charCodeAt(pos) !== QUOTE) throw unexpected(text, pos, "expected a key in double quotes");
    keyStart = pos;
    keyEnd = stringEnd(text, pos);
    pos = skipSpace(text, keyEnd);
    if (text.charCodeAt(pos) !== COLON) throw unexpected(text, pos, "expected a colon");
    pos = skipSpace(text, pos + 1);
  };

  for (;;) {
    const first = text.charCodeAt(pos);
    if (first === OPEN_OBJECT || first === OPEN_ARRAY) {
      if (depth === DEEPEST) throw new Fault(`nested deeper than ${DEEPEST} levels`, pos);
      const isObject = first === OPEN_OBJECT;
      const row = addRow(isObject ? RowKind.Object : RowKind.Array, pos, pos);
      pos = skipSpace(text, pos + 1);
      if (text.charCodeAt(pos) !== (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
        openRows[depth] = row;
        depth += 1;
        if (isObject) readKey();
        continue;
      }
      pos += 1;
      rows.valueEnd[row] = pos;
    } else {
      const end = scalarEnd(text, pos, first);
      addRow(first === QUOTE ? RowKind.String : isLetter(first) ? RowKind.Literal : RowKind.Number, pos, end);
      pos = end;
    }

    // A value has ended: close the objects and arrays that end here, up to the next comma or the end of the text.
    for (;;) {
      pos = skipSpace(text, pos);
      if (depth === 0) {
        if (pos < text.length) throw new Fault("unexpected text after the end", pos);
        return { ...rows, text };
      }
      const opening = at(openRows, depth - 1);
      const isObject = rows.kind[opening] === RowKind.Object;
      const next = text.charCodeAt(pos);
      if (next === COMMA) {
        pos = skipSpace(text, pos + 1);
        if (isObject) readKey();
        break;
      }
      if (next !== (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
        throw unexpected(text, pos, `expected a comma or ${isObject ? "}" : "]"}`);
      }
      depth -= 1;
      const closing = addRow(RowKind.Close, pos, pos + 1);
      pos += 1;
      rows.valueEnd[opening] = pos;
      rows.mate[opening] = closing;
      rows.mate[closing] = opening;
    }
  }
}

function unexpected(text: string, pos: number, reason: string): Fault {
  return new Fault(pos < text.length ? reason : "the text ends too early", pos);
}

function isLetter(code: number): boolean {
  return code >= 97 && code <= 122;
}

function skipSpace(text: string, from: number): number {
  let pos = from;
  for (;;) {
    const code = text.charCodeAt(pos);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return pos;
    pos += 1;
  }
}

function scalarEnd(text: string, pos: number, first: number): number {
  if (first === QUOTE) return stringEnd(text, pos);
  for (const literal of ["true", "false", "null"]) {
    if (text.startsWith(literal, pos)) return pos + literal.length;
  }
  NUMBER.lastIndex = pos;
  if (!NUMBER.test(text)) throw unexpected(text, pos, "expected a value");
  return NUMBER.lastIndex;
}

function stringEnd(text: string, start: number): number {
  let pos = start + 1;
  for (;;) {
    const code = text.charCodeAt(pos);
    if (code === QUOTE) return pos + 1;
    if (code === BACKSLASH) {
      ESCAPE.lastIndex = pos;
      if (!ESCAPE.test(text)) throw new Fault("unknown escape in a string", pos);
      pos = ESCAPE.lastIndex;
    } else if (code >= 32) {
      pos += 1;
    } else if (pos < text.length) {
      throw new Fault("a line break or control character inside a string", pos);
    } else {
      throw new Fault("a string is not closed", start); // charCodeAt past the end is NaN
    }
  }
}
