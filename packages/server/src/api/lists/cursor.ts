/**
 * Which position in a list does a cursor stand for?
 *
 * A cursor is the position of a row and the name of the order it belongs to, in base64url. It is not secret and not
 * trusted: a cursor that does not fit the order exactly is refused.
 */
import type { Order, Position, SortColumn } from "./sort.ts";

const PREFIX = "cur_";
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Names are at most this long; a longer value cannot be a position in any list of ours. */
const LONGEST_TEXT = 400;

export function cursorOf(order: Order, position: Position): string {
  return PREFIX + Buffer.from(JSON.stringify([order.key, ...position])).toString("base64url");
}

export function isCursor(text: string): boolean {
  return text.startsWith(PREFIX);
}

function fits(value: unknown, { kind }: SortColumn): value is string | number {
  if (kind === "time") return Number.isSafeInteger(value);
  if (kind === "integer") return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
  if (typeof value !== "string") return false;
  return kind === "uuid" ? UUID.test(value) : value.length <= LONGEST_TEXT && !value.includes("\u0000");
}

/** Returns null when the text is no cursor of this order. */
export function positionOf(order: Order, cursor: string): Position | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor.slice(PREFIX.length), "base64url").toString("utf8"));
  } catch {
    return null;
  }
  if (!Array.isArray(parsed) || parsed.length !== order.columns.length + 1 || parsed[0] !== order.key) {
    return null;
  }
  const position: (string | number)[] = [];
  for (const [at, column] of order.columns.entries()) {
    const value: unknown = parsed[at + 1];
    if (!fits(value, column)) return null;
    position.push(value);
  }
  return position;
}
