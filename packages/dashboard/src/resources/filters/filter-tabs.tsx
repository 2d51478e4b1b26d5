/** The tabs of a filter, each with its result in an icon and a word. */
import type { FilterPart } from "@posthorn/contract/rules";
import { Check, CircleAlert, Minus, X } from "lucide-react";
import { TabList } from "../../ui/tabs.tsx";
import type { PartResult, TestResults } from "./explain-texts.ts";
import { FILTER_TABS, PART_NAMES } from "./filter-parts.ts";

export const FILTER_TABS_ID = "filter-parts";

export interface FilterTabsProps {
  results: TestResults | null;
  value: FilterPart;
  onChange: (part: FilterPart) => void;
}

export function FilterTabs({ results, value, onChange }: FilterTabsProps) {
  return (
    <div className="shrink-0 overflow-x-auto">
      <TabList
        id={FILTER_TABS_ID}
        label="Parts of a request"
        tabs={FILTER_TABS.map((part) => ({
          value: part,
          label: (
            <span className="flex items-center gap-1.5 whitespace-nowrap">
              {PART_NAMES[part]}
              {results ? <Result result={results[part]} /> : null}
            </span>
          ),
        }))}
        value={value}
        onChange={onChange}
        className="w-max min-w-full px-4 max-sm:px-3"
      />
    </div>
  );
}

function Result({ result }: { result: PartResult }) {
  const { state } = result;
  if (state === "no-input") return null;
  if (state === "no-filter") {
    return (
      <span className="flex items-center gap-0.5 text-xs font-normal text-ink-3 [&_svg]:size-3.5">
        <Minus aria-hidden /> no filter
      </span>
    );
  }
  if (state === "tested" && result.matches) {
    return (
      <span className="flex items-center gap-0.5 text-xs text-ok [&_svg]:size-3.5">
        <Check aria-hidden /> passes
      </span>
    );
  }
  if (state === "tested" || state === "too-costly") {
    return (
      <span className="flex items-center gap-0.5 text-xs text-bad [&_svg]:size-3.5">
        <X aria-hidden /> fails
      </span>
    );
  }
  return (
    <span className="flex items-center gap-0.5 text-xs text-hold [&_svg]:size-3.5">
      <CircleAlert aria-hidden /> invalid
    </span>
  );
}
