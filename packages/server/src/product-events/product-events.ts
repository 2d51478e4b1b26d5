/**
 * How do product events reach the operator's receiver?
 *
 * They wait in a bounded queue in memory, and one push at a time takes a batch of them. A batch that the receiver did not take
 * is pushed again with the same `batch_id`, so that a receiver can recognize it. If the queue is full, further events are
 * dropped and counted: nobody who uses the product waits for the receiver. The address guard allows every address, because only
 * the operator sets it. Redirects are not followed, so the headers go to that address only.
 */
import { publicId } from "@posthorn/contract/ids";
import type { ScreenEvent, ServerEvent } from "@posthorn/contract/product-events";
import { newId } from "../ids.ts";
import type { Log } from "../log.ts";
import { createDialer } from "../outbound/dialer.ts";
import { type Answered, waitBeforeNext } from "./push-again.ts";

const WAITING_MAX = 2_000;
const PUSHED_AT_ONCE = 100;
const PUSH_EVERY_MS = 5_000;
const FIRST_WAIT_MS = 1_000;
const ANSWER_WITHIN_MS = 10_000;
const ANSWER_MAX_BYTES = 64 * 1024;
/** What a stop waits for the last events. */
const STOP_WITHIN_MS = 1_000;
const WARN_EVERY_MS = 60_000;
const SOCKETS_MOST = 2;

/** Our own ids, as the database has them. Null: not known, or there is none yet. */
export interface Actor {
  person_id: string | null;
  organization_id: string | null;
  project_id: string | null;
}

export interface ProductEventSettings {
  url: string;
  headers: Readonly<Record<string, string>>;
}

export interface ProductEventOptions {
  log: Log;
  version: string;
  pushEveryMs?: number;
  firstWaitMs?: number;
  stopWithinMs?: number;
}

export interface ProductEvents {
  record: (event: ScreenEvent | ServerEvent, actor: Actor) => void;
  counts: Readonly<{ delivered: number; dropped: number }>;
  waiting: () => number;
  stop: () => Promise<void>;
}

interface Batch {
  events: readonly object[];
  body: Uint8Array;
  tries: number;
}

export function createProductEvents(
  { url, headers }: ProductEventSettings,
  {
    log,
    version,
    pushEveryMs = PUSH_EVERY_MS,
    firstWaitMs = FIRST_WAIT_MS,
    stopWithinMs = STOP_WITHIN_MS,
  }: ProductEventOptions,
): ProductEvents {
  const dialer = createDialer({ isAllowed: () => true }, { socketsMost: SOCKETS_MOST });
  const { origin, pathname, search } = new URL(url);
  const sent = [
    "user-agent",
    `posthorn/${version}`,
    "accept-encoding",
    "identity",
    "content-type",
    "application/json",
    ...Object.entries(headers).flat(),
  ];
  const counts = { delivered: 0, dropped: 0 };
  let waiting: object[] = [];
  /** The receiver has not taken it yet. */
  let batch: Batch | null = null;
  let pushing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopping = false;
  let mayWarnAtMs = 0;

  function nextBatch(): Batch | null {
    if (waiting.length === 0) return null;
    const events = waiting.slice(0, PUSHED_AT_ONCE);
    waiting = waiting.slice(PUSHED_AT_ONCE);
    return { events, body: Buffer.from(JSON.stringify({ batch_id: newId(), events })), tries: 0 };
  }

  /** Returns how long to wait until the next push. */
  async function push(): Promise<number> {
    batch ??= nextBatch();
    if (!batch) return pushEveryMs;
    batch.tries += 1;
    const exchange = await dialer.exchange({
      origin,
      path: pathname + search,
      method: "POST",
      headers: [...sent],
      credentialHeaders: Object.keys(headers).map((name) => name.toLowerCase()),
      body: batch.body,
      deadlineMs: ANSWER_WITHIN_MS,
      bodyMaxBytes: ANSWER_MAX_BYTES,
      maxRedirects: null,
    });
    const answered: Answered = "failure" in exchange ? null : exchange.response.status;
    if (answered !== null && answered >= 200 && answered < 300) {
      counts.delivered += batch.events.length;
      batch = null;
      return waiting.length >= PUSHED_AT_ONCE ? 0 : pushEveryMs;
    }
    warn("failure" in exchange ? { error: exchange.failure } : { status: answered });
    const waitMs = waitBeforeNext(answered, batch.tries, firstWaitMs, Math.random());
    if (waitMs !== null) return waitMs;
    counts.dropped += batch.events.length;
    batch = null;
    return pushEveryMs;
  }

  function warn(why: Record<string, unknown>): void {
    const nowMs = performance.now();
    if (nowMs < mayWarnAtMs) return;
    mayWarnAtMs = nowMs + WARN_EVERY_MS;
    log.warn("product_events.not_delivered", { ...why, dropped: counts.dropped, waiting: notDelivered() });
  }

  const notDelivered = () => waiting.length + (batch?.events.length ?? 0);

  function schedule(waitMs: number): void {
    if (pushing || timer || isStopping || notDelivered() === 0) return;
    timer = setTimeout(() => {
      timer = null;
      pushing = pushNext();
    }, waitMs);
    timer.unref();
  }

  async function pushNext(): Promise<void> {
    let nextMs = pushEveryMs;
    try {
      nextMs = await push();
    } catch (error) {
      log.error("product_events.push_broke_down", { error });
    }
    pushing = null;
    schedule(nextMs);
  }

  /** Each batch once more at most: the receiver has a moment, and not the whole row of tries. */
  async function pushRest(): Promise<void> {
    await pushing;
    while (notDelivered() > 0) {
      const before = counts.delivered;
      await push();
      if (counts.delivered === before) return;
    }
  }

  return {
    counts,
    waiting: notDelivered,
    record({ name, properties }, { person_id, organization_id, project_id }) {
      if (isStopping || notDelivered() >= WAITING_MAX) {
        counts.dropped += 1;
        return warn({ reason: "full" });
      }
      waiting.push({
        id: newId(),
        at: new Date().toISOString(),
        name,
        person_id,
        organization_id: organization_id && publicId("organization", organization_id),
        project_id: project_id && publicId("project", project_id),
        properties,
      });
      schedule(pushEveryMs);
    },
    async stop() {
      isStopping = true;
      if (timer) clearTimeout(timer);
      let late: NodeJS.Timeout | undefined;
      const tooLong = new Promise<void>((resolve) => {
        late = setTimeout(resolve, stopWithinMs);
      });
      await Promise.race([pushRest().catch(() => undefined), tooLong]); // `push` has logged why
      clearTimeout(late);
      counts.dropped += notDelivered();
      if (notDelivered() > 0) log.warn("product_events.lost", { events: notDelivered() });
      waiting = [];
      batch = null;
      await dialer.close();
    },
  };
}
