/**
 * What is the next step of an order?
 *
 * Pure: turns what the authority says of an order, and what the row has of it, into one step. Nothing else is remembered,
 * so any process can go on with an order that another one has begun, also after a crash in the middle of a step.
 */
import type { AuthorityChallenge, AuthorityOrder, AuthorityProblem } from "../outbound/acme.ts";
import type { AcmeChallenge } from "../store/certificates.ts";

/** What the row has. */
export interface OrderState {
  orderAgeMs: number;
  /** The token that is published; null if none is. */
  publishedToken: string | null;
  /** Whether the key of the certificate is stored. */
  hasKey: boolean;
}

export type OrderStep =
  /** Publish the proof, and say so to the authority. */
  | { step: "prove"; challenge: AuthorityChallenge }
  | { step: "wait" }
  | { step: "finalize" }
  | { step: "download" }
  /** Nobody can finish this order any more. */
  | { step: "begin anew" }
  | { step: "give up"; why: "refused" | "no such challenge"; problem: AuthorityProblem | null };

/** An order that takes longer than this will not end. */
const ORDER_TAKES_MS = 30 * 60_000;

type Judged = Pick<AuthorityOrder, "status" | "authorization">;

export function nextOrderStep(order: Judged, kind: AcmeChallenge, state: OrderState): OrderStep {
  switch (order.status) {
    case "pending":
      return isStuck(state) ? { step: "begin anew" } : proofStep(order, kind);
    case "ready":
      return { step: "finalize" };
    case "processing":
      return isStuck(state) ? { step: "begin anew" } : { step: "wait" };
    case "valid":
      // Without its key, the certificate is of no use.
      return { step: state.hasKey ? "download" : "begin anew" };
    default:
      return invalidStep(order, state);
  }
}

function isStuck({ orderAgeMs }: OrderState): boolean {
  return orderAgeMs >= ORDER_TAKES_MS;
}

function proofStep({ authorization }: Judged, kind: AcmeChallenge): OrderStep {
  if (!authorization) return { step: "wait" };
  const challenge = authorization.challenges.find(({ type }) => type === kind);
  if (authorization.status === "pending") {
    if (!challenge) return { step: "give up", why: "no such challenge", problem: null };
    if (challenge.status === "pending") return { step: "prove", challenge };
    if (challenge.status === "invalid") return { step: "give up", why: "refused", problem: challenge.error };
    return { step: "wait" };
  }
  if (authorization.status === "valid") return { step: "wait" }; // the order is ready in a moment
  const failed = authorization.challenges.find(({ error }) => error !== null);
  if (failed) return { step: "give up", why: "refused", problem: failed.error };
  return { step: "begin anew" }; // expired, deactivated or revoked
}

/** Invalid, because a proof failed, or because the order has expired: only then nothing was published or nothing failed. */
function invalidStep({ authorization }: Judged, { publishedToken }: OrderState): OrderStep {
  const failed = authorization?.challenges.find(({ error }) => error !== null);
  if (failed) return { step: "give up", why: "refused", problem: failed.error };
  if (publishedToken === null || authorization?.status !== "invalid") return { step: "begin anew" };
  return { step: "give up", why: "refused", problem: null };
}
