/**
 * Which blocks of the search index may match a filter?
 *
 * Reads sections in the order of a list, a few at a time: of each one only the bits of the keys that the filter needs.
 * Leaves out sections that have late rows, and those with so many blocks left that skipping would save nothing.
 */
import { uuidText } from "../ids.ts";
import type { Queryable } from "../store/database.ts";
import type { Demand } from "./needed-keys.ts";
import { KEYS } from "./gram-keys.ts";
import type { IdRange, ReadingDirection, SearchedSection } from "./legs.ts";

/** About ten milliseconds of reading, so that the first page of a common word is not late. */
const SECTIONS_AT_A_TIME = 64;
/** With a larger part of its blocks left, a section is read as if it were not indexed. */
const WORTH_SKIPPING = 0.5;

interface Row extends IdRange {
  ends: Buffer;
  /** For each key the bits of all blocks. */
  slices: Buffer[];
}

/** Returns which blocks meet all demands. `sliceOf` has the bits of all blocks for a key. */
function blocksThatMeet(
  demands: readonly Demand[],
  blocks: number,
  sliceOf: (key: number) => Uint8Array | undefined,
): number[] {
  const has = (key: number, block: number) => (((sliceOf(key)?.[block >> 3] ?? 0) >> (block & 7)) & 1) === 1;
  const meets = (block: number) =>
    demands.every((alternatives) => alternatives.some((keys) => keys.every((key) => has(key, block))));
  return Array.from({ length: blocks }, (_none, block) => block).filter(meets);
}

function leftOf({ above, ends, slices }: Row, keys: readonly number[], demands: readonly Demand[]) {
  const blocks = ends.length / 16;
  const slice = new Map(keys.map((key, at) => [key, slices[at]]));
  const endOf = (block: number) => (block < 0 ? above : uuidText(ends.subarray(block * 16, block * 16 + 16)));
  const left = blocksThatMeet(demands, blocks, (key) => slice.get(key));
  return {
    isWorthSkipping: left.length <= Math.max(1, blocks * WORTH_SKIPPING),
    left: left.map((block): IdRange => ({ above: endOf(block - 1), up_to: endOf(block) })),
  };
}

export interface SectionsRead {
  sections: SearchedSection[];
  /** Every section up to this id, in the order of reading, has been looked at; null if there are no more. */
  readTo: string | null;
}

export async function readSections(
  db: Queryable,
  { team_id, demands }: { team_id: string; demands: readonly Demand[] },
  position: string,
  direction: ReadingDirection,
): Promise<SectionsRead> {
  const keys = [...new Set(demands.flat(2))];
  const isDown = direction === "desc";
  const { rows } = await db.query<Row & { is_late: boolean }>(
    `select above, up_to, is_late,
       case when not is_late then ends end as ends,
       case when not is_late then array (
         select substring(bits from 1 + key * width for width)
         from unnest($3::int[]) with ordinality as needed (key, number) order by number) end as slices
     from (
       select above, up_to, ends, bits, octet_length(bits) / ${KEYS} as width,
         exists (
           select from search_late as late
           where late.team_id = section.team_id and late.id > section.above and late.id <= section.up_to) as is_late
       from search_sections as section
       where team_id = $1 and ${isDown ? "above < $2" : "up_to > $2"}
       order by above ${direction} limit ${SECTIONS_AT_A_TIME}) as section
     order by above ${direction}`,
    [team_id, position, keys],
  );
  const sections = rows.flatMap((row): SearchedSection[] => {
    if (row.is_late) return [];
    const { isWorthSkipping, left } = leftOf(row, keys, demands);
    return isWorthSkipping ? [{ above: row.above, up_to: row.up_to, left }] : [];
  });
  const last = rows.length < SECTIONS_AT_A_TIME ? undefined : rows.at(-1);
  return { sections, readTo: last ? (isDown ? last.above : last.up_to) : null };
}
