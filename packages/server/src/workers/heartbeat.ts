/** Says every two seconds that this process lives, and from where on its work may be unfinished. */
import type { Log } from "../log.ts";
import type { Queryable } from "../store/database.ts";
import { beat } from "../store/processes.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 2_000;

export interface HeartbeatDeps {
  db: Queryable;
  log: Log;
  owner: () => number;
  unfinishedFrom: () => string;
  /** Somebody declared this process dead and took its work. */
  declaredDead: () => Promise<void>;
}

export interface Heartbeat extends Loop {
  /** For how long every heartbeat has reached the database; 0 while they do not. */
  aliveForMs: () => number;
}

export function createHeartbeat({ db, log, owner, unfinishedFrom, declaredDead }: HeartbeatDeps): Heartbeat {
  let aliveSinceMs: number | null = null;
  const loop = repeat("heartbeat", EVERY_MS, log, async () => {
    const wasAliveSinceMs = aliveSinceMs;
    aliveSinceMs = null; // until this one has arrived
    const isKnown = await beat(db, { id: owner(), unfinishedFrom: unfinishedFrom() });
    aliveSinceMs = wasAliveSinceMs ?? performance.now();
    if (!isKnown) await declaredDead();
  });
  return { ...loop, aliveForMs: () => (aliveSinceMs === null ? 0 : performance.now() - aliveSinceMs) };
}
