/**
 * One execution: what came in, what came out, the difference, and what the code wrote to its console.
 */
import type { ShortEventData } from "@posthorn/contract/requests";
import type { Execution } from "@posthorn/contract/transformations";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Callout } from "../../ui/callout.tsx";
import { CodeDiff } from "../../ui/code-editor/code-diff.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LensDrawing } from "../../ui/drawings.tsx";
import { whyGone } from "../../ui/entity-page/entity-gone.tsx";
import { BodyViewer } from "../../ui/json-viewer/body-viewer.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { useSession } from "../session/use-session.ts";
import { CollapsibleConsole } from "./collapsible-console.tsx";
import { ConsoleLines } from "./console-lines.tsx";
import { executionQuery } from "./execution-queries.ts";
import type { TransformTab } from "./executions-url.ts";
import { LogLevelBadge } from "./log-level-badge.tsx";
import { inputTextOf } from "./run-input.ts";
import { transformTabs } from "./transform-tabs.tsx";

export interface ExecutionDetailProps {
  transformationId: string;
  executionId: string;
  tab: TransformTab;
  onTab: (tab: TransformTab) => void;
  /** The name of the connection, if it still exists. */
  connectionName: string | undefined;
}

export function ExecutionDetail(props: ExecutionDetailProps) {
  const execution = useQuery(executionQuery(props.transformationId, props.executionId));
  if (execution.data) return <Loaded {...props} execution={execution.data} />;
  if (whyGone(execution.error) !== null)
    return (
      <EmptyState drawing={<LensDrawing />} title="Execution not found">
        It is past the retention period, or the link is cut short.
      </EmptyState>
    );
  if (execution.isError) return <LoadFailed error={execution.error} onRetry={execution.refetch} />;
  return (
    <div className="p-4">
      <TextSkeleton label="execution" lines={6} />
    </div>
  );
}

function Loaded({ execution, tab, onTab, connectionName }: ExecutionDetailProps & { execution: Execution }) {
  const { logs, webhook_id } = execution;
  const [before, after] = [textOf(execution.original_event_data), textOf(execution.transformed_event_data)];
  return (
    <section aria-label="Transformation execution" className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-2 text-sm">
        <LogLevelBadge level={execution.log_level} />
        <Timestamp value={execution.created_at} className="text-ink-2" />
        <Link to="/connections/$id" params={{ id: webhook_id }} className={linkClass}>
          {connectionName ?? webhook_id}
        </Link>
      </div>
      <TabList
        id="execution"
        label="Transformation execution"
        tabs={transformTabs(before, after)}
        value={tab}
        onChange={onTab}
        className="px-4"
      />
      <TabPanel id="execution" value={tab} className="min-h-40 flex-1 overflow-y-auto p-4">
        <TabContent tab={tab} before={before} after={after} hasFailed={execution.log_level === "fatal"} />
      </TabPanel>
      <CollapsibleConsole lineCount={logs.length} className="max-h-60">
        <ConsoleLines lines={logs} emptyText="The code wrote nothing to the console." />
      </CollapsibleConsole>
    </section>
  );
}

/** Null if the data is past retention, or the code returned nothing. */
function textOf(data: ShortEventData | null | undefined): string | null {
  return data ? inputTextOf(data) : null;
}

interface TabContentProps {
  tab: TransformTab;
  before: string | null;
  after: string | null;
  hasFailed: boolean;
}

function TabContent({ tab, before, after, hasFailed }: TabContentProps): ReactNode {
  const { retention_days } = useSession().project;
  const needed = tab === "input" ? [before] : tab === "output" ? [after] : [before, after];
  if (needed.includes(null)) {
    if (hasFailed && before !== null)
      return (
        <Callout tone="bad" title="No output">
          The code failed, so the connection ignored the request. The console says why.
        </Callout>
      );
    return (
      <Callout tone="off" title="Archived">
        This execution is past your archival period of {retention_days} days, the request data is no longer
        available.
      </Callout>
    );
  }
  if (tab === "diff")
    return (
      <CodeDiff
        label="Changes by the transformation"
        before={before ?? ""}
        after={after ?? ""}
        language="json"
        height="fill"
      />
    );
  const [label, text] = tab === "input" ? ["Input", before] : ["Output", after];
  return <BodyViewer label={label ?? ""} text={text ?? ""} contentType="application/json" maxHeight="none" />;
}
