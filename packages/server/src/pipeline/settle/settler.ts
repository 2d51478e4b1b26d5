/**
 * How does the outcome of an attempt become part of the record?
 *
 * Attempt, event status and counters in one group commit, tried until it succeeds: an answer that a
 * destination gave is not forgotten because the database was away. Nobody waits for it, so rows gather
 * for a moment.
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
}

interface Waiting {
  attempt: SettledAttempt;
  done: () => void;
}

export function createSettler({ lanes, log, owner }: SettlerDeps): Settler {
  const commits = createGroupCommit<Waiting>({
    lanes,
    maxRows: 512,
    maxBytes: 16 * 1024 * 1024,
    bytesOf: ({ attempt }) => 512 + (attempt.response_body?.length ?? 0),
    write: (lane, rows, isRepeated) =>
      settleAttempts(
        lane,
        owner(),
        rows.map((row) => row.attempt),
        isRepeated,
      ),
    committed: (rows) => rows.forEach((row) => row.done()),
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
