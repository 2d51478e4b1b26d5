/**
 * How does a process take leases from the database without losing one?
 *
 * Between two heartbeats, because a heartbeat would undo the mark that the claim sets. And when the answer
 * to a claim never comes, its events may be ours without our knowing: they are asked for before anything
 * else is claimed.
 */
import type { Delivery } from "../pipeline/delivery.ts";
import { type ClaimedEvent, findLeasesOf } from "../store/events.ts";
import type { Lane } from "../store/lane.ts";

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
  /** To be called before every round. */
  resolveDoubt: () => Promise<void>;
  /** A claim is on its way, or its events are not yet in the ready queue. */
  isClaiming: () => boolean;
}

export function createClaims({ lane, owner, betweenBeats, held, load, admit }: ClaimsDeps): Claims {
  let isClaiming = false;
  const inDoubt = new Set<string>();

  async function takeIn(claimed: readonly ClaimedEvent[]): Promise<void> {
    for (const delivery of await load(claimed)) admit(delivery);
  }

  return {
    async take(webhookIds, claim) {
      await betweenBeats();
      isClaiming = true;
      for (const id of webhookIds) inDoubt.add(id);
      try {
        const claimed = await claim();
        inDoubt.clear();
        await takeIn(claimed);
        return claimed;
      } finally {
        isClaiming = false;
      }
    },
    async resolveDoubt() {
      if (inDoubt.size === 0) return;
      const leased = await findLeasesOf(lane, { owner: owner(), webhook_ids: [...inDoubt] });
      const isHeld = held();
      await takeIn(leased.filter(({ id }) => !isHeld(id)));
      inDoubt.clear();
    },
    isClaiming: () => isClaiming || inDoubt.size > 0,
  };
}
