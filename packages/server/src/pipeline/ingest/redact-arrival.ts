/**
 * What of a request that has just arrived may be stored?
 *
 * Everything but the values on its source's redaction list. Only a compressed body needs time: it is decoded outside of
 * the event loop, one at a time, and projects take turns. If a fault of our own keeps us from masking, nothing that could
 * hold a value is kept.
 */
import type { Log } from "../../log.ts";
import { decodedBody } from "../content-coding.ts";
import { createDecodingTurns } from "../decoding-turns.ts";
import {
  type Redactable,
  type Redacted,
  type RedactionList,
  needsContent,
  redact,
  redactDecoded,
} from "../redaction.ts";
import type { SourceRoute } from "../source-route.ts";
import { withinPatience } from "./within-patience.ts";

/** A promise for a compressed body; it is rejected if that takes too long. "fault": it could not be masked. */
export type RedactArrival = (
  route: Pick<SourceRoute, "key" | "teamKey">,
  list: RedactionList,
  arrival: Redactable,
) => Redacted | "fault" | Promise<Redacted | "fault">;

export function createRedactArrival(log: Log): RedactArrival {
  const turns = createDecodingTurns();

  function fault(key: string, error: unknown): "fault" {
    log.error("ingest.redaction_failed", { source: key, error });
    return "fault";
  }

  return ({ key, teamKey }, list, arrival) => {
    if (!needsContent(list, arrival)) {
      try {
        return redact(list, arrival);
      } catch (error) {
        return fault(key, error);
      }
    }
    let isGivenUp = false;
    const masked = new Promise<Redacted | "fault">((resolve) => {
      turns.add({
        teamKey,
        decode: async () => (isGivenUp ? null : decodedBody(arrival.headers, arrival.body)),
        evaluate(content) {
          if (isGivenUp) return null;
          const done = redactDecoded(list, arrival, content).catch((error: unknown) => fault(key, error));
          return done.then(resolve);
        },
      });
    });
    return withinPatience(masked).catch((error: unknown) => {
      isGivenUp = true;
      throw error;
    });
  };
}
