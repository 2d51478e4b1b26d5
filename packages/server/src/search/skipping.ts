/**
 * What does a search read next, and what may it skip?
 *
 * One per page of a list. It reads the index along with the list, never further ahead than the list needs, and returns
 * legs of few blocks first: a common word is found in them, and a rare one is worth reading many at once.
 */
import type { PayloadFilters } from "@posthorn/contract/payload-filters";
import type { Queryable } from "../store/database.ts";
import { neededKeys } from "./needed-keys.ts";
import { readSections, type SectionsRead } from "./searched-sections.sql.ts";
import { type ReadingDirection, type Leg, legAfter } from "./legs.ts";

const FIRST_RANGES = 2;
const MOST_RANGES = 32;
const RANGES_GROW_BY = 4;

export interface Skipping {
  legAfter: (position: string, direction: ReadingDirection) => Promise<Leg>;
}

const EVERYTHING: Skipping = { legAfter: async () => ({ ranges: null, until: null }) };

export function createSkipping(db: Queryable, team_id: string, filters: PayloadFilters): Skipping {
  const demands = neededKeys(filters);
  if (demands.length === 0) return EVERYTHING;
  let read: SectionsRead | null = null;
  let most = FIRST_RANGES;

  return {
    async legAfter(position, direction) {
      const isRead = (readTo: string | null) =>
        readTo === null || (direction === "desc" ? readTo < position : readTo > position);
      if (read === null || !isRead(read.readTo)) {
        read = await readSections(db, { team_id, demands }, position, direction);
      }
      const leg = legAfter(read.sections, position, direction, most);
      if (leg.ranges !== null && leg.ranges.length > 0) most = Math.min(MOST_RANGES, most * RANGES_GROW_BY);
      // Beyond what was read, nothing is known: the next call reads on from there.
      return leg.until === null && read.readTo !== null ? { ...leg, until: read.readTo } : leg;
    },
  };
}
