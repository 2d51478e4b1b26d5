/** The canvas of `time-series.tsx`: the part that needs the drawing library, in its own chunk. */
import { useEffect, useEffectEvent, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { cssColour, onThemeChange, toneColour } from "./css-colours.ts";
import { timeTicks } from "./scales.ts";
import type { TimeSeriesProps } from "./time-series.tsx";

/** A press that moves less than this is a click, not a choice of a range. */
const LEAST_DRAG_PX = 4;

export interface TimeSeriesCanvasProps extends TimeSeriesProps {
  heightPx: number;
  /** The index of the point under the cursor, null without a cursor. */
  onCursor: (at: number | null) => void;
}

export function TimeSeriesCanvas(props: TimeSeriesCanvasProps) {
  const { timesMs, lines, cursorKey, heightPx } = props;
  const box = useRef<HTMLDivElement>(null);
  const onCursor = useEffectEvent((at: number | null) => props.onCursor(at));
  const onNarrow = useEffectEvent((min: Date, max: Date) => props.onNarrow?.({ min, max }));
  const inUnit = useEffectEvent((value: number) => props.inUnit(value));
  const canNarrow = props.onNarrow !== undefined;

  useEffect(() => {
    const parent = box.current;
    if (!parent) return undefined;
    const axis = { stroke: () => cssColour("--ink-3"), font: "12px Inter Variable", ticks: { show: false } };
    const grid = { stroke: () => cssColour("--line"), width: 1 };
    const plot = new uPlot(
      {
        width: parent.clientWidth,
        height: heightPx,
        ms: 1,
        legend: { show: false },
        padding: [8, 8, 0, 0],
        cursor: {
          y: false,
          drag: { x: canNarrow, y: false, setScale: false, dist: LEAST_DRAG_PX },
          ...(cursorKey !== undefined && { sync: { key: cursorKey } }),
        },
        scales: { x: { time: true }, y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.1 : 1] } },
        axes: [
          {
            ...axis,
            grid: { show: false },
            splits: (_plot, _axis, min, max) => timeTicks(min, max).map(({ atMs }) => atMs),
            values: (own, splits) => {
              const { min = 0, max = 0 } = own.scales["x"] ?? {};
              const labels = new Map(timeTicks(min, max).map(({ atMs, label }) => [atMs, label]));
              return splits.map((split) => labels.get(split) ?? "");
            },
          },
          { ...axis, grid, size: 64, values: (_plot, splits) => splits.map((split) => inUnit(split)) },
        ],
        series: [
          {},
          ...lines.map(({ name, tone }) => ({
            label: name,
            stroke: () => toneColour(tone),
            width: 1.5,
            points: { show: false },
          })),
        ],
        hooks: {
          setCursor: [({ cursor }) => onCursor(cursor.idx ?? null)],
          setSelect: [
            (own) => {
              const { left, width } = own.select;
              if (width < LEAST_DRAG_PX) return;
              own.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
              onNarrow(new Date(own.posToVal(left, "x")), new Date(own.posToVal(left + width, "x")));
            },
          ],
        },
      },
      [[...timesMs], ...lines.map(({ values }) => [...values])],
      parent,
    );
    const size = new ResizeObserver(() => plot.setSize({ width: parent.clientWidth, height: heightPx }));
    size.observe(parent);
    const stopListening = onThemeChange(() => plot.redraw(false));
    return () => {
      stopListening();
      size.disconnect();
      plot.destroy();
    };
  }, [timesMs, lines, cursorKey, heightPx, canNarrow]);

  return <div ref={box} className="min-w-0" />;
}
