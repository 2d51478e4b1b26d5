/** The tabs Input, Output and Diff, with the number of changed lines on the last one. */
import { diffCounts } from "../../ui/code-editor/line-diff.ts";
import type { TransformTab } from "./executions-url.ts";

/** Null for a text that is not there: then there are no counts. */
export function transformTabs(before: string | null, after: string | null) {
  const counts = before === null || after === null ? null : diffCounts(before, after);
  const tabs: { value: TransformTab; label: React.ReactNode }[] = [
    { value: "input", label: "Input" },
    { value: "output", label: "Output" },
    {
      value: "diff",
      label: (
        <>
          Diff
          {counts === null ? null : (
            <span className="ml-1.5 tabular-nums">
              <span className="text-ok">+{counts.added}</span>{" "}
              <span className="text-bad">−{counts.removed}</span>
            </span>
          )}
        </>
      ),
    },
  ];
  return tabs;
}
