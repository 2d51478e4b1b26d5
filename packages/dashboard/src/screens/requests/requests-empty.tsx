/** What does the list show without requests? None matches, none arrived yet, or there is no source to send them to. */
import type { Source } from "@posthorn/contract/sources";
import { FirstConnectionLink } from "../../resources/connections/first-connection-link.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { LensDrawing, QuietListDrawing, UnjoinedDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Nothing arrived yet. */
export function NoRequests({ sources }: { sources: readonly Source[] }) {
  const newest = sources.toSorted(byUse)[0];
  if (newest) return <WaitingForRequest source={newest} />;
  return (
    <EmptyState
      drawing={<UnjoinedDrawing />}
      title="Inspect inbound requests"
      action={<FirstConnectionLink />}
    >
      A request is what a sender sends to the URL of a source, accepted or rejected. Create a source with its
      connection to see the first one here.
    </EmptyState>
  );
}

export function NoCliRequests() {
  return (
    <EmptyState drawing={<QuietListDrawing />} title="Receive events on your local server">
      Requests show up here when a connection takes them to the CLI on somebody's machine.
    </EmptyState>
  );
}

/** Sorts enabled sources before disabled ones, then the newest first. */
function byUse(a: Source, b: Source): number {
  if ((a.disabled_at === null) !== (b.disabled_at === null)) return a.disabled_at === null ? -1 : 1;
  return b.created_at.localeCompare(a.created_at);
}

function WaitingForRequest({ source }: { source: Source }) {
  return (
    <>
      <EmptyState drawing={<QuietListDrawing />} title="Waiting for a request">
        Send a request to the URL of {source.name}; it shows up here, also if it is rejected.
      </EmptyState>
      <CodeBlock code={source.url} copyLabel="Copy source URL" className="mx-auto -mt-8 w-full max-w-135" />
    </>
  );
}

/** The server ended the page because the search took too long: it has not looked at older requests. */
export function NoneFoundYet({ onGoOn }: { onGoOn: () => void }) {
  return (
    <EmptyState
      drawing={<LensDrawing />}
      title="No matching requests found so far."
      action={<Button onClick={onGoOn}>Look further back</Button>}
    >
      Few requests match those filters, and not all requests have been looked at.
    </EmptyState>
  );
}
