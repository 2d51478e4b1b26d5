/**
 * How is the outcome of an attempt stored?
 *
 * A group commit writes attempt, event status and counters, and tries until it succeeds: a database outage must not
 * lose a destination's answer. No caller waits for it, so rows gather for a moment. `settled` gets each committed batch
 * once: the one place for code that watches attempts.
 */
import { publicId } from "@posthorn/contract/ids";
import type { Log } from "../../log.ts";
import { type SettledAttempt, settleAttempts } from "../../store/attempts.ts";
import type { Lane } from "../../store/lane.ts";
import { createGroupCommit } from "../group-commit.ts";

const LINGER_MS = 5;

export interface Settler {
  /** `done` is called when the outcome is stored: until then the lease is held. */
  settle: (attempt: SettledAttempt, done: () => void) => void;
  drained: () => Promise<void>;
}

export interface SettlerDeps {
  lanes: readonly Lane[];
  log: Log;
  owner: () => number;
  /** Called once for each committed batch, with the attempts that it holds. The next batch waits until it returns. */
  settled: (attempts: readonly SettledAttempt[]) => void;
}

interface Waiting {
  attempt: SettledAttempt;
  done: () => void;
}

export function createSettler({ lanes, log, owner, settled }: SettlerDeps): Settler {
  /** The rows are committed, so an error of the listener must not make the batch be written again. */
  function handOn(rows: readonly Waiting[]): void {
    try {
      settled(rows.map((row) => row.attempt));
    } catch (error) {
      log.error("attempt.listener_failed", { error, attempts: rows.length });
    }
  }

  const commits = createGroupCommit<Waiting>({
    lanes,
    maxRows: 512,
    maxBytes: 16 * 1024 * 1024,
    bytesOf: ({ attempt }) => 512 + (attempt.response_body?.length ?? 0),
    write: (lane, rows) =>
      settleAttempts(
        lane,
        owner(),
        rows.map((row) => row.attempt),
      ),
    committed(rows) {
      for (const row of rows) row.done();
      handOn(rows);
    },
    failed(rows, error) {
      for (const { attempt, done } of rows) {
        log.error("attempt.settling_refused", {
          error,
          event_id: publicId("event", attempt.event),
          attempt_number: attempt.attempt_number,
        });
        done();
      }
    },
    retry: true,
    lingerMs: LINGER_MS,
  });
  return {
    settle: (attempt, done) => commits.add({ attempt, done }),
    drained: commits.drained,
  };
}
