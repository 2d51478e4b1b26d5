/**
 * Draws a body as plain text.
 *
 * It has line numbers, because a syntax error is reported by its line. Only lines in view exist as elements.
 */
import { useEffect, useEffectEvent, useMemo, useRef, type ReactNode } from "react";
import type { Hits } from "./find-hits.ts";
import { MarkedText } from "./marked-text.tsx";
import { lineAt, lineCount, rawLines } from "./raw-lines.ts";
import { LINE_PX } from "./row-layout.ts";
import { PADDING_PX } from "./row-window.ts";
import { ColumnProbe, useColumns } from "./use-columns.tsx";
import { useRowWindow } from "./use-row-window.ts";

export type RawTextProps = {
  text: string;
  hits: Hits;
  step: { hit: number };
  label: string;
  maxHeight: string;
};

/** The largest width of a digit, and the space around a line number. */
const DIGIT_PX = 8;
const AROUND_NUMBER_PX = 24;

const heightOfLine = () => LINE_PX;

export function RawText({ text, hits, step, label, maxHeight }: RawTextProps): ReactNode {
  const scroller = useRef<HTMLElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const numbersPx = useMemo(() => String(lineCount(text)).length * DIGIT_PX + AROUND_NUMBER_PX, [text]);
  const { columns } = useColumns(scroller, probe, numbersPx + PADDING_PX);
  const lines = useMemo(() => (columns === 0 ? null : rawLines(text, columns)), [text, columns]);
  const { rows, totalPx, scrollTo } = useRowWindow({
    box: scroller,
    count: lines?.count ?? 0,
    heightOf: heightOfLine,
  });

  const currentStart = hits.start[step.hit] ?? -1;
  const show = useEffectEvent((start: number) => {
    if (lines) scrollTo(lineAt(lines, start), "center");
  });
  // Only a step of the search scrolls, not a new width.
  useEffect(() => {
    const start = hits.start[step.hit];
    if (start !== undefined) show(start);
  }, [hits, step]);

  return (
    <>
      <section
        ref={scroller}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it
        tabIndex={0}
        aria-label={label}
        className="relative rounded-[6px] border border-(--line) bg-(--sunken) font-mono text-[13px] leading-5 text-(--ink) [font-variant-ligatures:none] focus-visible:outline-2 focus-visible:outline-(--ring)"
        style={{ maxHeight, overflow: "auto", scrollbarGutter: "stable" }}
      >
        <ColumnProbe ref={probe} />
        <div style={{ position: "relative", height: totalPx }}>
          {lines &&
            rows.map(({ index, topPx }) => (
              <div
                key={index}
                style={{ position: "absolute", top: topPx, height: LINE_PX, whiteSpace: "pre", tabSize: 4 }}
              >
                <span
                  aria-hidden
                  className="inline-block pr-3 text-right text-(--ink-3) select-none"
                  style={{ width: numbersPx }}
                >
                  {lines.number[index] || ""}
                </span>
                <MarkedText
                  text={text}
                  from={lines.start[index] ?? 0}
                  to={lines.end[index] ?? 0}
                  hits={hits}
                  currentStart={currentStart}
                />
              </div>
            ))}
        </div>
      </section>
      {lines?.isCut && (
        <p className="mt-1.5 text-[12px] text-(--ink-2)">
          Only the first {lines.count.toLocaleString("en")} lines are drawn. Copy the body to see the rest.
        </p>
      )}
    </>
  );
}
