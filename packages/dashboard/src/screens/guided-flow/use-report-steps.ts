/**
 * Which steps of the guide does a person complete here? Each is reported once, when it becomes done.
 *
 * Those that were done when the page opened have been reported where they were done.
 */
import { useEffect, useRef } from "react";
import { useReport } from "../../resources/product-events/use-report.ts";
import type { GuidedStepId } from "./guided-steps.ts";
import type { GuidedFlow } from "./use-guided-flow.ts";

/** Null: something is still loading. */
export function useReportSteps(flow: GuidedFlow | null): void {
  const report = useReport();
  const known = useRef<ReadonlySet<GuidedStepId> | null>(null);
  useEffect(() => {
    if (!flow) return;
    const { steps, clients } = flow;
    // Whether a CLI listens is loaded apart.
    if (clients === undefined && steps.some(({ id }) => id === "cli")) return;
    const done = steps.filter(({ state }) => state === "done").map(({ id }) => id);
    if (known.current)
      for (const step of done)
        if (!known.current.has(step))
          report({ name: "Completed Guided Connection Step", properties: { step } });
    known.current = new Set([...(known.current ?? []), ...done]);
  });
}
