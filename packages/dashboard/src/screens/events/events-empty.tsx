/**
 * What does the list show without events? They are loading, none matches, none arrived yet, or there is no connection.
 */
import type { Connection } from "@posthorn/contract/connections";
import { Send } from "lucide-react";
import type { ReactNode } from "react";
import { CLI_LOGIN, cliListen } from "../../resources/cli-clients/cli-commands.ts";
import { NewConnectionLink } from "../../resources/connections/new-connection-link.tsx";
import { useSendTestEvent } from "../../resources/connections/test-event-action.ts";
import { GuideLink } from "../../resources/guides/guide-link.tsx";
import { isActive } from "../../resources/list-filters/active-filters.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { LensDrawing, QuietListDrawing, UnjoinedDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoneFound } from "../../ui/list/list-states.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { useDelayed } from "../../ui/use-delayed.ts";
import type { EventsLayout, EventsSearch } from "./events-url.ts";

export const EVENT_COLUMNS = 6;
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

export interface NoEventsProps {
  layout: EventsLayout;
  connections: readonly Connection[];
}

/** Nothing arrived yet, or nothing is connected yet. */
export function NoEvents({ layout, connections }: NoEventsProps) {
  const sorted = connections.toSorted(byUse);
  const toCli = sorted.find(({ destination }) => destination.type === "CLI");
  if (layout === "cli") return <NoCliEvents sourceName={toCli?.source.name} />;
  const [newest] = sorted;
  return newest ? <WaitingForEvent connection={newest} /> : <NoConnection />;
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
      action={<NewConnectionLink>Create first connection</NewConnectionLink>}
    >
      An event is one request on its way to one destination. Connect a source to a destination to see the
      first one here.
    </EmptyState>
  );
}

/** Below the words of an empty state: something to copy. */
function ToCopy({ children }: { children: ReactNode }) {
  return <div className="mx-auto -mt-8 flex w-full max-w-135 flex-col gap-2">{children}</div>;
}

/** A connection to a CLI names its source in the command; without one, the person has to make it first. */
function NoCliEvents({ sourceName }: { sourceName: string | undefined }) {
  return (
    <>
      <EmptyState
        drawing={<QuietListDrawing />}
        title="Receive events on your local server"
        action={
          sourceName === undefined ? (
            <NewConnectionLink>Create a connection to your CLI</NewConnectionLink>
          ) : (
            <GuideLink guide="hookdeck-cli" className={buttonClass()}>
              Read the guide
            </GuideLink>
          )
        }
      >
        The CLI brings events to a server on your machine. They show up here with the name of the device.
      </EmptyState>
      {sourceName === undefined ? null : (
        <ToCopy>
          <CodeBlock code={CLI_LOGIN} copyLabel="Copy login command" />
          <CodeBlock code={cliListen(sourceName)} copyLabel="Copy listen command" />
        </ToCopy>
      )}
    </>
  );
}

function WaitingForEvent({ connection }: { connection: Connection }) {
  const { source, destination } = connection;
  const test = useSendTestEvent();
  return (
    <>
      <EmptyState
        drawing={<QuietListDrawing />}
        title="Waiting for an event"
        action={
          <Button
            variant="primary"
            icon={<Send />}
            isPending={test.isPending}
            disabledReason={useRefusal("member")}
            onClick={() => test.mutate(connection)}
          >
            Send a test request
          </Button>
        }
      >
        Send a request to the URL of {source.name}; it shows up here on its way to {destination.name}.
      </EmptyState>
      <ToCopy>
        <CodeBlock code={source.url} copyLabel="Copy source URL" />
      </ToCopy>
    </>
  );
}
