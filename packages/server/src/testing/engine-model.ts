/**
 * How does a test drive the whole engine through a random story?
 *
 * Two workers, one connection, any number of events, and a store: the pure one of engine-store.ts, or the real
 * database. Workers know the connection only as last announced to them. They crash, are declared dead while they live,
 * and put attempts on a wire that answers when the story says so. A story that breaks a promise of reliability.md
 * throws.
 */
import type { RetryRule } from "@posthorn/contract/rules";
import { newRequestIdBytes, eventIdBytes, uuidBytes, uuidText } from "../ids.ts";
import { type AttemptOutcome, type EventState, afterRouting } from "../lifecycle.ts";
import type { Delivery } from "../pipeline/delivery.ts";
import { nextAttempt } from "../pipeline/schedule/next-attempt.ts";
import { type Withdrawals, createWithdrawals } from "../pipeline/send/withdrawals.ts";
import type { ClaimedAttempt, EngineStore } from "./engine-store.ts";

const RULE: RetryRule = {
  type: "retry",
  strategy: "exponential",
  interval: 60_000,
  count: 4,
  response_status_codes: null,
};
const DELAY_MS = 600_000;
const HOUR_MS = 3_600_000;
/** Longer than a returned event waits, and too short to reach any planned retry in one story. */
const MOMENT_MS = 200;

export type Command =
  | { act: "route"; worker: 0 | 1; hasRoom: boolean; isDelayed: boolean }
  | { act: "claim" | "begin" | "crash" | "declare dead" | "stop" | "hear"; worker: 0 | 1 }
  | {
      act: "answer";
      worker: 0 | 1;
      which: number;
      status: number | null;
      retryAfter: boolean;
      chance: number;
    }
  | { act: "pause" | "unpause" | "disable" | "enable" | "follow" | "wait" }
  | { act: "cancel" | "retry" | "retry in bulk"; which: number };

function count(counts: Map<string, number>, id: string): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}

function promise(isKept: boolean, otherwise: string): void {
  if (!isKept) throw new Error(otherwise);
}

interface Worker {
  owner: number;
  belief: { isPaused: boolean; isDisabled: boolean };
  held: Set<Delivery>;
  queue: Delivery[];
  onWire: Delivery[];
  withdrawals: Withdrawals;
  givenBack: Delivery[];
  unheard: string[];
}

export interface Engine {
  run: (command: Command) => Promise<void>;
  /** Lets the workers run, with a destination that accepts everything, until nothing changes any more. */
  finish: () => Promise<void>;
}

export function createEngine(store: EngineStore): Engine {
  const events: string[] = [];
  const sent = new Set<string>();
  const highest = new Map<string, number>();
  const automatic = new Map<string, number>();
  const plans = new Map<string, number>();
  const cancelled = new Set<string>();
  /** Events that waited without a holder when their connection was disabled. */
  const stopped = new Set<string>();
  /** The connection has changed, and its events have not followed. */
  let isBehind = false;
  const born = new Map<string, number>();
  let owners = 1_000;
  const workers = [hired(), hired()] as const;

  function hired(): Worker {
    const held = new Set<Delivery>();
    const worker: Worker = {
      owner: ++owners,
      belief: { isPaused: false, isDisabled: false },
      held,
      queue: [],
      onWire: [],
      givenBack: [],
      unheard: [],
      withdrawals: createWithdrawals({
        held,
        owner: () => worker.owner,
        giveBack: (delivery) => worker.givenBack.push(delivery),
      }),
    };
    return worker;
  }

  function take(worker: Worker, { id, attempts, trigger, retries }: ClaimedAttempt): void {
    const bytes = uuidBytes(id);
    const delivery: Delivery = {
      team: bytes,
      id: bytes,
      request: bytes,
      connection: bytes,
      connectionKey: "connection",
      destinationKey: "destination",
      cliSession: null,
      group: null,
      attempt_number: attempts,
      trigger,
      retries,
      createdAtMs: born.get(id) ?? 0,
      verified: null,
      isClaimed: false,
      payload: { method: "POST", path: "/", query: null, headers: [], client_ip: null, body: null },
    };
    worker.held.add(delivery);
    worker.queue.push(delivery);
  }

  async function letGo(
    worker: Worker,
    delivery: Delivery,
    status: "HOLD" | "FAILED" | "QUEUED",
  ): Promise<void> {
    await store.giveBack(worker.owner, delivery, status);
    worker.withdrawals.end(delivery);
    worker.held.delete(delivery);
  }

  async function giveBackWithdrawn(worker: Worker): Promise<void> {
    for (const delivery of worker.givenBack.splice(0)) await letGo(worker, delivery, "QUEUED");
  }

  async function begin(worker: Worker): Promise<void> {
    const delivery = worker.queue.shift();
    if (!delivery) return;
    const isWanted = worker.withdrawals.begin(delivery);
    await giveBackWithdrawn(worker);
    if (!isWanted) return;
    if (worker.belief.isDisabled) return letGo(worker, delivery, "FAILED");
    if (worker.belief.isPaused && delivery.trigger !== "MANUAL") return letGo(worker, delivery, "HOLD");
    const id = uuidText(delivery.id);
    const copy = `${id}:${delivery.attempt_number}`;
    promise(!sent.has(copy), `${copy} was on the wire twice`);
    promise(!stopped.has(id), `${copy} was sent although its connection had been disabled before its turn`);
    sent.add(copy);
    highest.set(id, Math.max(highest.get(id) ?? 0, delivery.attempt_number));
    worker.onWire.push(delivery);
  }

  async function answer(worker: Worker, command: Command & { act: "answer" }): Promise<void> {
    const [delivery] = worker.onWire.splice(command.which % Math.max(1, worker.onWire.length), 1);
    if (!delivery) return;
    const { status, retryAfter, chance } = command;
    const outcome: AttemptOutcome = {
      response_status: status,
      error_code: status === null ? "TIMEOUT" : null,
    };
    const isFailure = status !== 200;
    const planned =
      isFailure && !worker.belief.isDisabled
        ? nextAttempt({
            rule: RULE,
            retries: delivery.retries,
            eventCreatedAtMs: delivery.createdAtMs,
            failedAtMs: store.nowMs(),
            outcome,
            retryAfter: retryAfter ? { waitMs: 120_000 } : null,
            chance,
          })
        : null;
    const event = await store.read(uuidText(delivery.id));
    const isCurrent = event.isLeased && event.attempts === delivery.attempt_number;
    if (isCurrent && delivery.trigger === "AUTOMATIC") count(automatic, uuidText(delivery.id));
    if (isCurrent && event.status === "QUEUED" && planned) count(plans, uuidText(delivery.id));
    await store.settle(worker.owner, delivery, outcome, {
      atMs: planned?.atMs ?? null,
      retries: planned?.retries ?? delivery.retries,
    });
    worker.withdrawals.end(delivery);
    worker.held.delete(delivery);
  }

  /** The worker loses its memory; others find its leases. */
  async function crash(worker: Worker): Promise<void> {
    const retries = await Promise.all(events.map(async (id) => (await store.read(id)).retries));
    await store.interrupt(worker.owner);
    const after = await Promise.all(events.map(async (id) => (await store.read(id)).retries));
    promise(
      JSON.stringify(retries) === JSON.stringify(after),
      "an interruption was charged to the retry rule",
    );
    Object.assign(worker, hired());
  }

  /** The worker lives, but was silent too long: its attempts on the wire end when another worker holds the events. */
  async function declareDead(worker: Worker): Promise<void> {
    await store.interrupt(worker.owner);
    worker.owner = ++owners;
    for (const delivery of worker.queue.splice(0)) worker.held.delete(delivery);
  }

  async function stop(worker: Worker): Promise<void> {
    for (const delivery of worker.queue.splice(0)) {
      if (!worker.withdrawals.has(delivery)) await letGo(worker, delivery, "QUEUED");
    }
  }

  async function hear(worker: Worker): Promise<void> {
    worker.belief = store.connection();
    for (const text of worker.unheard.splice(0)) worker.withdrawals.announced(text);
    await giveBackWithdrawn(worker);
  }

  async function cancel(id: string): Promise<void> {
    const told = await store.cancel(id);
    if (told !== null) for (const worker of workers) worker.unheard.push(told);
    const once = await store.read(id);
    cancelled.add(id);
    promise(once.nextAttemptAtMs === null, `${id} has an attempt before it although it was cancelled`);
    promise((await store.cancel(id)) === null, `${id} was cancelled twice`);
    promise(JSON.stringify(await store.read(id)) === JSON.stringify(once), `cancelling ${id} twice differs`);
  }

  async function retry(id: string, trigger: "MANUAL" | "BULK_RETRY"): Promise<void> {
    const before = await store.read(id);
    const isDone = await store.retry(id, trigger);
    if (isDone) cancelled.delete(id);
    if (isDone) stopped.delete(id);
    const after = await store.read(id);
    promise(
      isDone === (before.status !== "QUEUED" && !before.isLeased),
      `${before.status} was wrongly retried or refused`,
    );
    promise(before.retries === after.retries, `a retry by hand of ${id} was charged to the rule`);
  }

  async function change(what: "pause" | "unpause" | "disable" | "enable"): Promise<void> {
    const wasConnection = store.connection();
    const before = await Promise.all(events.map((id) => store.read(id)));
    await store.change(what);
    if (JSON.stringify(wasConnection) === JSON.stringify(store.connection())) return;
    isBehind = true;
    for (const [at, id] of events.entries()) {
      const [was, is] = [before[at], await store.read(id)];
      promise(JSON.stringify(was) === JSON.stringify(is), `the ${what} itself touched ${id}`);
      if (what === "disable" && isPending(is) && !is.isLeased) stopped.add(id);
    }
  }

  async function follow(): Promise<void> {
    const before = await Promise.all(events.map((id) => store.read(id)));
    await store.follow();
    const { isPaused, isDisabled } = store.connection();
    for (const [at, id] of events.entries()) {
      const [was, is] = [before[at], await store.read(id)];
      if (!was) continue;
      const told = `${id} ${JSON.stringify(was)} became ${JSON.stringify(is)}`;
      const isSame = JSON.stringify(was) === JSON.stringify(is);
      const isCancelled = is.status === "FAILED" && is.error_code === "CANCELLED" && !isPending(is);
      if (!isBehind || was.isLeased || !isPending(was))
        promise(isSame, `followed although there was nothing to follow: ${told}`);
      else if (isDisabled || stopped.has(id)) promise(isCancelled, `pending after a disable: ${told}`);
      else if (isPaused)
        promise(isSame || is.status === "HOLD", `neither held nor left as it was after a pause: ${told}`);
      else if (was.status === "HOLD")
        promise(is.status === "QUEUED" && is.trigger === "UNPAUSE", `held without a pause: ${told}`);
      else promise(isSame, `touched although it was in line: ${told}`);
    }
    isBehind = false;
  }

  async function run(command: Command): Promise<void> {
    const id = "which" in command ? events[command.which % Math.max(1, events.length)] : undefined;
    switch (command.act) {
      case "route": {
        const worker = workers[command.worker];
        const event = uuidText(eventIdBytes(newRequestIdBytes(), 1));
        const birth = {
          isPaused: worker.belief.isPaused,
          delayMs: command.isDelayed ? DELAY_MS : 0,
          hasRoom: command.hasRoom,
        };
        if (worker.belief.isDisabled) break; // it becomes an ignored event instead
        await store.insert(worker.owner, event, birth);
        events.push(event);
        born.set(event, store.nowMs());
        if (afterRouting({ ...birth, nowMs: 0 }).isLeased) {
          take(worker, { id: event, attempts: 1, trigger: "INITIAL", retries: 0 });
        }
        break;
      }
      case "claim":
        await store.wait(MOMENT_MS);
        for (const claimed of await store.claim(workers[command.worker].owner))
          take(workers[command.worker], claimed);
        break;
      case "begin":
        await begin(workers[command.worker]);
        break;
      case "answer":
        await answer(workers[command.worker], command);
        break;
      case "crash":
        await crash(workers[command.worker]);
        break;
      case "declare dead":
        await declareDead(workers[command.worker]);
        break;
      case "stop":
        await stop(workers[command.worker]);
        break;
      case "hear":
        await hear(workers[command.worker]);
        break;
      case "wait":
        await store.wait(HOUR_MS);
        break;
      case "follow":
        await follow();
        break;
      case "cancel":
        if (id) await cancel(id);
        break;
      case "retry":
      case "retry in bulk":
        if (id) await retry(id, command.act === "retry" ? "MANUAL" : "BULK_RETRY");
        break;
      case "pause":
      case "unpause":
      case "disable":
      case "enable":
        await change(command.act);
    }
    await look();
  }

  /** Checks what must hold at every moment. */
  async function look(): Promise<void> {
    for (const id of events) {
      const state = await store.read(id);
      const { status, isLeased, nextAttemptAtMs } = state;
      const told = `${id} ${JSON.stringify(state)}`;
      const isWaiting = nextAttemptAtMs !== null;
      promise(!(isLeased && isWaiting), `held and due: ${told}`);
      promise(status !== "HOLD" || (!isLeased && !isWaiting), `held back and yet to be sent: ${told}`);
      promise(status !== "QUEUED" || isLeased !== isWaiting, `on its way with nobody to send it: ${told}`);
      promise(status !== "SCHEDULED" || isWaiting, `delayed for ever: ${told}`);
      promise(
        !isWaiting || !["SUCCESSFUL", "CANCELLED"].includes(status),
        `ended, with an attempt to come: ${told}`,
      );
      promise(state.attempts >= (highest.get(id) ?? 0), `a number on the wire was taken back: ${told}`);
      promise(!cancelled.has(id) || !isPending(state), `came back though it was cancelled: ${told}`);
      promise(state.retries === (plans.get(id) ?? 0), `retries that were not planned: ${told}`);
      promise(state.retries <= 50, `more than 50 retries: ${told}`);
      promise(state.retries <= (RULE.count ?? 0), `more retries than the rule: ${told}`);
      promise((automatic.get(id) ?? 0) <= state.retries, `an automatic retry that nobody planned: ${told}`);
    }
  }

  async function finish(): Promise<void> {
    for (const act of ["unpause", "enable", "follow"] as const) await run({ act });
    for (let round = 0; round < 10; round++) {
      await run({ act: "wait" });
      for (const worker of [0, 1] as const) {
        await run({ act: "hear", worker });
        await run({ act: "claim", worker });
        while (workers[worker].queue.length > 0) await run({ act: "begin", worker });
        while (workers[worker].onWire.length > 0)
          await run({ act: "answer", worker, which: 0, status: 200, retryAfter: false, chance: 0 });
      }
    }
    for (const id of events) {
      const state = await store.read(id);
      promise(
        !state.isLeased && !isPending(state),
        `not at its end although nothing moves any more: ${JSON.stringify(state)}`,
      );
    }
  }

  return { run, finish };
}

function isPending({ status, nextAttemptAtMs }: EventState): boolean {
  return ["QUEUED", "SCHEDULED", "HOLD"].includes(status) || nextAttemptAtMs !== null;
}
