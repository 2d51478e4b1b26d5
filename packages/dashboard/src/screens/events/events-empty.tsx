/**
 * What does the list show without events? They are loading, none matches, none arrived yet, or there is no connection.
 */
import type { Connection } from "@posthorn/contract/connections";
import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { LensDrawing, QuietListDrawing, UnjoinedDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { useDelayed } from "../../ui/use-delayed.ts";

export const EVENT_COLUMNS = 5;
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

/** Nothing arrived yet, or nothing is connected yet. */
export function NoEvents({ connections }: { connections: readonly Connection[] }) {
  const newest = connections.toSorted(byUse)[0];
  return newest ? <WaitingForEvent connection={newest} /> : <NoConnection />;
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

/** Sorts enabled connections before disabled ones, then the newest first. */
function byUse(a: Connection, b: Connection): number {
  if ((a.disabled_at === null) !== (b.disabled_at === null)) return a.disabled_at === null ? -1 : 1;
  return b.created_at.localeCompare(a.created_at);
}

function NoConnection() {
  return (
    <EmptyState
      drawing={<UnjoinedDrawing />}
      title="Monitor outbound events"
      action={
        <Link to="/connections/new" className={buttonClass({ variant: "primary" })}>
          Create first connection
        </Link>
      }
    >
      An event is one request on its way to one destination. Connect a source to a destination to see the
      first one here.
    </EmptyState>
  );
}

function WaitingForEvent({ connection: { source, destination } }: { connection: Connection }) {
  return (
    <>
      <EmptyState drawing={<QuietListDrawing />} title="Waiting for an event">
        Send a request to the URL of {source.name}; it shows up here on its way to {destination.name}.
      </EmptyState>
      <CodeBlock code={source.url} copyLabel="Copy source URL" className="mx-auto -mt-8 w-full max-w-135" />
    </>
  );
}
