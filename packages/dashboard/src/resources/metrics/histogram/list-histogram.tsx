/**
 * The histogram above a list, in its box.
 *
 * It loads after the rows. The box has its height from the start and keeps it, so that bars which appear do not move the
 * rows.
 */
import type { TrafficHistogramProps } from "./traffic-histogram.tsx";
import { later } from "../../../ui/later.tsx";

const TrafficHistogram = later(() => import("./traffic-histogram.tsx")).component(
  (loaded) => loaded.TrafficHistogram,
);

/** A narrow chart has its sums on a line of their own. */
const BOX =
  "flex min-h-39 flex-col rounded-lg border border-line bg-surface px-3 py-2 @max-[29.5rem]:min-h-44";

export function ListHistogram(props: TrafficHistogramProps) {
  return (
    <div className="@container shrink-0">
      <div className={props.isUnavailable ? "min-h-9.5" : BOX}>
        <TrafficHistogram {...props} />
      </div>
    </div>
  );
}
