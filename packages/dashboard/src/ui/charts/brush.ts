/**
 * Which buckets has a person chosen, with the pointer or with the keys?
 *
 * Arrow keys move the cursor. With Shift they stretch a range from where the cursor was. Enter reports the range, or the
 * one bucket under the cursor; Esc drops it. A drag does the same with the pointer.
 */

export interface Brush {
  /** The bucket under the pointer or reached by keys. Null while nobody is in the chart. */
  cursor: number | null;
  /** Where the range began. Null without a range. */
  anchor: number | null;
}

export const NO_BRUSH: Brush = { cursor: null, anchor: null };

/** The first and the last bucket, both included. */
export function chosenRange({ cursor, anchor }: Brush): { first: number; last: number } | null {
  if (cursor === null) return null;
  const other = anchor ?? cursor;
  return { first: Math.min(cursor, other), last: Math.max(cursor, other) };
}

const STEPS: Record<string, (cursor: number, last: number) => number> = {
  ArrowLeft: (cursor) => cursor - 1,
  ArrowRight: (cursor) => cursor + 1,
  Home: () => 0,
  End: (_cursor, last) => last,
};

/** Returns null if the key means nothing here. A first press starts at the newest bucket. */
export function brushAfterKey(
  brush: Brush,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  buckets: number,
): Brush | null {
  if (key === "Escape") return brush.anchor === null ? null : { ...brush, anchor: null };
  const step = STEPS[key];
  if (!step || buckets === 0) return null;
  const last = buckets - 1;
  if (brush.cursor === null) return { cursor: key === "Home" ? 0 : last, anchor: null };
  const cursor = Math.min(Math.max(step(brush.cursor, last), 0), last);
  return { cursor, anchor: shiftKey ? (brush.anchor ?? brush.cursor) : null };
}

/** Which bucket is at this part (0 to 1) of the width? */
export function bucketAt(part: number, buckets: number): number {
  return Math.min(Math.max(Math.floor(part * buckets), 0), buckets - 1);
}
