/** What does the place of a chart show while there is no chart? That it loads, that it failed, or that there is no data. */
import { Button } from "../button.tsx";
import { Skeleton, SLOW_LOADING, useSkeletonDelays } from "../skeleton.tsx";

/** As the specification has it, word for word. */
const CHART_FAILED =
  "We weren’t able to find any data due to an error, please try again later or contact us.";

/** The body of a panel before its first data. */
export function ChartLoading({ title }: { title: string }) {
  const { isShown, isSlow } = useSkeletonDelays();
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> is for results of a form
      role="status"
      aria-label={`Loading ${title}`}
      className="flex flex-1 flex-col items-center justify-center gap-2"
    >
      {isShown && !isSlow ? <Skeleton className="h-auto w-full flex-1" /> : null}
      {isSlow ? <p className="max-w-72 text-center text-sm text-balance text-ink-2">{SLOW_LOADING}</p> : null}
    </div>
  );
}

export function ChartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-1 flex-col items-center justify-center gap-3 text-center">
      <p className="max-w-72 text-sm text-balance text-ink-2">{CHART_FAILED}</p>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

export function NoData() {
  return <p className="flex flex-1 items-center justify-center text-sm text-ink-3">No data</p>;
}
