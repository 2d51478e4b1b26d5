/** What travels from route to settle: one event, with all that its attempt needs. */
import type { AttemptTrigger } from "@posthorn/contract/causes";
import type { ReceivedPayload } from "./received-payload.ts";
import type { TracedDelivery } from "./trace.ts";

export interface Delivery {
  team: Uint8Array;
  id: Uint8Array;
  request: Uint8Array;
  connection: Uint8Array;
  connectionKey: string;
  /** The queue it waits in: its destination's, or its session's if the destination is a CLI. */
  destinationKey: string;
  /** The session that a CLI's event is for; null for every other destination. */
  cliSession: string | null;
  /** The group of its destination's deliveries that it is in, or null. */
  group: string | null;
  attempt_number: number;
  trigger: AttemptTrigger;
  /** Automatic retries planned so far. */
  retries: number;
  /** When the event was made. */
  createdAtMs: number;
  verified: boolean | null;
  /** True: a take-over finds it by its claim, however old it is. False: leased from birth, and found by the mark. */
  isClaimed: boolean;
  payload: ReceivedPayload;
  /** Absent: its request is not traced. */
  traced?: TracedDelivery;
}

/** The memory that the event takes while it waits: its body, and a rough figure for the rest. */
export function deliveryBytes(body: Uint8Array | null): number {
  return 2_048 + (body?.length ?? 0);
}
