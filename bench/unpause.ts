/**
 * Do senders notice an unpause?
 *
 * A connection holds a million events and is unpaused, while requests come in at a steady rate at its source and at
 * another one. The bench times the call, and the acks of the other source before and during it, until no event is held
 * any more. It compares how fast the events are then delivered with events that were due from the beginning.
 */
import { setTimeout as delay } from "node:timers/promises";
import { publicId } from "@posthorn/contract/ids";
import { Client } from "pg";
import { insertWaitingEvents } from "./backlog.ts";
import type { Child } from "./child-process.ts";
import type { LoadAnswer, LoadAsk } from "./generator.ts";
import type { Stage } from "./measurements.ts";
import { API_KEY, type Product } from "./product.ts";
import { createDeliveringSource } from "./routes-under-load.ts";

const TRAFFIC_PER_SECOND = 100;
const SLICE_SECONDS = 5;
/** So many that delivering them takes ten seconds or more. */
const COMPARED_EVENTS = 30_000;
const LOOK_EVERY_MS = 100;
const ENDS_WITHIN_MS = 20 * 60_000;
const SOURCE = "bench-unpause";

interface UnpauseBench {
  product: Product;
  sinkUrl: string;
  /** A second load generator, because each sends to one source. */
  second: Child<LoadAsk, LoadAnswer>;
}

/** What the senders saw: refusals at both sources, and the slowest ack of the other source. */
interface Felt {
  refused: number;
  ackMostMs: number;
}

/** Returns how long the call took. */
export async function measureUnpause(
  stage: Stage,
  { product, sinkUrl, second }: UnpauseBench,
): Promise<number> {
  const { samples, options, sink } = stage;
  const { heldEvents } = options;
  const ownUrl = await createDeliveringSource(product.apiUrl, { name: "unpause", sinkUrl });
  const otherUrl = await createDeliveringSource(product.apiUrl, { name: "beside-unpause", sinkUrl });
  const { databaseUrl } = product;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { id } = await readConnection(client);
    const slice = async (): Promise<Felt> => {
      const [own, other] = await Promise.all([
        stage.generator.ask(trafficTo(ownUrl, options)),
        second.ask(trafficTo(otherUrl, options)),
      ]);
      return { refused: own.refused + other.refused, ackMostMs: other.ackMostMs };
    };
    const arrivals = async () => (await sink.ask("arrivals")).arrived;
    const compared = Math.min(COMPARED_EVENTS, heldEvents);

    await slice();
    await insertWaitingEvents(databaseUrl, SOURCE, { count: compared, status: "QUEUED" });
    await sink.ask("reset");
    const normal = timed();
    const besideDue = await feltUntil(slice, async () => (await arrivals()) >= compared);
    samples.besideDueAckMostMs.push(besideDue.ackMostMs);
    samples.normalBacklogPerSecond.push(normal.perSecond(await arrivals()));

    await change(product, id, "pause");
    await insertWaitingEvents(databaseUrl, SOURCE, { count: heldEvents, status: "HOLD" });
    samples.beforeUnpauseAckMostMs.push((await slice()).ackMostMs);

    await sink.ask("reset");
    const unpaused = timed();
    const call = change(product, id, "unpause").then(() => unpaused.ms());
    let followedMs = Number.NaN;
    const [unpauseMs, felt] = await Promise.all([
      call,
      feltUntil(slice, async () => {
        const { isPaused, isFollowed } = await readConnection(client);
        if (Number.isNaN(followedMs) && !isPaused && isFollowed) followedMs = unpaused.ms();
        return !Number.isNaN(followedMs) && (await arrivals()) >= compared;
      }),
    ]);
    samples.unpausedPerSecond.push(unpaused.perSecond(await arrivals()));
    samples.releasedPerSecond.push((heldEvents * 1000) / followedMs);
    samples.besideUnpauseAckMostMs.push(felt.ackMostMs);
    samples.besideUnpauseRefused.push(felt.refused);
    samples.unpauseMs.push(unpauseMs);
    return unpauseMs;
  } finally {
    await client.end();
  }
}

function trafficTo(url: string, { connections, bodyBytes }: Stage["options"]): LoadAsk {
  const ratePerSecond = TRAFFIC_PER_SECOND;
  return { url, seconds: SLICE_SECONDS, connections, bodyBytes, ratePerSecond, countsRefused: true };
}

/** Runs slice after slice. The last one is the slice in which `isSo` becomes true. */
async function feltUntil(slice: () => Promise<Felt>, isSo: () => Promise<boolean>): Promise<Felt> {
  const { ms } = timed();
  const looked = async () => {
    const untilMs = ms() + SLICE_SECONDS * 1000;
    for (;;) {
      if (await isSo()) return true;
      if (ms() > untilMs) return false;
      await delay(LOOK_EVERY_MS);
    }
  };
  const felt: Felt = { refused: 0, ackMostMs: 0 };
  for (;;) {
    const [{ refused, ackMostMs }, isOver] = await Promise.all([slice(), looked()]);
    felt.refused += refused;
    felt.ackMostMs = Math.max(felt.ackMostMs, ackMostMs);
    if (isOver) return felt;
    if (ms() > ENDS_WITHIN_MS) throw new Error("The events of the unpaused connection do not follow");
  }
}

function timed(): { ms: () => number; perSecond: (arrived: number) => number } {
  const startedAtMs = performance.now();
  const ms = () => performance.now() - startedAtMs;
  // Subtracts the requests that came in meanwhile at both sources, which were delivered as well.
  return { ms, perSecond: (arrived) => (arrived * 1000) / ms() - 2 * TRAFFIC_PER_SECOND };
}

async function readConnection(
  client: Client,
): Promise<{ id: string; isPaused: boolean; isFollowed: boolean }> {
  const { rows } = await client.query<{ id: string; isPaused: boolean; isFollowed: boolean }>(
    `select connections.id, paused_at is not null as "isPaused", followed_number = state_number as "isFollowed"
     from connections join sources on sources.id = connections.source_id where sources.name = $1`,
    [SOURCE],
  );
  const [row] = rows;
  if (!row) throw new Error(`${SOURCE} has no connection`);
  return row;
}

async function change({ apiUrl }: Product, id: string, action: "pause" | "unpause"): Promise<void> {
  const answer = await fetch(`${apiUrl}/connections/${publicId("connection", id)}/${action}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${API_KEY}` },
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`The ${action} was answered with ${answer.status}`);
}
