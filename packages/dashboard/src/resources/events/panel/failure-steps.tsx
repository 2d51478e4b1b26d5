/**
 * Where does a person go after reading why a delivery failed? To the settings of the destination, if something there may
 * be wrong, and to all events that failed on the way to it: there a bulk retry acts on all of them.
 */
import type { DeliveryErrorCode } from "@posthorn/contract/causes";
import type { Event } from "@posthorn/contract/events";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../../ui/button.tsx";
import { LONGEST_RANGE } from "../../list-filters/date-ranges.ts";

/** Failures that no change of the destination prevents. */
const ELSEWHERE = new Set<DeliveryErrorCode | null>([
  "BULK_RETRY_CANCELLED",
  "CANCELLED",
  "CANCELLED_PAST_RETENTION",
  "CLI",
  "CLI_UNAVAILABLE",
  "DATA_ARCHIVED",
  "INTERNAL_ERROR",
  "INVALID_CHARACTER",
  "NETWORK_REQUEST_CANCELED",
  "NOT_FOUND",
  "PAYLOAD_MISSING",
  "UNKNOWN",
]);

export function FailureSteps({ event }: { event: Pick<Event, "destination_id" | "error_code"> }) {
  const { destination_id, error_code } = event;
  return (
    <div className="flex flex-wrap gap-2">
      {ELSEWHERE.has(error_code) ? null : (
        <Link
          to="/destinations/$id/settings"
          params={{ id: destination_id }}
          className={buttonClass({ size: "sm" })}
        >
          Destination settings
        </Link>
      )}
      <Link
        to="/events"
        search={{ destination_id: [destination_id], status: ["FAILED"], date: { relative: LONGEST_RANGE } }}
        className={buttonClass({ size: "sm", variant: "quiet" })}
      >
        All failed events of this destination
      </Link>
    </div>
  );
}
