/**
 * What happens to the events of a session, from the socket to the local server and back?
 *
 * Several events go to the local server at once; further ones wait in the order in which they came. Nothing happens silently:
 * each event, each loss of the connection and what was missed meanwhile is said.
 */
import { EventEmitter, once } from "node:events";
import type { Connection } from "@posthorn/contract/connections";
import { type CliSessionFilters, createCliSession } from "@posthorn/contract/cli-sessions";
import type { Surroundings } from "../commands/command.ts";
import { Failure } from "../failure.ts";
import { openLink } from "./link.ts";
import { forward, isListening } from "./local-server.ts";
import { type Attempt, answerText, readAttempt } from "./messages.ts";
import { readMissed } from "./missed.ts";
import { type Mode, counted, eventText, missedText, timeOf } from "./report.ts";
import type { Target } from "./target.ts";

const LOOK_AGAIN_MS = 1_000;
/** The server's clock is known to the second, and a loss is seen late. */
const MARGIN_MS = 12_000;

export interface ListenerDeps extends Pick<Surroundings, "client" | "machine" | "settings"> {
  connections: readonly Connection[];
  filters: CliSessionFilters | null;
  target: Target;
  mode: Mode;
  mostAtOnce: number;
}

/** Resolves when the person ends it. */
export async function listen(deps: ListenerDeps): Promise<void> {
  const { client, machine, settings, connections, filters, target, mode, mostAtOnce } = deps;
  const { out, err } = machine;
  const { paint } = out;
  const waiting: Attempt[] = [];
  const counts = { received: 0, failed: 0 };
  let underWay = 0;
  let lostAtMs: number | null = null;
  let hasConnected = false;
  let localTimer: NodeJS.Timeout | undefined;

  const note = (text: string) => out.write(`${paint("dim", timeOf(new Date(machine.nowMs())))}  ${text}\n`);

  const { id: sessionId } = await client.call(createCliSession, {
    body: { webhook_ids: connections.map(({ id }) => id), ...(filters && { filters }) },
  });

  const ending = new EventEmitter<{ end: [Failure | null] }>();
  const ended = once(ending, "end");
  const end = (failure: Failure | null) => void ending.emit("end", failure);
  machine.onStop(() => end(null));

  function lost(why: string): void {
    if (lostAtMs !== null || !hasConnected) {
      if (!hasConnected && lostAtMs === null)
        note(`${paint("yellow", "Not connected.")} ${why} Trying again.`);
      lostAtMs ??= client.serverNowMs();
      return;
    }
    lostAtMs = client.serverNowMs();
    note(
      `${paint("yellow", "Connection lost.")} ${why} Connecting again; events are not forwarded meanwhile.`,
    );
  }

  function connected(): void {
    const sinceMs = lostAtMs;
    lostAtMs = null;
    note(`${paint("green", hasConnected ? "Connected again." : "Connected.")} Waiting for events.`);
    if (hasConnected && sinceMs !== null) void sayMissed(sinceMs);
    hasConnected = true;
  }

  async function sayMissed(sinceMs: number): Promise<void> {
    try {
      note(missedText(await readMissed(client, connections, sinceMs - MARGIN_MS), settings.url).trimEnd());
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      note(`What was missed meanwhile cannot be read now: ${why}`);
    }
  }

  async function work(attempt: Attempt): Promise<void> {
    underWay++;
    const startedAt = performance.now();
    const outcome = await forward(attempt, target);
    underWay--;
    const isFine = "status" in outcome && outcome.status >= 200 && outcome.status < 300;
    if (!isFine) counts.failed++;
    const hasAnswered = link.send(answerText(attempt, outcome));
    const at = new Date(machine.nowMs());
    const line = eventText({ attempt, outcome, tookMs: performance.now() - startedAt, at }, mode, paint);
    if (line !== null) out.write(line);
    if (!hasAnswered) note(`The answer of ${attempt.event_id} could not be sent: the connection is lost.`);
    if ("problem" in outcome && outcome.problem === "refused") watchLocalServer();
    next();
  }

  function next(): void {
    while (underWay < mostAtOnce) {
      const attempt = waiting.shift();
      if (!attempt) return;
      void work(attempt);
    }
  }

  /** Says once that nothing listens, and when something does. */
  function watchLocalServer(): void {
    if (localTimer !== undefined) return;
    note(
      `${paint("yellow", `Nothing listens at ${target.url}.`)} Start your server; events fail until then.`,
    );
    const look = () => {
      localTimer = setTimeout(() => {
        void answered();
      }, LOOK_AGAIN_MS);
    };
    async function answered(): Promise<void> {
      if (!(await isListening(target))) return look();
      localTimer = undefined;
      note(`${target.url} answers now.`);
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
      waiting.push(attempt);
      next();
    },
    connected,
    lost,
    refused: end,
  });
  if (!(await isListening(target))) watchLocalServer();
  const [failure] = await ended;
  clearTimeout(localTimer);
  await link.stop();
  err.write(`Stopped. ${counted(counts.received, "event")} received, ${counts.failed} failed.\n`);
  if (failure instanceof Failure) throw failure;
}
