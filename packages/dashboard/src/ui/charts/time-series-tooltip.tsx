/** What was measured at the cursor? Beside the cursor, on the side with more room. Assistive technology has the table. */
import { cx } from "class-variance-authority";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { FILL } from "./chart-series.ts";
import { LineMark, type NamedLine } from "./line-mark.tsx";
import type { ChartCursor } from "./time-series.tsx";

const GAP_PX = 10;
/** More names than this do not fit beside a chart. */
const MOST_PARTS = 8;

export interface TimeSeriesTooltipProps {
  cursor: ChartCursor;
  time: string;
  shape: "line" | "bar";
  lines: readonly (NamedLine & { text: string })[];
  parts: readonly { name: string; text: string }[];
  total?: string;
}

export function TimeSeriesTooltip({ cursor, time, shape, lines, parts, total }: TimeSeriesTooltipProps) {
  const box = useRef<HTMLDivElement>(null);
  const { leftPx } = cursor;
  useLayoutEffect(() => {
    const own = box.current;
    const chart = own?.parentElement?.getBoundingClientRect();
    if (!own || !chart) return;
    const width = own.offsetWidth;
    const fitsRight = chart.left + leftPx + GAP_PX + width < document.documentElement.clientWidth;
    own.style.left = `${fitsRight ? leftPx + GAP_PX : leftPx - GAP_PX - width}px`;
  });
  const more = parts.length - MOST_PARTS;
  const isLegend = shape === "line" && lines.length > 1;
  return (
    <div
      ref={box}
      aria-hidden
      className="pointer-events-none absolute top-2 left-0 z-10 w-max max-w-72 rounded-md border border-line-strong bg-surface px-2.5 py-2 text-xs text-ink-2 tabular-nums shadow-lift"
    >
      <div className="mono mb-1">{time}</div>
      {parts.slice(0, MOST_PARTS).map(({ name, text }) => (
        <Line key={name} name={name} text={text} />
      ))}
      {more > 0 ? <div className="text-ink-3">… {more} more</div> : null}
      {parts.length > 0 ? <div className="my-1 border-t border-line" /> : null}
      {(shape === "bar" ? lines.toReversed() : lines).map(({ name, text, ...look }) => (
        <Line
          key={name}
          name={name}
          text={text}
          mark={isLegend ? <LineMark {...look} /> : <Square {...look} />}
        />
      ))}
      {total === undefined ? null : (
        <Line name="Total" text={total} className="mt-1 border-t border-line pt-1" />
      )}
    </div>
  );
}

interface LineProps {
  name: string;
  text: string;
  mark?: ReactNode;
  className?: string;
}

function Line({ name, text, mark, className }: LineProps) {
  return (
    <div className={cx("flex items-center justify-between gap-4 leading-5", className)}>
      <span className="flex min-w-0 items-center gap-1.5">
        {mark}
        <span className={cx("truncate", mark !== undefined && "text-ink")}>{name}</span>
      </span>
      <span className="font-medium text-ink">{text}</span>
    </div>
  );
}

function Square({ tone }: Pick<NamedLine, "tone">) {
  return (
    <svg viewBox="0 0 8 8" className="size-2 shrink-0">
      <rect width="8" height="8" rx="2" className={FILL[tone]} />
    </svg>
  );
}
