/**
 * What are the headers called that we add to a delivery?
 *
 * A project may choose what they begin with, so that receivers written for another service find what they
 * look for.
 */

const OUR_PREFIX = "x-posthorn-";

const PARTS = [
  "attempt-count",
  "attempt-trigger",
  "connection-name",
  "destination-name",
  "event-url",
  "eventid",
  "original-ip",
  "requestid",
  "signature",
  "signature-2",
  "source-name",
  "verified",
  "will-retry-after",
] as const;

export interface HeaderNames {
  /** In lower case. */
  of: Readonly<Record<(typeof PARTS)[number], string>>;
  /** The headers that carry the project's signature. */
  signatures: readonly string[];
  /** Returns whether a receiver would mistake a sender's header for ours; `lower` is its name in lower case. */
  isOurs: (lower: string) => boolean;
}

/** `chosen` is the project's own prefix, with or without a trailing hyphen; null means ours. */
export function headerNames(chosen: string | null): HeaderNames {
  if (chosen === null) return OUR_NAMES;
  return namesUnder(chosen.toLowerCase().replace(/-*$/, "-"));
}

function namesUnder(prefix: string): HeaderNames {
  // The cast is safe: there is one name for each part.
  const of = Object.fromEntries(PARTS.map((part) => [part, prefix + part])) as HeaderNames["of"];
  const ours = new Set<string>(Object.values(of));
  return {
    of,
    signatures: [of.signature, of["signature-2"]],
    // A project's short prefix may also match headers of the sender; only our exact names count as ours.
    isOurs: (lower) => lower.startsWith(OUR_PREFIX) || ours.has(lower),
  };
}

const OUR_NAMES = namesUnder(OUR_PREFIX);
