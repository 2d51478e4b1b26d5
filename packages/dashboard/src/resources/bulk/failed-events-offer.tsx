/**
 * After a destination was corrected: how many of its events have failed, with a way to retry them.
 *
 * Their own retries may be hours away, or used up. Looks at the last month. Shows nothing if none has failed.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { createdAtFilter, LONGEST_RANGE } from "../list-filters/date-ranges.ts";
import { OwnLink } from "../own-link.tsx";
import { BulkButton } from "./bulk-button.tsx";
import { buttonPlanQuery } from "./bulk-queries.ts";
import { countedItems } from "./bulk-words.ts";

const TYPE = "events.retry";

export function FailedEventsOffer({ destinationId }: { destinationId: string }) {
  const [isStarted, setIsStarted] = useState(false);
  const queryOf = (now: Date) => ({
    destination_id: [destinationId],
    status: ["FAILED"],
    created_at: createdAtFilter({ relative: LONGEST_RANGE }, now),
  });
  const { data } = useQuery(buttonPlanQuery(TYPE, queryOf));
  if (isStarted)
    return (
      <Callout
        tone="wait"
        title="The failed events are on their way"
        action={
          <OwnLink address="/events?bulk=ongoing" className={buttonClass({ size: "sm" })}>
            Follow the retry
          </OwnLink>
        }
      />
    );
  if (data === undefined || data.count === 0) return null;
  return (
    <Callout
      tone="bad"
      title={`${countedItems(TYPE, data.count)} failed at this destination in the last month`}
      action={
        <span className="flex flex-wrap gap-2">
          <BulkButton
            type={TYPE}
            hasFilters
            isCounted
            queryOf={queryOf}
            onStarted={() => setIsStarted(true)}
          />
          <OwnLink
            address={`/events?destination_id[0]=${destinationId}&status[0]=FAILED&date[relative]=${LONGEST_RANGE}`}
            className={buttonClass({ variant: "quiet", size: "sm" })}
          >
            View events
          </OwnLink>
        </span>
      }
    >
      The change is saved. Retry them to send them the new way.
    </Callout>
  );
}
