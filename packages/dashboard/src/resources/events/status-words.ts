/**
 * What stands beside the status of an event in a list? Two or three words about what happened: "Service Unavailable".
 *
 * Null where the status says it all. `delivery-outcome.ts` has the whole sentences.
 */
import { BRIEF_FAILURES } from "@posthorn/contract/brief-failures";
import type { Event } from "@posthorn/contract/events";
import { statusName } from "./http-status-names.ts";

type StatusOf = Pick<Event, "status" | "response_status" | "error_code" | "attempts">;

export function statusWords({ status, response_status, error_code, attempts }: StatusOf): string | null {
  const failure = error_code === null ? null : BRIEF_FAILURES[error_code];
  switch (status) {
    case "FAILED":
      return response_status === null ? failure : (statusName(response_status) ?? null);
    case "CANCELLED":
      return error_code === "CANCELLED" ? null : failure;
    case "SCHEDULED":
      return attempts === 0 ? "By the delay rule" : null;
    case "HOLD":
      return "Connection paused";
    case "QUEUED":
    case "SUCCESSFUL":
      return null;
  }
}
