/** The number of changed lines on the Diff tab. It loads once there are two texts to compare, not with the editor. */
import { useMemo } from "react";
import { diffCounts } from "../../ui/code-editor/line-diff.ts";

export interface DiffCountsProps {
  before: string;
  after: string;
}

/** Nothing if a text is too long to be compared. */
export function DiffCounts({ before, after }: DiffCountsProps) {
  const counts = useMemo(() => diffCounts(before, after), [before, after]);
  if (counts === null) return null;
  return (
    <span className="ml-1.5 tabular-nums">
      <span className="text-ok">+{counts.added}</span> <span className="text-bad">−{counts.removed}</span>
    </span>
  );
}
