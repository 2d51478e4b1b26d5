/** The tabs Input, Output and Diff, with the number of changed lines on the last one. */
import { lazy, Suspense } from "react";
import type { TransformTab } from "./executions-url.ts";

const DiffCounts = lazy(async () => ({ default: (await import("./diff-counts.tsx")).DiffCounts }));

/** Null for a text that is not there: then there are no counts. */
export function transformTabs(before: string | null, after: string | null) {
  const tabs: { value: TransformTab; label: React.ReactNode }[] = [
    { value: "input", label: "Input" },
    { value: "output", label: "Output" },
    {
      value: "diff",
      label: (
        <>
          Diff
          {before === null || after === null ? null : (
            <Suspense>
              <DiffCounts before={before} after={after} />
            </Suspense>
          )}
        </>
      ),
    },
  ];
  return tabs;
}
