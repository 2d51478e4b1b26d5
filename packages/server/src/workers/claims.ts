/**
 * How does a process take leases from the database without losing one?
 *
 * When the answer to a claim never comes, its events may be ours without our knowing. And when it comes, they are still
 * not here until their payloads are read, which can fail too. Until all that a claim took is in memory, its connections
 * are in doubt: what the database says is claimed by us and is not here is taken in before anything else is claimed.
 */
import type { Delivery } from "../pipeline/delivery.ts";
import { type ClaimedEvent, findClaimsOf } from "../store/event-leases.ts";
import type { Lane } from "../store/lane.ts";

/**
 * A statement that hung may come through after the database has answered others: longer than it may run, and than
 * a server needs to find out that it has run too long.
 */
export const DOUBTED_FOR_MS = 15_000;

export interface ClaimsDeps {
  lane: Pick<Lane, "run">;
  owner: () => number;
  /** Asked once, tells of each event whether this process knows that it holds it. */
  held: () => (eventId: string) => boolean;
  /**
   * Reads the payloads in small steps and admits each step as it comes, so that a failure loses nothing that was read
   * before. An event that cannot be sent any more is settled there.
   */
  load: (claimed: readonly ClaimedEvent[], admit: (delivery: Delivery) => void) => Promise<void>;
  admit: (delivery: Delivery) => void;
}

export interface Claims {
  /** Makes the claim, takes in what it gives, and tells what that was. */
  take: (webhookIds: readonly string[], claim: () => Promise<ClaimedEvent[]>) => Promise<ClaimedEvent[]>;
  /** To be called before every round. */
  resolveDoubt: () => Promise<void>;
  /** Of how many connections events may be leased to us without our knowing. */
  inDoubt: () => number;
}

export function createClaims({ lane, owner, held, load, admit }: ClaimsDeps): Claims {
  /** With the time when the database first answered about them. */
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
 * Events that the database says are leased to us, and that are not here. Asked twice: what was settled while the first
 * answer was on its way has left memory, and is leased to nobody any more.
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
