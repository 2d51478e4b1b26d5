/** What becomes of a call when a version has these differences, and no others? For tests of each difference. */
import type { Endpoint } from "@posthorn/contract/endpoint";
import { ApiError } from "../api/api-error.ts";
import { invalid, parseInput } from "../api/validation.ts";
import type { Difference } from "../api/versions/difference.ts";
import { wireVersion } from "../api/versions/wire-version.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What the caller is told when the input does not fit. */
function orComplaints(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    if (error instanceof ApiError) return error.data;
    throw error;
  }
}

export function wire(endpoint: Endpoint, ...differences: readonly Difference[]) {
  const found = wireVersion("then", differences, [endpoint]).wire(endpoint);
  return {
    shown: found.shown,
    /** The canonical body of what a caller sends, after it was found valid in both versions. */
    body: (sent: unknown) =>
      orComplaints(() => {
        const canonical = found.body(sent);
        parseInput(found.readBody, canonical, "body");
        return canonical;
      }),
    query: (sent: Fields) =>
      orComplaints(() => {
        const canonical = found.query(sent);
        parseInput(endpoint.query, canonical, "query");
        return canonical;
      }),
    reply: found.reply,
    /** How a caller hears what a handler refuses. */
    told: (text: string) =>
      orComplaints(() => {
        throw found.complaint(invalid(text));
      }),
  };
}
