/**
 * Changes the events of a connection after a pause, unpause, disable, enable or delete, so that they follow its state.
 *
 * The API changes only the connection's row, and that takes effect at once. This loop visits the connections that are
 * behind in turn, and changes a few events of each. The busier the process, the longer the pause after a turn, unless a
 * destination could take more events than were released. The row says what is left to do, so a crash loses nothing, any
 * process can continue, and several may work side by side.
 *
 * This loop does not handle events that begin to wait after their connection was recorded as followed, such as those of
 * a process with an old routing table. Workers claim these when due, check them before the wire, and give them back as
 * held or cancelled.
 */
import { setTimeout as pause } from "node:timers/promises";
import { followingOf } from "../lifecycle.ts";
import type { Log } from "../log.ts";
import { type ConnectionBehind, findConnectionBehind } from "../store/connections.ts";
import type { Queryable } from "../store/database.ts";
import { countDue, followWithSomeEvents, recordFollowed } from "../store/followed-events.ts";
import { createBusyness, pauseAfter } from "./gentle-pace.ts";
import { type Loop, repeat } from "./repeat.ts";

/** A change whose announcement was lost is noticed after this long. */
const EVERY_MS = 1_000;
/** The pause when a turn could change nothing: other transactions hold what is left. */
const WHILE_WAITING_MS = 50;
/** Events that one statement changes. The database writes the log of a step in one go, and acks wait for it: keep it short. */
const STEP = 200;
/** Released events that may wait to be claimed: as many as the ready queue holds for one destination. */
const AHEAD = 2_000;
/** The pause while fewer wait: then delivery is quicker than the steps. */
const WHILE_AWAITED_MS = 10;
/** Connections that one turn visits at most, if none of them has many events. */
const VISITS_MAX = 20;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

export interface FollowingEventsDeps {
  db: Queryable;
  log: Log;
}

export function createFollowingEvents(deps: FollowingEventsDeps): Loop {
  const turn = createFollowingTurn(deps);
  const busyness = createBusyness();
  const loop = repeat("following_events", EVERY_MS, deps.log, async () => {
    const startedAtMs = performance.now();
    const taken = await turn();
    if (!taken.isBehind) return;
    await pause(pauseFor(taken, pauseAfter({ tookMs: performance.now() - startedAtMs, busy: busyness() })));
    loop.poke();
  });
  return loop;
}

export interface FollowingTurn {
  /** Whether some connection may still be behind. */
  isBehind: boolean;
  /** How many events the turn changed. */
  events: number;
  /** Whether a destination could take more events than were released. */
  isAwaited: boolean;
}

/** `gentleMs` is the pause that leaves the process to its traffic. */
export function pauseFor({ events, isAwaited }: FollowingTurn, gentleMs: number): number {
  if (isAwaited) return WHILE_AWAITED_MS;
  return events > 0 ? gentleMs : Math.max(gentleMs, WHILE_WAITING_MS);
}

/**
 * Visits connections that are behind, in the order of their ids, from where the last turn ended. Visits each at most
 * once, and ends after a step's worth of events.
 */
export function createFollowingTurn(
  { db, log }: FollowingEventsDeps,
  { step = STEP } = {},
): () => Promise<FollowingTurn> {
  let after = FIRST_ID;

  return async () => {
    const startedAfter = after;
    let isFromFirst = startedAfter === FIRST_ID;
    const taken: FollowingTurn = { isBehind: false, events: 0, isAwaited: false };
    for (let visits = 0; visits < VISITS_MAX && taken.events < step; visits++) {
      const connection = await findConnectionBehind(db, after);
      const isVisited = isFromFirst && startedAfter !== FIRST_ID && (connection?.id ?? "") > startedAfter;
      if (connection && !isVisited) {
        after = connection.id; // set before the visit: if it fails, the next turn goes to the other connections
        const visited = await visit(connection);
        taken.events += visited.events;
        taken.isBehind ||= visited.isBehind;
        taken.isAwaited ||= visited.isAwaited;
      } else {
        after = FIRST_ID;
        if (isFromFirst) return taken;
        isFromFirst = true;
      }
    }
    return { ...taken, isBehind: true };
  };

  async function visit(connection: ConnectionBehind): Promise<FollowingTurn> {
    const { id, state_number } = connection;
    const following = followingOf(connection);
    const events = await followWithSomeEvents(db, { id, state_number, following, limit: step });
    if (events === step) {
      const isAwaited = following === "release" && (await countDue(db, id, AHEAD)) < AHEAD;
      return { isBehind: true, events, isAwaited };
    }
    // False if the state has changed again, or another transaction holds some of the events: then visit again.
    const isRecorded = await recordFollowed(db, { id, state_number, following });
    if (isRecorded && following === "cancel earlier") {
      const rest = await visit({ ...connection, isCancelling: false });
      return { ...rest, events: events + rest.events };
    }
    if (isRecorded) log.info("connection.followed", { connection: id, state_number, following });
    return { isBehind: !isRecorded, events, isAwaited: false };
  }
}
