/** What travels from route to settle: one event, with all that its attempt needs. */
import type { AttemptTrigger } from "@posthorn/contract/causes";
import type { ReceivedPayload } from "./received-payload.ts";

export interface Delivery {
  team: Uint8Array;
  id: Uint8Array;
  request: Uint8Array;
  connection: Uint8Array;
  connectionKey: string;
  /** Whose turn it takes up: the destination's, or the session's where that is a CLI. */
  destinationKey: string;
  /** The session that a CLI's event is for; null for every other destination. */
  cliSession: string | null;
  /** Which group of its destination's deliveries it is in; null: in none. */
  group: string | null;
  attempt_number: number;
  trigger: AttemptTrigger;
  /** Automatic retries planned so far. */
  retries: number;
  /** When the event was made. */
  createdAtMs: number;
  verified: boolean | null;
  /** Take-over finds its lease by itself, however old it is. False: leased from birth, and the process's mark covers it. */
  isClaimed: boolean;
  payload: ReceivedPayload;
}

/** What the event costs in memory while it waits: its body, and a round figure for the rest. */
export function deliveryBytes(body: Uint8Array | null): number {
  return 2_048 + (body?.length ?? 0);
}
