/** /connect/{source_id}: the source that a service got, with the token to paste there. */
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { NewConnectionLink } from "../../resources/connections/new-connection-link.tsx";
import { sourceQuery } from "../../resources/sources/source-queries.ts";
import { SendTestRequest } from "../../resources/sources/test-request/send-test-request.tsx";
import { SourceToken } from "../../resources/sources/source-token.tsx";
import { Callout } from "../../ui/callout.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { EntityPage } from "../../ui/entity-page/entity-page.tsx";

const route = getRouteApi("/_app/connect/$source_id");

export function ConnectedScreen() {
  const { source_id } = route.useParams();
  return (
    <EntityPage
      kind="Source"
      listLabel="Sources"
      renderListLink={(props) => <Link to="/sources" {...props} />}
      query={useQuery(sourceQuery(source_id))}
      title={({ name }) => name}
    >
      <main className="min-h-0 flex-1 overflow-y-auto px-5 py-10 max-md:px-3">
        <div className="mx-auto flex max-w-120 flex-col gap-5 rounded-lg border border-line bg-surface p-5">
          <Connected />
          <div className="flex flex-wrap justify-end gap-2">
            <TestRequest />
            <NewConnectionLink search={{ source_id }}>Create connection</NewConnectionLink>
          </div>
        </div>
      </main>
    </EntityPage>
  );
}

function TestRequest() {
  const { source_id } = route.useParams();
  const { data: source } = useSuspenseQuery(sourceQuery(source_id)); // the frame has loaded it
  return <SendTestRequest source={source} />;
}

function Connected() {
  const { source_id } = route.useParams();
  const { provider = "the service" } = route.useSearch();
  const { data: source } = useSuspenseQuery(sourceQuery(source_id)); // the frame has loaded it
  if (source.type !== "MANAGED")
    return (
      <Callout tone="hold" title="This source has no token">
        Only a source that a service has asked for has one. See its settings for how its senders prove
        themselves.
      </Callout>
    );
  return (
    <>
      <div>
        <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{source.name} is ready</h2>
        <p className="mt-1 text-sm [overflow-wrap:anywhere] text-ink-2">
          Give {provider} this token. Everybody who has it can send requests to this source.
        </p>
      </div>
      <SourceToken sourceId={source_id} />
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium">URL</span>
        <CodeBlock code={source.url} copyLabel="Copy source URL" />
      </div>
    </>
  );
}
