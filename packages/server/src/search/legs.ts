/**
 * Where does a list go on reading, after what the search index rules out?
 *
 * A list goes through ids in one direction. From a position on, there is either a stretch that is not indexed, which it
 * reads as it always does, or sections of the index, of which it reads only the blocks that may match. Pure.
 */

/** The ids above `above`, up to and including `up_to`. */
export interface IdRange {
  above: string;
  up_to: string;
}

export interface SearchedSection extends IdRange {
  /** The blocks that may match, in the order of ids. */
  left: readonly IdRange[];
}

export interface Leg {
  /** The ids to read; null means all of them up to `until`. */
  ranges: IdRange[] | null;
  /** The last id that belongs to the leg; null is the end of the list. */
  until: string | null;
}

export type ReadingDirection = "asc" | "desc";

/** Returns the id just before or after this one. It is a valid position, although no row has it. */
export function beside(id: string, by: 1n | -1n): string {
  const moved = (BigInt(`0x${id.replaceAll("-", "")}`) + by).toString(16).padStart(32, "0");
  return [0, 8, 12, 16, 20].map((from, at) => moved.slice(from, [8, 12, 16, 20, 32][at])).join("-");
}

/** The last id of a range in the direction of reading. */
const lastOf = ({ above, up_to }: IdRange, direction: ReadingDirection) =>
  direction === "desc" ? beside(above, 1n) : up_to;

const isBeyond = (id: string, position: string, direction: ReadingDirection) =>
  direction === "desc" ? id < position : id > position;

/**
 * Returns the first leg after a position. `sections` are in the order of reading, and at least one that is not wholly
 * before the position must be among them if there is any. The leg has at most `most` ranges.
 */
export function legAfter(
  sections: readonly SearchedSection[],
  position: string,
  direction: ReadingDirection,
  most: number,
): Leg {
  let at = sections.findIndex((section) => isBeyond(lastOf(section, direction), position, direction));
  let section = sections[at];
  if (!section) return { ranges: null, until: null };
  const before = direction === "desc" ? beside(section.up_to, 1n) : section.above;
  if (isBeyond(before, position, direction)) return { ranges: null, until: before };

  const ranges: IdRange[] = [];
  let until = position;
  for (;;) {
    for (const range of direction === "desc" ? section.left.toReversed() : section.left) {
      const last = lastOf(range, direction);
      if (!isBeyond(last, position, direction)) continue;
      ranges.push(range);
      if (ranges.length === most) return { ranges, until: last };
    }
    until = lastOf(section, direction);
    const next = sections[++at];
    const isNeighbour = direction === "desc" ? next?.up_to === section.above : next?.above === section.up_to;
    if (!next || !isNeighbour) return { ranges, until };
    section = next;
  }
}
