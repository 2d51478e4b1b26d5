/**
 * What do senders and a destination see while a fault strikes?
 *
 * A steady stream of numbered requests, a far end that records what arrives, and the product's promises compared with
 * both: `broken` lists the promises that were not kept.
 */
import { Agent, request } from "node:http";
import { type Received, startFarEnd } from "./gateway.ts";

export interface Traffic {
  /** Sends at the rate until stopped. A request without an answer in time counts as not acknowledged. */
  start(urls: string | readonly string[], perSecond: number): void;
  /** Sends as fast as it gets answers, until `count` more requests are acknowledged. */
  sendAll(url: string, count: number): Promise<void>;
  stop(): Promise<void>;
  /** By number: the request id that the acknowledgement named. */
  acked: ReadonlyMap<number, string>;
  /** How often each other status was answered. */
  refused: ReadonlyMap<number, number>;
  sent(): number;
  /** The longest time that a sender waited for an answer. */
  slowestMs(): number;
}

/** How many requests `sendAll` has open at once. */
const SENDERS = 48;
const REFUSED_WAITS_MS = 50;

export interface Senders {
  /** How long a sender waits for its answer. */
  patienceMs?: number;
  /** How many senders wait at the same time; the next one begins when one of them has its answer. */
  most?: number;
}

export function createTraffic({ patienceMs = 10_000, most = 64 }: Senders = {}): Traffic {
  const agent = new Agent({ keepAlive: true, maxSockets: most });
  const acked = new Map<number, string>();
  const refused = new Map<number, number>();
  const open = new Set<Promise<void>>();
  let sent = 0;
  let slowestMs = 0;
  let timer: NodeJS.Timeout | undefined;

  function sendOne(url: string, number: number): Promise<void> {
    return new Promise((resolve) => {
      let waitsFromMs = Number.POSITIVE_INFINITY;
      const outgoing = request(
        url,
        { method: "POST", agent, timeout: patienceMs, headers: { "content-type": "application/json" } },
        (response) => {
          slowestMs = Math.max(slowestMs, performance.now() - waitsFromMs);
          let text = "";
          response.on("data", (chunk: Buffer) => (text += chunk.toString()));
          response.on("end", () => {
            const status = response.statusCode ?? 0;
            if (status === 200) acked.set(number, String(JSON.parse(text).request_id));
            else refused.set(status, (refused.get(status) ?? 0) + 1);
            resolve();
          });
          response.on("error", () => resolve());
        },
      );
      outgoing.on("socket", () => (waitsFromMs = performance.now())); // not while it waits for a free socket
      outgoing.on("timeout", () => outgoing.destroy());
      outgoing.on("error", () => resolve()); // refused, reset or timed out: not acknowledged
      outgoing.end(JSON.stringify({ number }));
    });
  }

  return {
    acked,
    refused,
    sent: () => sent,
    slowestMs: () => slowestMs,
    start(urls, perSecond) {
      const targets = typeof urls === "string" ? [urls] : urls;
      const startedAtMs = performance.now();
      const before = sent;
      timer = setInterval(() => {
        const due = before + Math.floor(((performance.now() - startedAtMs) * perSecond) / 1000);
        while (sent < due) {
          const sending = sendOne(targets[sent % targets.length] ?? "", sent++).finally(() =>
            open.delete(sending),
          );
          open.add(sending);
        }
      }, 5);
    },
    async sendAll(url, count) {
      const until = acked.size + count;
      let begun = acked.size;
      const sendInTurn = async () => {
        while (begun < until) {
          begun++;
          const number = sent++;
          await sendOne(url, number);
          if (acked.has(number)) continue;
          begun--; // refused: after a moment another request takes its place
          await new Promise((resolve) => setTimeout(resolve, REFUSED_WAITS_MS));
        }
      };
      await Promise.all(Array.from({ length: SENDERS }, sendInTurn));
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
      agent.destroy();
    },
  };
}

/** Past two seconds, a node that cannot reach its database answers 503. Such a wait means that the machine stood still. */
const HONEST_WITHIN_MS = 1_900;

/**
 * What senders were told instead of 200. A 503 counts unless the machine stood still: then it is what we promise, and says
 * nothing about the fault.
 */
export function refusals({ refused, slowestMs }: Pick<Traffic, "refused" | "slowestMs">): number[] {
  return [...refused.keys()].filter((status) => status !== 503 || slowestMs() < HONEST_WITHIN_MS);
}

/** A destination that takes a moment to answer, so that a kill always finds something on the wire. */
export function startSlowFarEnd(answerAfterMs: number) {
  return startFarEnd((_, response) => void setTimeout(() => response.end("ok"), answerAfterMs));
}

export function numberOf(received: Received): number {
  return Number(JSON.parse(received.body.toString()).number);
}

export interface Ledger {
  acked: ReadonlyMap<number, string>;
  /** The ids of acknowledged requests that the product lists. */
  storedIds: ReadonlySet<string>;
  received: readonly Received[];
  /** Events that have not succeeded within the time that a recovery may take. */
  unfinished: number;
  /** Public ids of the events that were unfinished when a fault struck. */
  mayRepeat: ReadonlySet<string>;
  /** The share of all other events that may be repeated. */
  maxRepeatShare: number;
}

/** Every promise that does not hold, in words; empty when all do. */
export function broken({
  acked,
  storedIds,
  received,
  unfinished,
  mayRepeat,
  maxRepeatShare,
}: Ledger): string[] {
  const arrived = new Set(received.map(numberOf));
  const copies = new Set<string>();
  const sameCopies: string[] = [];
  const seen = new Set<string>();
  let repeats = 0;
  for (const { headers } of received) {
    const event = String(headers["x-posthorn-eventid"]);
    if (seen.has(event) && !mayRepeat.has(event)) repeats++;
    seen.add(event);
    const copy = `${event} attempt ${String(headers["x-posthorn-attempt-count"])}`;
    if (copies.has(copy)) sameCopies.push(copy);
    copies.add(copy);
  }
  const lost = [...acked].filter(([, id]) => !storedIds.has(id));
  const undelivered = [...acked.keys()].filter((number) => !arrived.has(number));
  return [
    ...(lost.length > 0 ? [`${lost.length} acknowledged requests are not stored`] : []),
    ...(undelivered.length > 0 ? [`${undelivered.length} acknowledged requests were not delivered`] : []),
    ...(unfinished > 0 ? [`${unfinished} events never ended`] : []),
    ...(sameCopies.length > 0
      ? [`${sameCopies.length} copies share event and attempt number: ${sameCopies[0]}`]
      : []),
    ...(repeats > maxRepeatShare * arrived.size ? [`${repeats} of ${arrived.size} were repeated`] : []),
  ];
}
