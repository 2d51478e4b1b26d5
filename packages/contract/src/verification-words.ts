/**
 * Why is the sender of this request not proven?
 *
 * One sentence for each kind of failure, with the place that the source looked at. Nothing here helps to forge a proof.
 */
import type { ProofPart, VerificationFailure, VerificationProblem } from "./causes.ts";

const PLACES: Record<ProofPart, (name: string) => string> = {
  header: (name) => `header ${name}`,
  query: (name) => `query parameter ${name}`,
  body: (name) => `field ${name} in the body`,
};

/** `place` is a phrase such as "header stripe-signature". */
const SENTENCES: Record<VerificationProblem, (place: string) => string> = {
  MISSING: (place) => `The request has no ${place}, where the source looks for the proof of its sender.`,
  MALFORMED: (place) =>
    `The ${place} is there, but it does not have the form that the source expects. It may be empty, cut off, or made by another scheme.`,
  DIFFERS: (place) =>
    `The ${place} has the right form, but not the value that belongs to this request and the secret of the source.`,
  STALE: (place) =>
    `The time in the ${place} is too far from the time when the request came in, so it may be an old request that somebody sent again.`,
  DUPLICATED: (place) =>
    `The ${place} is there more than once, and a receiver behind Posthorn could read another one than Posthorn does.`,
  NOT_CONFIGURED: () =>
    "The source asks for a proof of its sender, but its own settings cannot check one. Enter its secret again.",
  KEY_UNAVAILABLE: () =>
    "The key that checks the signature has to be fetched from the provider, and it did not come in time. Retry the request.",
};

const FETCHES_OFF =
  "The key that checks the signature has to be fetched from the provider, and the operator of this installation has turned such fetches off. Ask for POSTHORN_PROVIDER_FETCHES=on, then retry the request.";

export function verificationWords({ problem, looked_at, fetches_off }: VerificationFailure): string {
  if (fetches_off) return FETCHES_OFF;
  const place = looked_at === null ? "proof" : PLACES[looked_at.part](looked_at.name);
  return SENTENCES[problem](place);
}
