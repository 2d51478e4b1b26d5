/** The Overview tab of a transformation. The code is to be read here: its editor is a page of its own. */
import type { Connection } from "@posthorn/contract/connections";
import type { Transformation } from "@posthorn/contract/transformations";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useConnectionName } from "../../resources/connections/connection-link.tsx";
import { ConnectionStatusBadge } from "../../resources/connections/connection-status-badge.tsx";
import { routeWithName } from "../../resources/connections/route-words.ts";
import { executionsQuery } from "../../resources/transformations/execution-queries.ts";
import { LogLevelBadge } from "../../resources/transformations/log-level-badge.tsx";
import { connectionsWithQuery } from "../../resources/transformations/transformation-queries.ts";
import { CodeEditor } from "../../ui/code-editor/code-editor.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { countText } from "../../ui/count.ts";
import { EntityOverview, OverviewSection } from "../../ui/entity-page/entity-overview.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Property } from "../../ui/property-list.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";

/** How many executions the page shows. */
const LATEST = 5;
const ROW = "flex min-h-(--row-h) items-center gap-x-4 border-b border-line px-3 py-1 last:border-b-0";

const LINE_PX = 20;
const CODE_PADDING_PX = 24;
const CODE_MAX_PX = 480;

/** As high as the code, up to a bound: then it scrolls. */
function codeHeightPx(code: string): number {
  return Math.min(CODE_MAX_PX, code.split("\n").length * LINE_PX + CODE_PADDING_PX);
}

export function TransformationOverview({ transformation }: { transformation: Transformation }) {
  const { id, name, code, env, created_at, updated_at } = transformation;
  const users = useQuery(connectionsWithQuery(id));
  const variables = Object.keys(env ?? {});
  return (
    <EntityOverview
      properties={
        <>
          <Property name="Name">{name}</Property>
          <Property name="ID" isMono copied={id}>
            <span className="truncate">{id}</span>
          </Property>
          <Property name="Connections">
            <span className="tabular-nums">{countText(users.data?.models.length)}</span>
          </Property>
          <Property name="Variables" isMono={variables.length > 0}>
            {variables.length === 0 ? "–" : variables.join(", ")}
          </Property>
          <Property name="Created">
            <Timestamp value={created_at} />
          </Property>
          <Property name="Last updated">
            <Timestamp value={updated_at} />
          </Property>
        </>
      }
    >
      <OverviewSection title="Code" aside={<CopyButton value={code} label="Copy the code" />}>
        <CodeEditor label="Code" language="javascript" value={code} isReadOnly height={codeHeightPx(code)} />
      </OverviewSection>
      <OverviewSection title="Connections">
        <Users id={id} />
      </OverviewSection>
      <OverviewSection
        title="Latest executions"
        aside={
          <Link to="/transformations/$id/executions" params={{ id }} className={`text-sm ${linkClass}`}>
            View all executions
          </Link>
        }
      >
        <LatestExecutions id={id} />
      </OverviewSection>
    </EntityOverview>
  );
}

function Users({ id }: { id: string }) {
  const users = useQuery(connectionsWithQuery(id));
  if (users.isPending) return <TextSkeleton label="Connections" lines={2} />;
  if (!users.data) return <LoadFailed error={users.error} onRetry={users.refetch} />;
  if (users.data.models.length === 0)
    return (
      <p className="text-sm text-ink-2">
        No connection uses it yet. Add it to the rules of a connection to run it on each request.
      </p>
    );
  return (
    <ul aria-label="Connections" className="rounded-lg border border-line bg-surface text-sm">
      {users.data.models.map((connection) => (
        <li key={connection.id} className={ROW}>
          <Link
            to="/connections/$id"
            params={{ id: connection.id }}
            className="min-w-0 flex-1 truncate font-medium hover:underline"
          >
            {routeWithName(connection)}
          </Link>
          <ConnectionStatusBadge connection={connection} />
        </li>
      ))}
    </ul>
  );
}

function LatestExecutions({ id }: { id: string }) {
  const latest = useQuery(executionsQuery(id, {}, {}, LATEST));
  const users = useQuery(connectionsWithQuery(id));
  const connectionOf = (webhook_id: string) => users.data?.models.find((one) => one.id === webhook_id);
  if (latest.isPending) return <TextSkeleton label="Executions" lines={3} />;
  if (!latest.data) return <LoadFailed error={latest.error} onRetry={latest.refetch} />;
  if (latest.data.models.length === 0)
    return (
      <p className="text-sm text-ink-2">It has not run yet. Each request of its connections appears here.</p>
    );
  return (
    <ul aria-label="Latest executions" className="rounded-lg border border-line bg-surface text-sm">
      {latest.data.models.map((execution) => (
        <li key={execution.id} className={ROW}>
          <Link
            to="/transformations/$id/executions"
            params={{ id }}
            search={{ selected_execution_id: execution.id }}
            className="hover:underline"
          >
            <Timestamp value={execution.created_at} />
          </Link>
          {/* As wide as the longest level, so that the names stand below each other. */}
          <span className="w-19 shrink-0">
            <LogLevelBadge level={execution.log_level} />
          </span>
          <span className="min-w-0 flex-1 truncate text-ink-2">
            <ConnectionName id={execution.webhook_id} known={connectionOf(execution.webhook_id)} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function ConnectionName({ id, known }: { id: string; known: Connection | undefined }) {
  return useConnectionName(id, known, routeWithName);
}
