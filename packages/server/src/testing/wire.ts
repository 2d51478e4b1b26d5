/** How is a call translated for a version with only these differences? For tests of each difference. */
import type { Endpoint } from "@posthorn/contract/endpoint";
import { ApiError } from "../api/api-error.ts";
import { invalid, parseInput } from "../api/validation.ts";
import type { Difference } from "../api/versions/difference.ts";
import { wireVersion } from "../api/versions/wire-version.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Returns the caller's error messages when the input is not valid. */
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
    /** The canonical body of what a caller sends, after both versions have validated it. */
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
    /** A handler's error message in the words of this version. */
    told: (text: string) =>
      orComplaints(() => {
        throw found.complaint(invalid(text));
      }),
  };
}
