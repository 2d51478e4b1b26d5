/** Which answers are retried, drawn from 200 to 599. The sentence below it says the same to screen readers. */
import { retriedRanges } from "./status-code-words.ts";

const CLASSES = [
  { label: "2xx", isSuccess: true },
  { label: "3xx", isSuccess: false },
  { label: "4xx", isSuccess: false },
  { label: "5xx", isSuccess: false },
];

/** Where a status stands on the bar, in per cent. */
function at(status: number): number {
  return ((status - 200) / 400) * 100;
}

export function StatusBar({ codes }: { codes: string }) {
  const ranges = retriedRanges(codes);
  return (
    <div aria-hidden>
      <div className="relative grid h-3 grid-cols-4 gap-px overflow-hidden rounded-sm">
        {CLASSES.map(({ label, isSuccess }) => (
          <span key={label} className={isSuccess ? "bg-ok-bg" : "bg-off-bg"} />
        ))}
        {ranges.map(({ from, to }) => (
          <span
            key={from}
            className="absolute inset-y-0 min-w-0.75 bg-ink"
            style={{ left: `${at(from)}%`, width: `${at(to + 1) - at(from)}%` }}
          />
        ))}
        {ranges
          .flatMap(({ except }) => except)
          .map((status) => (
            <span
              key={status}
              className="absolute inset-y-0 min-w-0.75 bg-off-bg"
              style={{ left: `${at(status)}%`, width: `${at(status + 1) - at(status)}%` }}
            />
          ))}
      </div>
      <div className="mt-1 grid grid-cols-4 text-center text-xs text-ink-3">
        {CLASSES.map(({ label, isSuccess }) => (
          <span key={label} className={isSuccess ? "text-ok" : undefined}>
            {label} {isSuccess ? "delivered" : ""}
          </span>
        ))}
      </div>
    </div>
  );
}
