/**
 * One execution: what came in, what came out, the difference, and what the code wrote to its console.
 *
 * The server keeps the output as the payload of the event. If a later rule ignored the request, there is no event and
 * no output: then a person can run the code of now on the stored input.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { EditorTrialResult, Execution } from "@posthorn/contract/transformations";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { CodeDiff } from "../../ui/code-editor/code-diff.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LensDrawing } from "../../ui/drawings.tsx";
import { whyGone } from "../../ui/entity-page/entity-gone.tsx";
import { BodyViewer } from "../../ui/json-viewer/body-viewer.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { ConnectionLink } from "../connections/connection-link.tsx";
import { routeWithName } from "../connections/route-words.ts";
import { useRefusal } from "../session/use-refusal.ts";
import { CollapsibleConsole } from "./collapsible-console.tsx";
import { ConsoleLines } from "./console-lines.tsx";
import { executionQuery } from "./execution-queries.ts";
import type { TransformTab } from "./executions-url.ts";
import { LogLevelBadge } from "./log-level-badge.tsx";
import { inputTextOf, trialRequestOf } from "./run-input.ts";
import { useRunTransformation } from "./transformation-actions.ts";
import { PastArchive } from "../plans/past-archive.tsx";
import { transformTabs } from "./transform-tabs.tsx";

export interface ExecutionDetailProps {
  transformationId: string;
  executionId: string;
  tab: TransformTab;
  onTab: (tab: TransformTab) => void;
  /** If it still uses the transformation. */
  connection: Connection | undefined;
}

export function ExecutionDetail(props: ExecutionDetailProps) {
  const execution = useQuery(executionQuery(props.transformationId, props.executionId));
  if (execution.data) return <Loaded key={execution.data.id} {...props} execution={execution.data} />;
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

function Loaded({ execution, tab, onTab, connection }: ExecutionDetailProps & { execution: Execution }) {
  const { logs, transformation_id, webhook_id, original_event_data: input } = execution;
  const again = useRunTransformation();
  const before = textOf(input);
  const after = textOf(execution.transformed_event_data ?? again.data?.request);
  const why = whyNoOutput(execution);
  return (
    <section aria-label="Transformation execution" className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-2 text-sm">
        <LogLevelBadge level={execution.log_level} />
        <Timestamp value={execution.created_at} className="text-ink-2" />
        <ConnectionLink id={webhook_id} known={connection} nameOf={routeWithName} />
      </div>
      <TabList
        id="execution"
        label="Transformation execution"
        tabs={transformTabs(before, after)}
        value={tab}
        onChange={onTab}
        className="px-4"
      />
      <TabPanel
        id="execution"
        value={tab}
        className="flex min-h-40 flex-1 flex-col gap-3 overflow-y-auto p-4"
      >
        {input && why === "ignored later" && tab !== "input" ? (
          <NotKept
            result={again.data}
            isRunning={again.isPending}
            onRun={() =>
              again.mutate({
                transformation_id,
                webhook_id: connection?.id ?? null,
                request: trialRequestOf(input),
              })
            }
          />
        ) : null}
        <TabContent tab={tab} before={before} after={after} why={why} />
      </TabPanel>
      <CollapsibleConsole lineCount={logs.length} className="max-h-60">
        <ConsoleLines lines={logs} emptyText="The code wrote nothing to the console." />
      </CollapsibleConsole>
    </section>
  );
}

/** Null if the data is not there. */
function textOf(data: Parameters<typeof inputTextOf>[0] | null | undefined): string | null {
  return data ? inputTextOf(data) : null;
}

type WhyNoOutput = "failed" | "ignored later" | "archived";

/** Only meaningful for an execution without output. */
function whyNoOutput({ log_level, original_event_data, transformed_event_data_id }: Execution): WhyNoOutput {
  if (!original_event_data) return "archived";
  if (log_level === "fatal") return "failed";
  return transformed_event_data_id === null ? "ignored later" : "archived";
}

interface NotKeptProps {
  /** Of the run that the person has asked for. */
  result: EditorTrialResult | undefined;
  isRunning: boolean;
  onRun: () => void;
}

function NotKept({ result, isRunning, onRun }: NotKeptProps) {
  const refusal = useRefusal("configure");
  if (result?.request)
    return (
      <Callout tone="off" title="Output of the current code">
        The output of this execution was not kept. You have run the code again, as it is now, on the same
        input.
      </Callout>
    );
  if (result)
    return (
      <Callout tone="bad" title="The current code fails on this input">
        {result.console.at(-1)?.message}
      </Callout>
    );
  return (
    <Callout tone="off" title="Output not kept">
      <p>
        A later rule of the connection ignored the request, so Posthorn did not keep what the code returned.
      </p>
      <Button
        size="sm"
        icon={<Play aria-hidden />}
        className="mt-2"
        isPending={isRunning}
        disabledReason={refusal}
        onClick={onRun}
      >
        Run the current code on this input
      </Button>
    </Callout>
  );
}

interface TabContentProps {
  tab: TransformTab;
  before: string | null;
  after: string | null;
  why: WhyNoOutput;
}

function TabContent({ tab, before, after, why }: TabContentProps): ReactNode {
  const needed = tab === "input" ? [before] : tab === "output" ? [after] : [before, after];
  if (needed.includes(null)) {
    if (why === "ignored later") return null;
    if (why === "failed")
      return (
        <Callout tone="bad" title="No output">
          The code failed, so the connection ignored the request. The console says why.
        </Callout>
      );
    return (
      <Callout tone="off" title="Archived">
        <PastArchive what="execution" />
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
