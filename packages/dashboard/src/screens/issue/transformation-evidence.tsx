/** What a transformation did over time: the events that it cost, its executions, and the latest of them. */
import { useState } from "react";
import { subjectIdOf } from "../../resources/issues/issue-title.ts";
import { ListHistogram } from "../../resources/metrics/histogram/list-histogram.tsx";
import { ExecutionDetail } from "../../resources/transformations/execution-detail.tsx";
import type { TransformTab } from "../../resources/transformations/executions-url.ts";
import { OverviewSection } from "../../ui/entity-page/entity-overview.tsx";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import type { EvidenceProps } from "./issue-overview.tsx";
import { retriedOf } from "./retried.ts";

const IGNORED = { value: "ignored_events", label: "Ignored Events" } as const;
const EXECUTIONS = { value: "executions", label: "Executions" } as const;

export function TransformationEvidence({ issue, date, search, onSearch }: EvidenceProps<"transformation">) {
  // Only code that failed has cost events.
  const tabs = retriedOf(issue) === null ? [EXECUTIONS] : [IGNORED, EXECUTIONS];
  const { value: tab } = tabs.find(({ value }) => value === search.tab) ?? tabs[0] ?? EXECUTIONS;
  const { transformation_execution_id: executionId } = issue.reference;
  return (
    <>
      <section aria-label="Over time">
        <TabList
          id="over-time"
          label="Over time"
          tabs={tabs}
          value={tab}
          onChange={(chosen) => onSearch({ ...search, tab: chosen }, "replace")}
          className="mb-3"
        />
        <TabPanel id="over-time" value={tab}>
          <ListHistogram
            kind={tab}
            filters={{ issue_id: [issue.id] }}
            date={date}
            onRange={(range) => onSearch({ ...search, date: range }, "push")}
          />
        </TabPanel>
      </section>
      <OverviewSection title="Latest execution">
        {executionId === null ? (
          <p className="text-sm text-ink-2">Its executions are past the retention period.</p>
        ) : (
          <LatestExecution transformationId={subjectIdOf(issue)} executionId={executionId} />
        )}
      </OverviewSection>
    </>
  );
}

function LatestExecution({
  transformationId,
  executionId,
}: {
  transformationId: string;
  executionId: string;
}) {
  const [tab, setTab] = useState<TransformTab>("input");
  return (
    <div className="flex min-h-96 flex-col rounded-lg border border-line bg-surface pt-3">
      <ExecutionDetail
        transformationId={transformationId}
        executionId={executionId}
        tab={tab}
        onTab={setTab}
        connection={undefined}
      />
    </div>
  );
}
