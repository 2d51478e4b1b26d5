/**
 * What would the edited rules make of the latest requests of this source? Opened by a rules form before it is saved.
 *
 * Runs once when it opens, and again when the person asks for it. The form beside it stays usable: if the rules change
 * after a run, the panel says so instead of running at every key. Nothing is stored, sent or counted.
 */
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { LensDrawing } from "../../../ui/drawings.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { TableSkeleton } from "../../../ui/skeleton.tsx";
import { rulesTrialQuery, type EditedRules } from "./rules-trial-query.ts";
import { TrialFrame } from "./trial-frame.tsx";
import { TrialFilterBar } from "./trial-filter-bar.tsx";
import { TrialList } from "./trial-list.tsx";
import { fits, type TrialFilter } from "./trial-rows.ts";
import { TrialStrip, TrialTotals } from "./trial-totals.tsx";

export interface TryOnRecentProps {
  sourceId: string;
  /** The connection whose rules are edited; undefined while it is being created. */
  connectionId?: string | undefined;
  rules: EditedRules;
  /** It is opened from a window, and lies over it. */
  isOverWindow?: boolean;
}

export function TryOnRecentPanel({
  sourceId,
  connectionId,
  rules,
  isOverWindow = false,
  onClose,
}: TryOnRecentProps & { onClose: () => void }) {
  const [run, setRun] = useState({ rules, number: 1 });
  const [filter, setFilter] = useState<TrialFilter>("all");
  const trial = useQuery(rulesTrialQuery({ sourceId, connectionId, ...run }));
  const title = useRef<HTMLHeadingElement>(null);
  const runAgain = () => setRun({ rules, number: run.number + 1 });
  /** The button that was pressed goes away, and the focus must not go with it. */
  const retry = () => {
    runAgain();
    title.current?.focus();
  };
  const isOutdated = JSON.stringify(rules) !== JSON.stringify(run.rules);

  return (
    <TrialFrame
      isOverWindow={isOverWindow}
      initialFocus={title}
      onClose={onClose}
      header={
        <>
          <div className="min-w-0 flex-1">
            <h2 ref={title} tabIndex={-1} className="text-lg font-semibold outline-none">
              Try on recent requests
            </h2>
            {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> is for results of a form */}
            <p role="status" className="text-sm text-ink-2">
              {statusText(trial)}
            </p>
          </div>
          <Button icon={<Play />} isPending={trial.isFetching} onClick={runAgain}>
            Run again
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 border-t border-line p-4">
        {isOutdated ? (
          <Callout tone="hold" title="The rules have changed since this run">
            Run again to see what they do now.
          </Callout>
        ) : null}
        {content()}
      </div>
    </TrialFrame>
  );

  function content() {
    if (trial.isPending) return <TableSkeleton label="the trial" columns={3} />;
    if (trial.isError) return <LoadFailed error={trial.error} onRetry={retry} />;
    if (trial.data.requests.length === 0)
      return (
        <EmptyState drawing={<LensDrawing />} title="No requests found">
          The source has received no requests yet that the rules could be tried on.
        </EmptyState>
      );
    const shown = trial.data.requests.filter((request) => fits(filter, request));
    return (
      <>
        <TrialTotals trial={trial.data} />
        <TrialStrip requests={trial.data.requests} />
        {trial.data.after.skipped === 0 ? null : (
          <p className="text-sm text-ink-2">{skippedText(trial.data.after.skipped)}</p>
        )}
        <TrialFilterBar trial={trial.data} value={filter} onChange={setFilter} />
        {shown.length === 0 ? (
          <p className="py-6 text-center text-sm text-ink-2">None of these requests.</p>
        ) : (
          <TrialList requests={shown} />
        )}
      </>
    );
  }
}

function statusText({ data, isFetching, isError }: TrialState): string {
  if (isFetching) return "Running the edited rules…";
  if (isError) return "The edited rules could not be run. Nothing was sent.";
  return data ? resultText(data) : "";
}

interface TrialState {
  data: Parameters<typeof resultText>[0] | undefined;
  isFetching: boolean;
  isError: boolean;
}

function resultText({
  requests,
  duration_ms,
}: {
  requests: readonly unknown[];
  duration_ms: number;
}): string {
  const count = requests.length === 1 ? "the last request" : `the last ${requests.length} requests`;
  return requests.length === 0
    ? "Nothing was sent."
    : `Edited rules over ${count}, in ${duration_ms} ms. Nothing was sent.`;
}

function skippedText(count: number): string {
  return count === 1 ? "1 request could not be tried." : `${count} requests could not be tried.`;
}
