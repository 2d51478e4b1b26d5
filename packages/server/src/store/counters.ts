/**
 * How are minute counters added up?
 *
 * A batch counts in memory and adds the sums in its own commit, so a counter is right exactly when what it
 * counts is stored. Each database connection adds to rows of its own: the column `lane` holds the number of
 * PostgreSQL's process behind the connection, and no two open transactions share that. So no writer ever waits
 * for another's counter, in this process or in any other. Readers sum over the column.
 */
import { uuidText } from "../ids.ts";
import { int4Array, textArray, timestampArray, uuidArray } from "./binary-arrays.ts";

const MINUTE_MS = 60_000;

export type Measure = "REQUEST" | "REJECTED" | "EVENT" | "IGNORED" | "SUCCESSFUL" | "FAILED";

export interface Tally {
  /** `row` is the id of the row that is counted. */
  add: (
    team: Uint8Array,
    subject: Uint8Array,
    subjectKey: string,
    measure: Measure,
    atMs: number,
    row: Uint8Array,
  ) => void;
  /** Parameters for `countedInto`, five of them. */
  parameters: () => Buffer[];
  /** One more parameter, for a batch that is tried again: the row behind each count. */
  rows: () => Buffer;
}

interface Entry {
  team: Uint8Array;
  subject: Uint8Array;
  measure: Measure;
  minuteMs: number;
  count: number;
  row: Uint8Array;
}

/** A batch that is tried again counts each row separately, because only the database knows which rows are new. */
export function createTally({ isRepeated = false } = {}): Tally {
  const entries = new Map<string, Entry>();
  return {
    add(team, subject, subjectKey, measure, atMs, row) {
      const minuteMs = atMs - (atMs % MINUTE_MS);
      const key = subjectKey + measure + minuteMs + (isRepeated ? uuidText(row) : "");
      const entry = entries.get(key);
      if (entry) entry.count++;
      else entries.set(key, { team, subject, measure, minuteMs, count: 1, row });
    },
    rows: () => uuidArray([...entries.values()].toSorted(inOrderOfKey).map(({ row }) => row)),
    parameters() {
      const rows = [...entries.values()].toSorted(inOrderOfKey);
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

/** The order of the primary key. Every statement that locks several counters takes them in this order. */
function inOrderOfKey(a: Entry, b: Entry): number {
  return (
    Buffer.compare(a.team, b.team) ||
    a.minuteMs - b.minuteMs ||
    Buffer.compare(a.subject, b.subject) ||
    (a.measure < b.measure ? -1 : a.measure > b.measure ? 1 : 0) ||
    Buffer.compare(a.row, b.row)
  );
}

/** What a batch that is tried again counts: only the rows that the statement really inserts. */
export interface OnlyNew {
  /** The number of the parameter with the tally's rows. */
  rows: number;
  /** A condition on `tally.row_id`, `tally.subject_id` and `tally.measure`. */
  isNew: string;
}

/** A data-modifying part of a batch statement; `first` is the number of its first of five parameters. */
export function countedInto(first: number, only?: OnlyNew): string {
  const [team, minute, subject, measure, count] = [0, 1, 2, 3, 4].map((offset) => `$${first + offset}`);
  return `counted as (
     insert into minute_counters (team_id, minute, subject_id, measure, lane, count)
     select team_id, minute, subject_id, measure, pg_backend_pid(), ${only ? "sum(count)" : "count"}
     from unnest(${team}::uuid[], ${minute}::timestamptz[], ${subject}::uuid[], ${measure}::text[], ${count}::int[]${
       only ? `, $${only.rows}::uuid[]` : ""
     })
       as tally (team_id, minute, subject_id, measure, count${only ? ", row_id" : ""})
     ${only ? `where ${only.isNew} group by 1, 2, 3, 4 order by 1, 2, 3, 4` : ""}
     on conflict (team_id, minute, subject_id, measure, lane)
     do update set count = minute_counters.count + excluded.count)`;
}
