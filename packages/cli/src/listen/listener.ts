/**
 * What happens to the events of a session, from the socket to the local server and back?
 *
 * Several events go to the local server at once; further ones wait in the order in which they came. Nothing happens silently:
 * the display hears of each event, of each loss of the connection and of what was missed meanwhile.
 */
import { EventEmitter, once } from "node:events";
import type { Connection } from "@posthorn/contract/connections";
import { type CliSessionFilters, createCliSession } from "@posthorn/contract/cli-sessions";
import type { Surroundings } from "../commands/command.ts";
import { Failure } from "../failure.ts";
import { printable } from "../output/printable.ts";
import type { Display } from "./display.ts";
import { openLink } from "./link.ts";
import { type UnderWay, forward, isListening } from "./local-server.ts";
import { type Attempt, answerText, isFine, readAttempt } from "./messages.ts";
import { readMissed } from "./missed.ts";
import { counted } from "./report.ts";
import type { Target } from "./target.ts";

const LOOK_AGAIN_MS = 1_000;
/** The server's clock is known to the second, and a loss is seen late. */
const MARGIN_MS = 12_000;

export interface ListenerDeps extends Pick<Surroundings, "client" | "machine" | "settings"> {
  connections: readonly Connection[];
  filters: CliSessionFilters | null;
  target: Target;
  mostAtOnce: number;
  /** Takes what ends the listening. A failure is thrown then. */
  onStop: (stop: (failure: Failure | null) => void) => void;
  /** Called once the session is there: what fails before is said as for every command. */
  createDisplay: (stop: () => void) => Display;
}

/** Resolves when the person ends it. */
export async function listen(deps: ListenerDeps): Promise<void> {
  const { client, machine, settings, connections, filters, target, mostAtOnce } = deps;
  const waiting: Attempt[] = [];
  const counts = { received: 0, failed: 0 };
  const underWay: UnderWay = new Set();
  let lostAtMs: number | null = null;
  let hasConnected = false;
  let hasEnded = false;
  let localTimer: NodeJS.Timeout | undefined;

  const { id: sessionId } = await client.call(createCliSession, {
    body: { webhook_ids: connections.map(({ id }) => id), ...(filters && { filters }) },
  });

  const ending = new EventEmitter<{ end: [Failure | null] }>();
  const ended = once(ending, "end");
  const end = (failure: Failure | null) => void ending.emit("end", failure);
  const stop = () => end(null);
  deps.onStop(end);
  const display = deps.createDisplay(stop);

  function connected(): void {
    const sinceMs = lostAtMs;
    lostAtMs = null;
    display.connected(hasConnected);
    if (hasConnected && sinceMs !== null) void sayMissed(sinceMs);
    hasConnected = true;
  }

  async function sayMissed(sinceMs: number): Promise<void> {
    try {
      display.missed(await readMissed(client, connections, sinceMs - MARGIN_MS));
    } catch (error) {
      display.missedIsUnknown(printable(error instanceof Error ? error.message : String(error)));
    }
  }

  async function work(attempt: Attempt): Promise<void> {
    const startedAt = performance.now();
    const outcome = await forward(attempt, target, underWay);
    if (hasEnded) return;
    if (!isFine(outcome)) counts.failed++;
    const hasAnswered = link.send(answerText(attempt, outcome));
    const at = new Date(machine.nowMs());
    display.done({ attempt, outcome, tookMs: performance.now() - startedAt, at });
    if (!hasAnswered) display.notAnswered(attempt);
    if ("problem" in outcome && outcome.problem === "refused") watchLocalServer();
    next();
  }

  function next(): void {
    while (underWay.size < mostAtOnce) {
      const attempt = waiting.shift();
      if (!attempt) return;
      void work(attempt);
    }
  }

  /** Says once that nothing listens, and when something does. */
  function watchLocalServer(): void {
    if (localTimer !== undefined) return;
    display.localServer(false);
    const look = () => {
      localTimer = setTimeout(() => {
        void answered();
      }, LOOK_AGAIN_MS);
    };
    async function answered(): Promise<void> {
      const isThere = await isListening(target);
      if (hasEnded) return;
      if (!isThere) return look();
      localTimer = undefined;
      display.localServer(true);
    }
    look();
  }

  const link = openLink({
    url: settings.url,
    key: settings.key ?? "", // without a key, the call above has failed
    projectId: settings.projectId,
    deviceName: machine.deviceName,
    sessionId,
    connectionIds: connections.map(({ id }) => id),
    filters,
    heard(text) {
      const attempt = readAttempt(text);
      if (!attempt) return;
      counts.received++;
      display.received(attempt);
      waiting.push(attempt);
      next();
    },
    connected,
    lost(loss) {
      lostAtMs ??= client.serverNowMs();
      display.lost(loss);
    },
    answeredIn: (ms) => display.answeredIn(ms),
    refused: end,
  });
  async function lookAtLocalServer(): Promise<void> {
    const isThere = await isListening(target);
    if (hasEnded) return;
    if (isThere) display.localServer(true);
    else watchLocalServer();
  }
  void lookAtLocalServer();
  const [failure] = await ended;
  hasEnded = true;
  display.close();
  clearTimeout(localTimer);
  await link.stop();
  // A local server that does not answer must not hold the person back.
  for (const request of underWay) request.destroy();
  machine.err.write(`Stopped. ${counted(counts.received, "event")} received, ${counts.failed} failed.\n`);
  if (failure instanceof Failure) throw failure;
}
