/** Which line is which? A short piece of a line, as the chart draws it, beside the name of the line. */
import { FILL, type ChartTone } from "./chart-series.ts";

export interface NamedLine {
  name: string;
  tone: ChartTone;
  isDashed?: boolean | undefined;
}

const DASHES_AT = [0, 5, 10];

export function LineMark({ tone, isDashed = false }: Omit<NamedLine, "name">) {
  return (
    <svg viewBox="0 0 14 8" aria-hidden className="h-2 w-3.5 shrink-0">
      {(isDashed ? DASHES_AT : [0]).map((x) => (
        <rect key={x} x={x} y="3" width={isDashed ? 4 : 14} height="2" className={FILL[tone]} />
      ))}
    </svg>
  );
}

export function LineLegend({ lines }: { lines: readonly NamedLine[] }) {
  return (
    <ul aria-label="Lines" className="ml-1 flex shrink-0 gap-x-2 text-xs text-ink-2">
      {lines.map(({ name, tone, isDashed }) => (
        <li key={name} className="inline-flex items-center gap-1 whitespace-nowrap">
          <LineMark tone={tone} isDashed={isDashed} />
          {name}
        </li>
      ))}
    </ul>
  );
}
