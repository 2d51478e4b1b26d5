/**
 * How are minute counters added up?
 *
 * Counted in memory per batch, then added in the batch's own commit, so that a counter is right exactly
 * when what it counts is stored. Readers sum over lanes.
 */
import { int4Array, textArray, timestampArray, uuidArray } from "./binary-arrays.ts";

const MINUTE_MS = 60_000;

/** For what is counted inside a larger transaction: its counters are nobody else's, so no lane waits for it. */
export const TRANSACTION_LANE = -1;

export type Measure = "REQUEST" | "REJECTED" | "EVENT" | "IGNORED" | "SUCCESSFUL" | "FAILED";

export interface Tally {
  add: (team: Uint8Array, subject: Uint8Array, subjectKey: string, measure: Measure, atMs: number) => void;
  /** Parameters for `countedInto`, five of them. */
  parameters: () => Buffer[];
}

interface Entry {
  team: Uint8Array;
  subject: Uint8Array;
  measure: Measure;
  minuteMs: number;
  count: number;
}

export function createTally(): Tally {
  const entries = new Map<string, Entry>();
  return {
    add(team, subject, subjectKey, measure, atMs) {
      const minuteMs = atMs - (atMs % MINUTE_MS);
      const key = subjectKey + measure + minuteMs;
      const entry = entries.get(key);
      if (entry) entry.count++;
      else entries.set(key, { team, subject, measure, minuteMs, count: 1 });
    },
    parameters() {
      const rows = [...entries.values()];
      return [
        uuidArray(rows.map((row) => row.team)),
        timestampArray(rows.map((row) => row.minuteMs)),
        uuidArray(rows.map((row) => row.subject)),
        textArray(rows.map((row) => row.measure)),
        int4Array(rows.map((row) => row.count)),
      ];
    },
  };
}

/** A data-modifying part of a batch statement; `first` is the number of its first of six parameters. */
export function countedInto(first: number): string {
  const [team, minute, subject, measure, count, lane] = [0, 1, 2, 3, 4, 5].map(
    (offset) => `$${first + offset}`,
  );
  return `counted as (
     insert into minute_counters (team_id, minute, subject_id, measure, lane, count)
     select team_id, minute, subject_id, measure, ${lane}::int, count
     from unnest(${team}::uuid[], ${minute}::timestamptz[], ${subject}::uuid[], ${measure}::text[], ${count}::int[])
       as tally (team_id, minute, subject_id, measure, count)
     on conflict (team_id, minute, subject_id, measure, lane)
     do update set count = minute_counters.count + excluded.count)`;
}
