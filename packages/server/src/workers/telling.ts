/** Announces to other processes that events wait for them: one announcement for all that overflow within AFTER_MS. */
import { type WaitingLine, lineText } from "../pipeline/schedule/claim-turns.ts";
import type { Queryable } from "../store/database.ts";
import { announceDue } from "../store/events.ts";

const AFTER_MS = 20;
/** For more lines than this, the announcement names none: workers then search. */
const ONE_BY_ONE_MAX = 10;

export interface Telling {
  due: (line: WaitingLine) => void;
}

export function createTelling(db: Queryable): Telling {
  const waiting = new Set<string>();

  function tell(): void {
    const told = waiting.size > ONE_BY_ONE_MAX ? [""] : [...waiting];
    waiting.clear();
    for (const one of told) void announceDue(db, one).catch(() => undefined); // workers look every half second anyway
  }

  return {
    due(line) {
      waiting.add(lineText(line));
      if (waiting.size === 1) setTimeout(tell, AFTER_MS);
    },
  };
}
