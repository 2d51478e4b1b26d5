/**
 * Since when do events fail like this one, and how many? A link leads to all of them.
 *
 * The event polls, this does not: it is read again when the event has changed.
 */
import { getFailingSince } from "@posthorn/contract/failing-since";
import type { Event } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { countText } from "../../../ui/count.ts";
import { linkClass } from "../../../ui/link-class.ts";
import { Timestamp } from "../../../ui/timestamp.tsx";
import { call } from "../../api/call.ts";

type Failed = Pick<Event, "id" | "updated_at" | "webhook_id" | "response_status" | "error_code">;

export function FailingSince({ event }: { event: Failed }) {
  const { id, updated_at, webhook_id, response_status, error_code } = event;
  const { data } = useQuery({
    queryKey: ["events", "failing-since", id, updated_at],
    queryFn: ({ signal }) => call(getFailingSince, { params: { id }, signal }),
  });
  // One event alone is no pattern.
  if (!data || data.count === 1) return null;
  const { since, is_earlier, count, is_more } = data;
  return (
    <p className="mt-2 text-ink-2">
      Failed alike since <Timestamp value={since} />
      {is_earlier ? " or earlier" : ""}:{" "}
      <Link
        to="/events"
        search={{
          webhook_id: [webhook_id],
          status: ["FAILED"],
          ...(is_earlier ? {} : { date: { min: since } }),
          ...(response_status === null
            ? {}
            : { response_status: { gte: response_status, lte: response_status } }),
          ...(error_code === null ? {} : { error_code: [error_code] }),
        }}
        className={linkClass}
      >
        {countText(count)}
        {is_more ? "+" : ""} events
      </Link>
    </p>
  );
}
