/** Why did a connection make no event of a request, in one sentence? Pure. */
import type { IgnoredEvent } from "@posthorn/contract/request-events";

const WORDS = {
  DISABLED: "The connection was disabled when the request came in.",
  TRANSFORMATION_FAILED: "The transformation failed, so there was nothing to deliver.",
  CLI_DISCONNECTED: "No CLI listened to this connection when the request came in.",
  DUPLICATE: "The same request came shortly before, within the window of the deduplicate rule.",
} as const;

/** The fault is ours: no transformation is to blame. */
const NOT_APPLIED =
  "Posthorn could not apply the connection's rules, or could not store their result. A retry applies them again. The server's log says why.";

/** The parts of the request that a filter refused: `body, headers`. Empty for every other cause. */
function filteredParts({ cause, meta }: Pick<IgnoredEvent, "cause" | "meta">): string[] {
  return cause === "FILTERED" && Array.isArray(meta) ? [...meta] : [];
}

export function whyIgnored(ignored: Pick<IgnoredEvent, "cause" | "meta">): string {
  const { cause, meta } = ignored;
  if (cause === "TRANSFORMATION_FAILED" && meta === null) return NOT_APPLIED;
  if (cause !== "FILTERED") return WORDS[cause];
  const parts = filteredParts(ignored);
  return parts.length === 0
    ? "A filter of the connection does not match the request."
    : `A filter of the connection does not match its ${parts.join(", ")}.`;
}
