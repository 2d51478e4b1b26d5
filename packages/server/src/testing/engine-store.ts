/**
 * What does the engine ask of the database, and what would it answer if it did as lifecycle.ts says?
 *
 * The pure store takes a story through thousands of steps in a moment; `store/engine.db.test.ts` has PostgreSQL tell
 * the same stories.
 */
import type { AttemptTrigger } from "@posthorn/contract/causes";
import { uuidText } from "../ids.ts";
import {
  type AttemptOutcome,
  type EventState,
  afterAttempt,
  afterCancel,
  afterClaim,
  afterInterruption,
  afterPause,
  afterRetry,
  afterReturn,
  afterRouting,
  afterStop,
  afterUnpause,
} from "../lifecycle.ts";
import type { Delivery } from "../pipeline/delivery.ts";

export interface ClaimedAttempt {
  id: string;
  attempts: number;
  trigger: AttemptTrigger;
  retries: number;
}

/** What the engine asks of the database. */
export interface EngineStore {
  nowMs: () => number;
  insert: (
    owner: number,
    id: string,
    birth: { isPaused: boolean; delayMs: number; hasRoom: boolean },
  ) => Promise<void>;
  claim: (owner: number) => Promise<ClaimedAttempt[]>;
  giveBack: (owner: number, attempt: Delivery, status: "HOLD" | "FAILED" | "QUEUED") => Promise<void>;
  settle: (
    owner: number,
    attempt: Delivery,
    outcome: AttemptOutcome,
    planned: { atMs: number | null; retries: number },
  ) => Promise<void>;
  interrupt: (owner: number) => Promise<void>;
  /** What the holder is told; null when nobody holds it. */
  cancel: (id: string) => Promise<string | null>;
  retry: (id: string, trigger: "MANUAL" | "BULK_RETRY") => Promise<boolean>;
  change: (what: "pause" | "unpause" | "disable" | "enable") => Promise<void>;
  wait: (ms: number) => Promise<void>;
  read: (id: string) => Promise<EventState>;
  connection: () => { isPaused: boolean; isDisabled: boolean };
}

/** The database as lifecycle.ts describes it. */
export function createPureStore(): EngineStore {
  const events = new Map<string, { state: EventState; owner: number | null }>();
  let nowMs = Date.parse("2026-11-15T12:00:00Z");
  const connection = { isPaused: false, isDisabled: false };

  function get(id: string) {
    const event = events.get(id);
    if (!event) throw new Error(`${id} was never made`);
    return event;
  }
  function changeAll(change: (state: EventState) => EventState): void {
    for (const event of events.values()) event.state = change(event.state);
  }
  const isHeldBy = (owner: number, { id, attempt_number }: Delivery) => {
    const event = get(uuidText(id));
    return event.owner === owner && event.state.isLeased && event.state.attempts === attempt_number;
  };

  return {
    nowMs: () => nowMs,
    connection: () => ({ ...connection }),
    async insert(owner, id, birth) {
      const isPaused = birth.isPaused && connection.isPaused && !connection.isDisabled;
      let state = afterRouting({ ...birth, nowMs });
      // Routed on old knowledge: what was to be held, and need not be, is due.
      if (birth.isPaused && !isPaused) {
        state = { ...state, status: "QUEUED", nextAttemptAtMs: nowMs + birth.delayMs };
      }
      events.set(id, { state, owner: state.isLeased ? owner : null });
    },
    async claim(owner) {
      const claimed: ClaimedAttempt[] = [];
      for (const [id, event] of events) {
        const state = afterClaim(event.state, nowMs);
        if (state === event.state) continue;
        Object.assign(event, { state, owner });
        const { attempts, trigger, retries } = state;
        claimed.push({ id, attempts, trigger, retries });
      }
      return claimed;
    },
    async giveBack(owner, attempt, status) {
      if (!isHeldBy(owner, attempt)) return;
      const isRight =
        status === "HOLD"
          ? connection.isPaused && !connection.isDisabled
          : status === "FAILED"
            ? connection.isDisabled
            : true;
      const event = get(uuidText(attempt.id));
      event.state = afterReturn(event.state, isRight ? status : "QUEUED", nowMs);
    },
    async settle(owner, attempt, outcome, planned) {
      if (!isHeldBy(owner, attempt)) return;
      const event = get(uuidText(attempt.id));
      event.state = afterAttempt(event.state, outcome, planned);
    },
    async interrupt(owner) {
      for (const event of events.values()) {
        if (event.owner === owner) event.state = afterInterruption(event.state, nowMs);
      }
    },
    async cancel(id) {
      const event = get(id);
      const state = afterCancel(event.state);
      const isTold = state !== event.state && state.isLeased;
      event.state = state;
      return isTold ? `${event.owner} ${id}:${state.attempts}` : null;
    },
    async retry(id, trigger) {
      const event = get(id);
      const state = afterRetry(event.state, trigger, nowMs);
      if (state) event.state = state;
      return state !== null;
    },
    async change(what) {
      if (what === "pause") {
        connection.isPaused = true;
        changeAll((state) => afterPause(state, nowMs));
      } else if (what === "unpause") {
        connection.isPaused = false;
        changeAll((state) => afterUnpause(state, nowMs));
      } else if (what === "disable") {
        connection.isDisabled = true;
        changeAll(afterStop);
      } else connection.isDisabled = false;
    },
    async wait(ms) {
      nowMs += ms;
    },
    read: async (id) => get(id).state,
  };
}
