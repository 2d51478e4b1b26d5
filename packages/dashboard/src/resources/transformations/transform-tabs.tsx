/** The tabs Input, Output and Diff, with the number of changed lines on the last one. */
import type { TransformTab } from "./executions-url.ts";
import { later } from "../../ui/later.tsx";

const DiffCounts = later(() => import("./diff-counts.tsx")).component((loaded) => loaded.DiffCounts);

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
          {before === null || after === null ? null : <DiffCounts before={before} after={after} />}
        </>
      ),
    },
  ];
  return tabs;
}
