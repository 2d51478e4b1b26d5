/**
 * schedule → send → settle: how a delivery gets from a lease to its record.
 *
 * A lease ends in one of two ways: the attempt is made and recorded, or the lease is given back unused. Until one of
 * the two is stored, this process holds the delivery.
 */
import type { Alarms } from "../alarms.ts";
import type { Log } from "../log.ts";
import { within } from "../inbound/orderly-stop.ts";
import type { Delivery } from "../pipeline/delivery.ts";
import { createGroupCommit } from "../pipeline/group-commit.ts";
import type { RoutingTable } from "../pipeline/routing-table.ts";
import type { Tracing } from "../pipeline/trace.ts";
import type { Pacing } from "../pipeline/schedule/pacing.ts";
import { READY_LIMITS, type ReadyQueue, createReadyQueue } from "../pipeline/schedule/ready-queue.ts";
import { paceOf } from "../pipeline/schedule/share.ts";
import { createTokens } from "../pipeline/send/auth/tokens.ts";
import { type SenderDeps, createSender, reasonNotToSend } from "../pipeline/send/sender.ts";
import { type Withdrawals, createWithdrawals } from "../pipeline/send/withdrawals.ts";
import { type AttemptCounts, countAttempts, newAttemptCounts } from "../pipeline/settle/attempt-counts.ts";
import { logAttempts } from "../pipeline/settle/attempt-log.ts";
import { attemptSpans } from "../pipeline/settle/attempt-spans.ts";
import { settledAttempt } from "../pipeline/settle/settled-attempt.ts";
import { createSettler } from "../pipeline/settle/settler.ts";
import type { SettledAttempt } from "../store/attempts.ts";
import type { Queryable } from "../store/database.ts";
import { type ReturnedEvent, returnLeases } from "../store/event-leases.ts";
import type { Lane } from "../store/lane.ts";
import type { Sealer } from "../store/seal.ts";

/** How long a stop waits for destinations that have not answered. */
const FINISH_WITHIN_MS = 6_000;

export interface DeliveryLineDeps extends Pick<SenderDeps, "dialer" | "cli"> {
  db: Queryable;
  lanesFor: (count: number) => Lane[];
  log: Log;
  alarms: Pick<Alarms, "raise">;
  owner: () => number;
  /** False: this process sends to CLIs only. */
  delivers: boolean;
  routing: RoutingTable;
  pacing: Pacing;
  sealer: Pick<Sealer, "open" | "seal">;
  publicUrl: string;
  /** How many bytes of events may wait in memory. */
  readyBytes: number;
  /** Called when the ready queue has room again for events that wait in the database. */
  hasRoom: () => void;
  /** Null: no request is traced. */
  tracing: Tracing | null;
}

export interface DeliveryLine {
  ready: ReadyQueue;
  attempts: AttemptCounts;
  withdrawals: Withdrawals;
  /** Records an attempt that ended without being sent. Calls `done` when that is stored. */
  settle: (attempt: SettledAttempt, done: () => void) => void;
  /** Gives back the lease of an event that did not come into memory. Calls `done` when that is stored. */
  giveBack: (event: ReturnedEvent, done: () => void) => void;
  /** Stops sending, gives unsent events back, waits a while for those on the wire, and waits until both are stored. */
  close: () => Promise<void>;
}

export function createDeliveryLine(deps: DeliveryLineDeps): DeliveryLine {
  const { db, lanesFor, log, alarms, owner, delivers, routing, pacing, dialer, sealer, cli, publicUrl } =
    deps;
  const { readyBytes, hasRoom, tracing } = deps;

  const attempts = newAttemptCounts();
  const settler = createSettler({
    lanes: lanesFor(2),
    log,
    alarms,
    owner,
    settled(recorded) {
      countAttempts(attempts, recorded);
      logAttempts(log, recorded);
    },
  });
  const returns = createGroupCommit<{ event: ReturnedEvent; done: () => void }>({
    lanes: lanesFor(1),
    maxRows: 512,
    maxBytes: Number.POSITIVE_INFINITY,
    bytesOf: () => 0,
    write: (lane, rows) =>
      returnLeases(
        lane,
        owner(),
        rows.map((row) => row.event),
      ),
    committed: (rows) => rows.forEach(({ done }) => done()),
    failed: (rows, error) => log.error("event.return_refused", { error, events: rows.length }),
    retry: true,
  });
  const finish = (delivery: Delivery) => {
    withdrawals.end(delivery);
    ready.finish(delivery);
  };
  const giveBack = (delivery: Delivery, status: ReturnedEvent["status"]) =>
    returns.add({
      done: () => finish(delivery),
      event: {
        team: delivery.team,
        id: delivery.id,
        connection: delivery.connection,
        attempt_number: delivery.attempt_number,
        status,
      },
    });

  const send = createSender({
    dialer,
    routing,
    tokens: createTokens({ dialer, db, sealer, log }),
    log,
    cli,
    eventUrl: `${publicUrl}/events/`,
    answered(delivery, connection, answer) {
      const nowMs = Date.now();
      const present = routing.byConnection(connection.key);
      const settled = settledAttempt(delivery, answer, {
        rule: present?.rules.retry ?? null,
        isStopped: !present || present.isDisabled,
        nowMs,
        chance: Math.random(),
      });
      ready.answered(delivery, paceOf(answer, connection.destination.deadlineMs, nowMs));
      settler.settle(settled, (stored) => {
        finish(delivery);
        if (tracing && delivery.traced && stored) {
          const { delayMs } = connection.rules;
          const times = { delayMs, storedAtMs: Date.now() };
          tracing.record(attemptSpans(delivery.traced, delivery, stored, times));
        }
      });
    },
    returned: giveBack,
    isWanted: (delivery) => withdrawals.begin(delivery),
  });
  // An attempt's deadline begins when it is sent, so it must not wait for a socket after that.
  const sending = Math.min(READY_LIMITS.sending, dialer.exchangesMost);
  const ready = createReadyQueue({
    limits: { ...READY_LIMITS, sending, bytes: readyBytes, ...(!delivers && { events: 0 }) },
    pacing,
    send,
    isWanted: (delivery) =>
      !withdrawals.has(delivery) &&
      reasonNotToSend(routing.byConnection(delivery.connectionKey), delivery) === null,
    giveBack: (delivery) => !withdrawals.has(delivery) && giveBack(delivery, "QUEUED"),
    hasRoom,
  });
  const withdrawals = createWithdrawals({
    held: ready.held,
    owner,
    giveBack: (delivery) => giveBack(delivery, "QUEUED"),
  });

  return {
    ready,
    attempts,
    withdrawals,
    settle: settler.settle,
    giveBack: (event, done) => returns.add({ event, done }),
    async close() {
      const { unsent, finished } = ready.close();
      for (const delivery of unsent) if (!withdrawals.has(delivery)) giveBack(delivery, "QUEUED");
      await within(FINISH_WITHIN_MS, finished);
      await within(FINISH_WITHIN_MS, Promise.all([settler.drained(), returns.drained()]));
    },
  };
}
