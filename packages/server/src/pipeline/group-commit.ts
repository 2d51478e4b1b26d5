/**
 * When does a row become part of a batch, and when does its caller learn that it was stored?
 *
 * Rows wait while every lane is writing; a lane that comes free takes all waiting rows, up to a bound. So a quiet
 * system commits each row at once, and a busy one commits hundreds together. Ingest uses it and gives up on failure,
 * because a sender waits. Route and settle use it and never give up. After a batch that missed its deadline, the next
 * ones are smaller (batch-size.ts).
 */
import { STATEMENT_TIMEOUT_MS, isRefusedData, type Lane, ranOutOfTime } from "../store/lane.ts";
import { createBatchSize } from "./batch-size.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/**
 * Fewer rows than this wait until the present batch is written. Fewer and larger batches cost the processor less.
 */
const WORTH_A_SECOND_LANE = 48;

export interface GroupCommit<Row> {
  add: (row: Row) => void;
  /** Removes waiting rows that are no longer wanted, and returns them. Rows that are being written stay. */
  withdraw: (isUnwanted: (row: Row) => boolean) => Row[];
  /** Rows that wait or are being written. */
  size: () => number;
  /** Resolves once nothing waits and nothing is being written. */
  drained: () => Promise<void>;
}

export interface GroupCommitOptions<Row, Stored = void> {
  lanes: readonly Lane[];
  maxRows: number;
  maxBytes: number;
  bytesOf: (row: Row) => number;
  /** Is called again after a failure, also if that try has stored the rows and only its reply was lost. */
  write: (lane: Lane, rows: readonly Row[]) => Promise<Stored>;
  /** Gets what `write` returned. */
  committed: (rows: readonly Row[], stored: Stored) => void;
  /** Called for rows that will not be written. With `retry`, only for rows that PostgreSQL refused one by one. */
  failed: (rows: readonly Row[], error: unknown) => void;
  /** Keep trying through an outage. */
  retry: boolean;
  /** How long a batch that is not full waits for more rows. Only for rows that no caller waits for. */
  lingerMs?: number;
}

export function createGroupCommit<Row, Stored = void>(
  options: GroupCommitOptions<Row, Stored>,
): GroupCommit<Row> {
  const { lanes, maxRows, maxBytes, bytesOf, write, committed, failed, retry, lingerMs = 0 } = options;
  const size = createBatchSize(maxRows, STATEMENT_TIMEOUT_MS);
  let waiting: Row[] = [];
  let writing = 0;
  let timer: NodeJS.Timeout | null = null;
  const idleLanes = [...lanes];
  let onDrained: (() => void)[] = [];

  function takeBatch(): Row[] {
    const most = size.rows();
    let bytes = 0;
    let count = 0;
    for (const row of waiting) {
      bytes += bytesOf(row);
      if (count > 0 && (count === most || bytes > maxBytes)) break;
      count++;
    }
    const batch = waiting.slice(0, count);
    waiting = count === waiting.length ? [] : waiting.slice(count);
    return batch;
  }

  /** Writes the rows in one commit, or in several if the bound has shrunk meanwhile. */
  async function writeAll(lane: Lane, rows: readonly Row[]): Promise<void> {
    let left = rows;
    let pauseMs = FIRST_PAUSE_MS;
    while (left.length > 0) {
      const batch = left.length <= size.rows() ? left : left.slice(0, size.rows());
      const begunMs = performance.now();
      let stored: Stored;
      try {
        stored = await write(lane, batch);
      } catch (error) {
        const nowMs = performance.now();
        if (isRefusedData(error)) {
          if (batch.length === 1) failed(batch, error);
          else await separate(lane, batch);
          left = left.slice(batch.length);
          continue;
        }
        if (ranOutOfTime(error)) size.ranOutOfTime(batch.length, nowMs);
        if (!retry) return failed(left, error);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        continue;
      }
      const nowMs = performance.now();
      size.committed(batch.length, nowMs - begunMs, nowMs);
      committed(batch, stored);
      left = left.slice(batch.length);
      pauseMs = FIRST_PAUSE_MS;
    }
  }

  /** Halves a batch that PostgreSQL refuses until the row at fault stands alone. */
  async function separate(lane: Lane, refused: readonly Row[]): Promise<void> {
    const half = refused.length >> 1;
    await writeAll(lane, refused.slice(0, half));
    await writeAll(lane, refused.slice(half));
  }

  function pump(): void {
    timer = null;
    while (waiting.length > 0) {
      const isOneWriting = idleLanes.length < lanes.length;
      if (isOneWriting && waiting.length < Math.min(WORTH_A_SECOND_LANE, size.rows())) return;
      const lane = idleLanes.pop();
      if (!lane) return;
      const batch = takeBatch();
      writing += batch.length;
      void writeAll(lane, batch).finally(() => {
        writing -= batch.length;
        idleLanes.push(lane);
        schedule();
        tellIfDrained();
      });
    }
  }

  function tellIfDrained(): void {
    if (writing > 0 || waiting.length > 0) return;
    for (const resolve of onDrained) resolve();
    onDrained = [];
  }

  function schedule(): void {
    if (timer || waiting.length === 0 || idleLanes.length === 0) return;
    if (lingerMs > 0 && waiting.length < size.rows()) timer = setTimeout(pump, lingerMs);
    else pump();
  }

  /** Rows that arrive in one turn of the event loop share a batch. */
  let isScheduled = false;
  return {
    add(row) {
      waiting.push(row);
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(() => {
        isScheduled = false;
        schedule();
      });
    },
    withdraw(isUnwanted) {
      const withdrawn = waiting.filter(isUnwanted);
      if (withdrawn.length === 0) return withdrawn;
      waiting = waiting.filter((row) => !isUnwanted(row));
      tellIfDrained();
      return withdrawn;
    },
    size: () => waiting.length + writing,
    drained() {
      if (writing === 0 && waiting.length === 0) return Promise.resolve();
      return new Promise((resolve) => onDrained.push(resolve));
    },
  };
}
