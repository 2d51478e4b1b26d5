/**
 * What does the engine need from the database, and how does a database behave that does exactly what lifecycle.ts says?
 *
 * The pure store runs thousands of steps of a story in a moment; `store/engine.db.test.ts` runs the same stories on
 * PostgreSQL.
 */
import type { AttemptTrigger } from "@posthorn/contract/causes";
import { uuidText } from "../ids.ts";
import {
  type AttemptOutcome,
  type EventState,
  type Following,
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
  followingOf,
} from "../lifecycle.ts";
import type { Delivery } from "../pipeline/delivery.ts";

export interface ClaimedAttempt {
  id: string;
  attempts: number;
  trigger: AttemptTrigger;
  retries: number;
}

/** What the engine needs from the database. */
export interface EngineStore {
  nowMs: () => number;
  insert: (
    owner: number,
    id: string,
    birth: { isPaused: boolean; delayMs: number; hasRoom: boolean },
  ) => Promise<void>;
  claim: (owner: number) => Promise<ClaimedAttempt[]>;
  giveBack: (owner: number, attempt: Delivery, status: "HOLD" | "FAILED" | "QUEUED") => Promise<void>;
  /** Returns whether the attempt has changed its event. */
  settle: (
    owner: number,
    attempt: Delivery,
    outcome: AttemptOutcome,
    planned: { atMs: number | null; retries: number },
  ) => Promise<boolean>;
  interrupt: (owner: number) => Promise<void>;
  /** Returns the announcement to the holder; null when no process holds it. */
  cancel: (id: string) => Promise<string | null>;
  retry: (id: string, trigger: "MANUAL" | "BULK_RETRY") => Promise<boolean>;
  /** Changes the connection only; its events follow later. */
  change: (what: "pause" | "unpause" | "disable" | "enable") => Promise<void>;
  /** Takes all steps until the events have followed the connection. */
  follow: () => Promise<void>;
  wait: (ms: number) => Promise<void>;
  read: (id: string) => Promise<EventState>;
  connection: () => { isPaused: boolean; isDisabled: boolean };
}

interface StoredEvent {
  state: EventState;
  owner: number | null;
  changedAt: number;
}

/** The database as lifecycle.ts describes it. */
export function createPureStore(): EngineStore {
  const events = new Map<string, StoredEvent>();
  let nowMs = Date.parse("2026-11-15T12:00:00Z");
  const connection = { isPaused: false, isDisabled: false };
  /** Each change has its own moment, however little time passes in the story. */
  let moment = 0;
  let pausedAt = 0;
  let cancelsBefore: number | null = null;
  let isBehind = false;

  function get(id: string) {
    const event = events.get(id);
    if (!event) throw new Error(`${id} was never made`);
    return event;
  }
  function put(event: StoredEvent, state: EventState): void {
    if (state !== event.state) Object.assign(event, { state, changedAt: ++moment });
  }
  const follow: Record<Following, (event: StoredEvent) => EventState> = {
    cancel: ({ state }) => afterStop(state),
    "cancel earlier": ({ state, changedAt }) =>
      changedAt <= (cancelsBefore ?? 0) ? afterStop(state) : state,
    hold: ({ state, changedAt }) => afterPause(state, nowMs, changedAt <= pausedAt),
    release: ({ state }) => afterUnpause(state, nowMs),
  };
  const stateOfConnection = () => ({
    isStopped: connection.isDisabled,
    isCancelling: cancelsBefore !== null,
    isPaused: connection.isPaused,
  });
  const isLeftAlone = () => isBehind && followingOf(stateOfConnection()) !== "release";
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
      // The router believed the connection to be paused, but it is not any more: the event is due.
      if (birth.isPaused && !isPaused) {
        state = { ...state, status: "QUEUED", nextAttemptAtMs: nowMs + birth.delayMs };
      }
      events.set(id, { state, owner: state.isLeased ? owner : null, changedAt: ++moment });
    },
    async claim(owner) {
      const claimed: ClaimedAttempt[] = [];
      for (const [id, event] of isLeftAlone() ? [] : events) {
        const state = afterClaim(event.state, nowMs);
        if (state === event.state) continue;
        put(event, state);
        event.owner = owner;
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
      put(event, afterReturn(event.state, isRight ? status : "QUEUED", nowMs));
    },
    async settle(owner, attempt, outcome, planned) {
      if (!isHeldBy(owner, attempt)) return false;
      const event = get(uuidText(attempt.id));
      put(event, afterAttempt(event.state, outcome, planned));
      return true;
    },
    async interrupt(owner) {
      for (const event of events.values()) {
        if (event.owner === owner) put(event, afterInterruption(event.state, nowMs));
      }
    },
    async cancel(id) {
      const event = get(id);
      const state = afterCancel(event.state);
      const isTold = state !== event.state && state.isLeased;
      put(event, state);
      return isTold ? `${event.owner} ${id}:${state.attempts}` : null;
    },
    async retry(id, trigger) {
      const event = get(id);
      const state = afterRetry(event.state, trigger, nowMs);
      if (state) put(event, state);
      return state !== null;
    },
    async change(what) {
      const before = { ...connection };
      if (what.endsWith("pause")) connection.isPaused = what === "pause";
      else connection.isDisabled = what === "disable";
      if (before.isPaused === connection.isPaused && before.isDisabled === connection.isDisabled) return;
      isBehind = true;
      moment++;
      if (what === "pause") pausedAt = moment;
      if (what === "disable") cancelsBefore = moment;
    },
    async follow() {
      while (isBehind) {
        const following = followingOf(stateOfConnection());
        for (const event of events.values()) put(event, follow[following](event));
        cancelsBefore = null;
        isBehind = following === "cancel earlier";
      }
    },
    async wait(ms) {
      nowMs += ms;
    },
    read: async (id) => get(id).state,
  };
}
