/**
 * What does the list show before its first event? How to receive one. Loads only then: most lists have events.
 */
import type { Connection } from "@posthorn/contract/connections";
import { Send } from "lucide-react";
import type { ReactNode } from "react";
import { basePath } from "../../resources/base-path.ts";
import { cliListen, cliLogin } from "../../resources/cli-clients/cli-commands.ts";
import { FirstConnectionLink } from "../../resources/connections/first-connection-link.tsx";
import { NewConnectionLink } from "../../resources/connections/new-connection-link.tsx";
import { useSendTestEvent } from "../../resources/connections/test-event-action.ts";
import { GuideLink } from "../../resources/guides/guide-link.tsx";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { QuietListDrawing, UnjoinedDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { EventsLayout } from "./events-url.ts";

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
      action={<FirstConnectionLink />}
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
            <GuideLink guide="cli" className={buttonClass()}>
              Read the guide
            </GuideLink>
          )
        }
      >
        The CLI brings events to a server on your machine. They show up here with the name of the device.
      </EmptyState>
      {sourceName === undefined ? null : (
        <ToCopy>
          <CodeBlock
            code={cliLogin(window.location.origin + basePath)}
            isWrapped
            copyLabel="Copy login command"
          />
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
            disabledReason={useRefusal("send")}
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
