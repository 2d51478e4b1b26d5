/**
 * How does a process take leases from the database without losing one?
 *
 * When the reply to a claim is lost, this process may hold leases it does not know of. When the reply arrives, the
 * payloads must still be read, which can fail too. Until everything that a claim took is in memory, its connections are
 * in doubt. Before each round `resolveDoubt` asks the database for claims of this process that are not in memory, and
 * loads them.
 */
import type { Delivery } from "../pipeline/delivery.ts";
import { type ClaimedEvent, findClaimsOf } from "../store/event-leases.ts";
import type { Lane } from "../store/lane.ts";

/**
 * A statement that hung may still commit after the database has answered later ones. This is longer than a statement
 * may run, plus the time the server needs to notice that it ran too long.
 */
export const DOUBTED_FOR_MS = 15_000;

export interface ClaimsDeps {
  lane: Pick<Lane, "run">;
  owner: () => number;
  /** Returns a test for one moment: does this process know that it holds the event? */
  held: () => (eventId: string) => boolean;
  /**
   * Reads the payloads in small steps and admits each step at once, so that a failure loses nothing that was read
   * before. Settles events that can no longer be sent.
   */
  load: (claimed: readonly ClaimedEvent[], admit: (delivery: Delivery) => void) => Promise<void>;
  admit: (delivery: Delivery) => void;
}

export interface Claims {
  /** Makes the claim, loads the events it took, and returns them. */
  take: (webhookIds: readonly string[], claim: () => Promise<ClaimedEvent[]>) => Promise<ClaimedEvent[]>;
  /** Call this before every round of claims. */
  resolveDoubt: () => Promise<void>;
  /** The number of connections of which this process may hold leases without knowing. */
  inDoubt: () => number;
}

export function createClaims({ lane, owner, held, load, admit }: ClaimsDeps): Claims {
  /** Connection ids, with the time when the database first answered about them. */
  const inDoubt = new Map<string, number | null>();

  return {
    async take(webhookIds, claim) {
      const before = webhookIds.map((id) => [id, inDoubt.get(id)] as const);
      for (const id of webhookIds) inDoubt.set(id, null);
      const claimed = await claim();
      await load(claimed, admit);
      for (const [id, answeredAtMs] of before) {
        if (answeredAtMs === undefined) inDoubt.delete(id);
        else inDoubt.set(id, answeredAtMs);
      }
      return claimed;
    },
    async resolveDoubt() {
      if (inDoubt.size === 0) return;
      const asked = [...inDoubt.keys()];
      await load(
        await findUnheld(() => findClaimsOf(lane, { owner: owner(), webhook_ids: asked }), held),
        admit,
      );
      const nowMs = performance.now();
      for (const id of asked) {
        const answeredAtMs = inDoubt.get(id) ?? nowMs;
        if (nowMs - answeredAtMs >= DOUBTED_FOR_MS) inDoubt.delete(id);
        else inDoubt.set(id, answeredAtMs);
      }
    },
    inDoubt: () => inDoubt.size,
  };
}

/**
 * Returns events that are leased to this process in the database but not in memory. Asks twice: an event that was
 * settled while the first answer was on its way has left memory, and its lease has ended too.
 */
export async function findUnheld(
  find: () => Promise<ClaimedEvent[]>,
  held: ClaimsDeps["held"],
): Promise<ClaimedEvent[]> {
  const notHere = async () => {
    const leased = await find();
    const isHeld = held();
    return leased.filter(({ id }) => !isHeld(id));
  };
  const suspects = new Map((await notHere()).map(({ id, attempts }) => [id, attempts]));
  if (suspects.size === 0) return [];
  return (await notHere()).filter(({ id, attempts }) => suspects.get(id) === attempts);
}
