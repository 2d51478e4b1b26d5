/**
 * How many of the latest requests would the edited filter let pass? One bar for each, the newest on the right. A count
 * takes the newest request of its kind as the input of the test. The whole trial, with all rules of the form, opens over the
 * editor.
 */
import type { RulesTrial, TrialStatus, TriedRequest } from "@posthorn/contract/rules-trial";
import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert, Funnel } from "lucide-react";
import type { ReactNode } from "react";
import { sourceQuery } from "../sources/source-queries.ts";
import { TryOnRecentButton } from "../rules/try-on-recent/try-on-recent-button.tsx";
import type { FilterEditorProps } from "./filter-editor.tsx";
import type { PartTexts } from "./filter-texts.ts";
import { checkableFilter, useRecentTrial } from "./use-recent-trial.ts";
import type { TestedFilter } from "./use-test-input.ts";

export interface RecentStripProps extends Pick<FilterEditorProps, "rulesWith"> {
  texts: PartTexts;
  tested: TestedFilter;
  onChoose: (requestId: string) => void;
}

export function RecentStrip({ texts, tested, rulesWith, onChoose }: RecentStripProps) {
  const trial = useRecentTrial(texts, tested);
  const { data: source } = useQuery({
    ...sourceQuery(tested.sourceId ?? ""),
    enabled: tested.sourceId !== null,
  });
  const requests = trial.data?.requests ?? [];
  if (requests.length === 0 || tested.sourceId === null) return null;
  return (
    <footer
      aria-label="Latest requests"
      aria-busy={trial.isFetching}
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-bg px-4 py-1.5 text-sm max-sm:px-3"
    >
      <p className="text-ink-2">
        Last {requests.length === 1 ? "request" : `${requests.length} requests`} of{" "}
        {source?.name ?? "the source"}
      </p>
      <Bars requests={requests} />
      <Counts requests={requests} onChoose={onChoose} />
      <span className="ml-auto">
        <TryOnRecentButton
          sourceId={tested.sourceId}
          connectionId={tested.connectionId}
          isOverWindow
          {...editedRules(texts, rulesWith)}
        />
      </span>
    </footer>
  );
}

function editedRules(texts: PartTexts, rulesWith: RecentStripProps["rulesWith"]) {
  const filter = checkableFilter(texts);
  if (filter === null) return { rules: [], disabledReason: "The filter is not valid yet." };
  const rules = rulesWith(filter);
  return rules === null ? { rules: [], disabledReason: "Another rule is not valid yet." } : { rules };
}

const BAR_CLASSES: Record<TrialStatus, string> = {
  delivered: "bg-ok",
  filtered: "bg-line-strong",
  deduplicated: "bg-line-strong",
  failed: "bg-bad",
  skipped: "bg-line",
};

function Bars({ requests }: Pick<RulesTrial, "requests">) {
  return (
    <div aria-hidden className="flex h-4 min-w-0 gap-px overflow-hidden max-sm:hidden">
      {requests.toReversed().map(({ id, after }) => (
        <span key={id} className={`w-0.75 shrink-0 ${BAR_CLASSES[after.status]}`} />
      ))}
    </div>
  );
}

const SIGNS: readonly [status: TrialStatus, word: string, tone: string, icon: ReactNode][] = [
  ["delivered", "pass", "text-ok", <Check key="pass" aria-hidden />],
  ["filtered", "filtered", "text-ink-2", <Funnel key="filtered" aria-hidden />],
  ["failed", "fail in the transformation", "text-bad", <CircleAlert key="failed" aria-hidden />],
];

interface CountsProps {
  requests: readonly TriedRequest[];
  onChoose: (requestId: string) => void;
}

function Counts({ requests, onChoose }: CountsProps) {
  const skipped = requests.filter(({ after }) => after.status === "skipped").length;
  return (
    <ul className="flex flex-wrap items-center gap-x-3">
      {SIGNS.map(([status, word, tone, icon]) => {
        const such = requests.filter(({ after }) => after.status === status);
        const [newest] = such;
        if (!newest)
          return status === "failed" ? null : <li key={status} className="text-ink-3">{`0 ${word}`}</li>;
        return (
          <li key={status}>
            <button
              type="button"
              data-tooltip="Test with the newest of them"
              onClick={() => onChoose(newest.id)}
              className={`flex items-center gap-1 rounded-sm underline-offset-2 hover:underline [&_svg]:size-3.5 ${tone}`}
            >
              {icon} {such.length} {word}
            </button>
          </li>
        );
      })}
      {skipped === 0 ? null : <li className="text-ink-3">{skipped} not tried</li>}
    </ul>
  );
}
