/** What does the list show before its first request? How to receive one, or that there is no source to send it to. */
import type { Source } from "@posthorn/contract/sources";
import { FirstConnectionLink } from "../../resources/connections/first-connection-link.tsx";
import type { SourceNames } from "../../resources/sources/use-source-names.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { QuietListDrawing, UnjoinedDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { REQUEST_COLUMNS } from "./requests-table.tsx";

/** Nothing arrived yet. */
export function NoRequests({ isCli, names }: { isCli: boolean; names: SourceNames }) {
  if (isCli) return <NoCliRequests />;
  if (!names.isKnown && !names.isFailed) return <TableSkeleton label="requests" columns={REQUEST_COLUMNS} />;
  const newest = names.sources.toSorted(byUse)[0];
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

function NoCliRequests() {
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
