/** Writes every two seconds that this process lives, from which ids on its work may be unfinished, and its alarms. */
import type { Alarms } from "../alarms.ts";
import type { Log } from "../log.ts";
import type { Queryable } from "../store/database.ts";
import { type Marks, beat } from "../store/processes.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 2_000;
/** Five missed heartbeats: then others take over what this process holds. */
export const SILENT_FOR_MS = 10_000;
/** A process whose heartbeats do not arrive stops pacing destinations before another process may take them. */
const HEARD_FOR_MS = 8_000;

export interface HeartbeatDeps {
  db: Queryable;
  log: Log;
  alarms: Pick<Alarms, "active">;
  owner: () => number;
  marks: () => Marks;
  /** Called when another process has declared this process dead and takes over its work. */
  declaredDead: () => Promise<void>;
  /** Called after each heartbeat that the database has stored. */
  beaten: () => void;
}

export interface Heartbeat extends Loop {
  /** For how long every heartbeat has reached the database; 0 while they do not. */
  aliveForMs: () => number;
  /** Whether other processes still see this one as alive. The age of a heartbeat counts from when it was sent. */
  isHeard: () => boolean;
}

export function createHeartbeat(deps: HeartbeatDeps): Heartbeat {
  const { db, log, alarms, owner, marks, declaredDead, beaten } = deps;
  let aliveSinceMs: number | null = null;
  let heardAtMs = Number.NEGATIVE_INFINITY;

  async function beatOnce(): Promise<boolean> {
    const begunAtMs = performance.now();
    const isKnown = await beat(db, { id: owner(), ...marks() }, alarms.active());
    if (isKnown) heardAtMs = begunAtMs;
    return isKnown;
  }

  const loop = repeat("heartbeat", EVERY_MS, log, async () => {
    const wasAliveSinceMs = aliveSinceMs;
    aliveSinceMs = null; // until this one has arrived
    const isKnown = await beatOnce();
    aliveSinceMs = wasAliveSinceMs ?? performance.now();
    if (!isKnown) await declaredDead();
    beaten();
  });
  return {
    ...loop,
    aliveForMs: () => (aliveSinceMs === null ? 0 : performance.now() - aliveSinceMs),
    isHeard: () => performance.now() - heardAtMs < HEARD_FOR_MS,
  };
}
