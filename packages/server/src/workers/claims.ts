/**
 * How does a process take leases from the database without losing one?
 *
 * Between two heartbeats, because a heartbeat would undo the mark that the claim sets. And when the answer
 * to a claim never comes, its events may be ours without our knowing: they are asked for before anything
 * else is claimed. The same is asked about events that were written with a request whose commit lost its answer.
 */
import type { Delivery } from "../pipeline/delivery.ts";
import { type ClaimedEvent, findLeasesOf } from "../store/event-leases.ts";
import type { Lane } from "../store/lane.ts";

/**
 * A statement that hung may come through after the database has answered others: longer than it may run, and than
 * a server needs to find out that it has run too long.
 */
export const DOUBTED_FOR_MS = 15_000;

export interface ClaimsDeps {
  lane: Pick<Lane, "run">;
  owner: () => number;
  /** Resolves when no heartbeat is on its way. */
  betweenBeats: () => Promise<void>;
  /** Asked once, tells of each event whether this process knows that it holds it. */
  held: () => (eventId: string) => boolean;
  /** Reads the payloads; an event that cannot be sent any more is settled there and left out. */
  load: (claimed: readonly ClaimedEvent[]) => Promise<Delivery[]>;
  admit: (delivery: Delivery) => void;
}

export interface Claims {
  /** Makes the claim, takes in what it gives, and tells what that was. */
  take: (webhookIds: readonly string[], claim: () => Promise<ClaimedEvent[]>) => Promise<ClaimedEvent[]>;
  /** Events of these connections may be leased to us without our knowing. */
  doubt: (webhookIds: Iterable<string>) => void;
  /** To be called before every round. */
  resolveDoubt: () => Promise<void>;
  /** A claim is on its way, or its events are not yet in the ready queue. */
  isClaiming: () => boolean;
}

export function createClaims({ lane, owner, betweenBeats, held, load, admit }: ClaimsDeps): Claims {
  let isClaiming = false;
  /** With the time when the database first answered about them. */
  const inDoubt = new Map<string, number | null>();

  async function takeIn(claimed: readonly ClaimedEvent[]): Promise<void> {
    if (claimed.length === 0) return;
    for (const delivery of await load(claimed)) admit(delivery);
  }

  /** Events that the database says are leased to us, and that are not here. */
  async function findUnknown(webhook_ids: readonly string[]): Promise<Map<string, ClaimedEvent>> {
    const leased = await findLeasesOf(lane, { owner: owner(), webhook_ids });
    const isHeld = held();
    return new Map(leased.filter(({ id }) => !isHeld(id)).map((event) => [event.id, event]));
  }

  return {
    async take(webhookIds, claim) {
      await betweenBeats();
      isClaiming = true;
      const doubtful = webhookIds.filter((id) => !inDoubt.has(id));
      for (const id of doubtful) inDoubt.set(id, null);
      try {
        const claimed = await claim();
        for (const id of doubtful) inDoubt.delete(id);
        await takeIn(claimed);
        return claimed;
      } finally {
        isClaiming = false;
      }
    },
    doubt(webhookIds) {
      for (const id of webhookIds) inDoubt.set(id, null);
    },
    async resolveDoubt() {
      if (inDoubt.size === 0) return;
      const asked = [...inDoubt.keys()];
      const suspects = await findUnknown(asked);
      // What was settled while the first answer was on its way is leased to nobody any more.
      if (suspects.size > 0) {
        const unknown = await findUnknown(asked);
        await takeIn(
          [...unknown.values()].filter(({ id, attempts }) => suspects.get(id)?.attempts === attempts),
        );
      }
      const nowMs = performance.now();
      for (const id of asked) {
        const answeredAtMs = inDoubt.get(id) ?? nowMs;
        if (nowMs - answeredAtMs >= DOUBTED_FOR_MS) inDoubt.delete(id);
        else inDoubt.set(id, answeredAtMs);
      }
    },
    isClaiming: () => isClaiming || inDoubt.size > 0,
  };
}
