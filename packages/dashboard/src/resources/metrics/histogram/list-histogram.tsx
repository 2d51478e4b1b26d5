/**
 * The histogram above a list, in its box.
 *
 * It loads after the rows. The box has its height from the start and keeps it, so that bars which appear do not move the
 * rows.
 */
import { lazy, Suspense } from "react";
import type { TrafficHistogramProps } from "./traffic-histogram.tsx";

const TrafficHistogram = lazy(async () => ({
  default: (await import("./traffic-histogram.tsx")).TrafficHistogram,
}));

const BOX = "flex min-h-39 shrink-0 flex-col rounded-lg border border-line bg-surface px-3 py-2";

export function ListHistogram(props: TrafficHistogramProps) {
  return (
    <div className={props.isUnavailable ? "h-9.5 shrink-0" : BOX}>
      <Suspense>
        <TrafficHistogram {...props} />
      </Suspense>
    </div>
  );
}
