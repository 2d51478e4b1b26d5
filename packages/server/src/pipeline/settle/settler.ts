/**
 * How is the outcome of an attempt stored?
 *
 * A group commit writes attempt, event status and counters, and tries until it succeeds: a database outage must not
 * lose a destination's answer. No caller waits for it, so rows gather for a moment. `settled` gets the attempts of each
 * committed batch that have changed their event, once: the one place for code that watches attempts.
 *
 * If PostgreSQL refuses an answer, the attempt is stored without it, as failed with UNKNOWN. Otherwise its event would
 * stay on its way for as long as this process lives.
 */
import { publicId } from "@posthorn/contract/ids";
import type { Alarms } from "../../alarms.ts";
import { uuidText } from "../../ids.ts";
import type { Log } from "../../log.ts";
import { type LeftOut, type SettledAttempt, settleAttempts } from "../../store/attempts.ts";
import type { Lane } from "../../store/lane.ts";
import { createGroupCommit } from "../group-commit.ts";

const LINGER_MS = 5;

/**
 * Gets the attempt as it is stored. Null if it has not changed its event, for example because another process took the
 * event over.
 */
type Done = (stored: SettledAttempt | null) => void;

export interface Settler {
  /** `done` is called when the outcome is stored: until then the lease is held. */
  settle: (attempt: SettledAttempt, done: Done) => void;
  drained: () => Promise<void>;
}

export interface SettlerDeps {
  lanes: readonly Lane[];
  log: Log;
  alarms: Pick<Alarms, "raise">;
  owner: () => number;
  /**
   * Called once for each committed batch, with the attempts that have changed their event. The next batch waits until
   * it returns.
   */
  settled: (attempts: readonly SettledAttempt[]) => void;
}

interface Waiting {
  attempt: SettledAttempt;
  done: Done;
  /** PostgreSQL has refused the answer, and this is the attempt without it. */
  isBare: boolean;
}

export function createSettler({ lanes, log, alarms, owner, settled }: SettlerDeps): Settler {
  /** The rows are committed, so an error of the listener must not make the batch be written again. */
  function handOn(attempts: readonly SettledAttempt[]): void {
    if (attempts.length === 0) return;
    try {
      settled(attempts);
    } catch (error) {
      log.error("attempt.listener_failed", { error, attempts: attempts.length });
    }
  }

  function warnOfUnrecorded(attempts: readonly SettledAttempt[], { unrecorded }: LeftOut): void {
    if (unrecorded.size === 0) return;
    for (const { event, attempt_number, status } of attempts) {
      if (!unrecorded.has(uuidText(event))) continue;
      log.warn("attempt.not_recorded", { event_id: publicId("event", event), attempt_number, status });
    }
  }

  const commits = createGroupCommit<Waiting, LeftOut>({
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
    committed(rows, leftOut) {
      const { unchanged } = leftOut;
      const attempts: SettledAttempt[] = [];
      for (const { attempt, done } of rows) {
        const isSettled = unchanged.size === 0 || !unchanged.has(uuidText(attempt.event));
        if (isSettled) attempts.push(attempt);
        done(isSettled ? attempt : null);
      }
      warnOfUnrecorded(attempts, leftOut);
      handOn(attempts);
    },
    failed(rows, error) {
      for (const { attempt, done, isBare } of rows) {
        alarms.raise("settling_refused");
        log.error("attempt.settling_refused", {
          error,
          event_id: publicId("event", attempt.event),
          attempt_number: attempt.attempt_number,
        });
        if (isBare) done(null);
        else commits.add({ attempt: withoutAnswer(attempt), done, isBare: true });
      }
    },
    retry: true,
    lingerMs: LINGER_MS,
  });
  return {
    settle: (attempt, done) => commits.add({ attempt, done, isBare: false }),
    drained: commits.drained,
  };
}

/** The same attempt with nothing in it that a destination wrote. A retry that the rule has planned is still made. */
function withoutAnswer(attempt: SettledAttempt): SettledAttempt {
  return {
    ...attempt,
    status: "FAILED",
    event_status: "FAILED",
    response_status: null,
    error_code: "UNKNOWN",
    http_method: "",
    requested_url: "",
    response_headers: null,
    response_body: null,
    response_body_cut: false,
    deliveredAtMs: null,
    respondedAtMs: null,
  };
}
