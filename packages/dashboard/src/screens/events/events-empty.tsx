/** What does the list show while events load, and if none matches? `no-events.tsx` is for a list without any event. */
import { isActive } from "../../resources/list-filters/active-filters.ts";
import { Button } from "../../ui/button.tsx";
import { LensDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoneFound } from "../../ui/list/list-states.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { useDelayed } from "../../ui/use-delayed.ts";
import type { EventsSearch } from "./events-url.ts";

export const EVENT_COLUMNS = 7;
/** A shorter load needs no text. After WORDS_UNTIL_MS the skeleton shows its own text. */
const WORDS_AFTER_MS = 1000;
const WORDS_UNTIL_MS = 8000;

export function EventsLoading() {
  const isLong = useDelayed(true, WORDS_AFTER_MS);
  const isVeryLong = useDelayed(true, WORDS_UNTIL_MS);
  return (
    <div className="flex flex-col gap-4">
      <TableSkeleton label="events" columns={EVENT_COLUMNS} />
      {isLong && !isVeryLong ? (
        <div className="text-center text-sm">
          <p className="font-semibold">Events loading</p>
          <p className="text-ink-2">It may take a few moments to populate your events.</p>
        </div>
      ) : null}
    </div>
  );
}

export function NoMatches({ search, onClear }: { search: EventsSearch; onClear: () => void }) {
  const isSearched = search.search_term !== undefined || isActive(search.status);
  return (
    <NoneFound
      title={isSearched ? "No matching events found" : "No events match those filters."}
      onClear={onClear}
    >
      Widen the dates or remove a filter to see more.
    </NoneFound>
  );
}

/** The server ended the page because the search took too long: it has not looked at older events. */
export function NoneFoundYet({ onGoOn }: { onGoOn: () => void }) {
  return (
    <EmptyState
      drawing={<LensDrawing />}
      title="No matching events found so far."
      action={<Button onClick={onGoOn}>Look further back</Button>}
    >
      Few events match those filters, and not all events have been looked at.
    </EmptyState>
  );
}
