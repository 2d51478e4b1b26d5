/**
 * The canvas of `time-series.tsx`: the part that needs the drawing library, in its own chunk.
 *
 * The plot is made once. New data, a new size and a new theme change the plot that is there.
 */
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { cssColour, onThemeChange, toneColour } from "./css-colours.ts";
import type { NamedLine } from "./line-mark.tsx";
import { highestOf, inDrawingOrder, lonelyPoints, plotData, timeExtent } from "./plot-data.ts";
import { timeTicks, valueTicks, type TimeTick } from "./scales.ts";
import type { ChartCursor, TimeSeriesProps } from "./time-series.tsx";
import "./time-series.css";

/** A press that moves less than this is a click, not a choice of a range. */
const LEAST_DRAG_PX = 4;
const FONT = "11px Inter Variable";
/** About 10 % of a colour, as the end of its hexadecimal form. */
const FAINT = "1a";
const CHARACTER_PX = 6.5;
/** The label of the last moment stands half beyond the plot. */
const HALF_A_TIME_PX = 18;
const DASH_PX = [4, 3];
/** The height of the label of a limit, with the gap to its line. */
const LIMIT_LABEL_PX = 16;

export interface TimeSeriesCanvasProps extends TimeSeriesProps {
  /** Null without a cursor. */
  onCursor: (cursor: ChartCursor | null) => void;
}

export function TimeSeriesCanvas(props: TimeSeriesCanvasProps) {
  const { timesMs, lines, shape = "line", cursorKey } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const limit = props.limit?.value;
  const markMs = props.mark?.atMs;
  const canNarrow = props.onNarrow !== undefined;
  /** What the plot is made of. Anything else can change while it is there. */
  const kind = JSON.stringify([
    shape,
    lines.map(({ name, tone, isDashed }) => [name, tone, isDashed]),
    cursorKey,
    canNarrow,
  ]);

  // Before the effect that makes the plot: a new plot has this data already.
  useEffect(() => {
    plot.current?.setData(plotData({ timesMs, lines, shape }));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new limit moves the top of the axis, and a new mark is drawn
  }, [timesMs, lines, shape, limit, markMs]);

  useEffect(() => {
    const parent = box.current;
    if (!parent) return undefined;
    const made = new uPlot(optionsOf(latest, parent), plotData(latest.current), parent);
    const size = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = parent;
      // It also reports the first size, which the plot has already; drawing twice would take twice as long.
      if (width !== made.width || height !== made.height) made.setSize({ width, height });
    });
    size.observe(parent);
    plot.current = made;
    const stopListening = onThemeChange(() => made.redraw());
    return () => {
      plot.current = null;
      stopListening();
      size.disconnect();
      made.destroy();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another kind of chart needs another plot
  }, [kind]);

  return <div ref={box} className="absolute inset-0" />;
}

function optionsOf(latest: RefObject<TimeSeriesCanvasProps>, parent: HTMLElement): uPlot.Options {
  const { lines, shape = "line", cursorKey, onNarrow } = latest.current;
  const axis = { stroke: () => cssColour("--ink-3"), font: FONT, ticks: { show: false } };
  const ticksOf = (own: uPlot) => {
    // Safe: `data` is what `plotData` returned.
    const highest = highestOf(own.data as ReturnType<typeof plotData>);
    const { unit, limit } = latest.current;
    return valueTicks(Math.max(highest, limit?.value ?? 0), unit);
  };
  const write = (value: number) => {
    const { unit } = latest.current;
    return (unit.onAxis ?? unit.inUnit)(value);
  };
  let isOwnDrag = false;
  return {
    width: parent.clientWidth,
    height: parent.clientHeight,
    ms: 1,
    legend: { show: false },
    padding: [8, HALF_A_TIME_PX, 0, 0],
    cursor: {
      y: false,
      points: {
        ...(shape === "bar" && { show: false }),
        size: 9,
        width: 2,
        stroke: () => cssColour("--surface"),
        fill: (_own, at) => toneColour(lines[at - 1]?.tone ?? "ink"),
      },
      drag: { x: onNarrow !== undefined, y: false, setScale: false, dist: LEAST_DRAG_PX },
      ...(cursorKey !== undefined && { sync: { key: cursorKey, scales: ["x", null] } }),
    },
    scales: {
      x: { time: true, range: () => timeExtent(latest.current.timesMs, shape) },
      y: { range: (own) => [0, ticksOf(own).at(-1) ?? 1] },
    },
    axes: [
      {
        ...axis,
        size: 24,
        gap: 6,
        grid: { show: false },
        splits: (own, _axis, min, max) => sharedTicks(min, max, mostTimes(own)).map(({ atMs }) => atMs),
        values: (own, splits) => {
          const { min = 0, max = 0 } = own.scales["x"] ?? {};
          const ticks = sharedTicks(min, max, mostTimes(own));
          return splits.map((split) => ticks.find(({ atMs }) => atMs === split)?.label ?? "");
        },
      },
      {
        ...axis,
        grid: { stroke: () => cssColour("--line"), width: 1 },
        size: (_own, values) =>
          Math.max(0, ...(values ?? []).map(({ length }) => length)) * CHARACTER_PX + 14,
        gap: 8,
        splits: (own) => ticksOf(own),
        values: (_own, splits) => splits.map(write),
      },
    ],
    series: [
      {},
      ...inDrawingOrder(lines, shape).map((line) =>
        shape === "bar" ? barsOf(line) : lineOf(line, lines.length === 1),
      ),
    ],
    hooks: {
      init: [(own) => own.over.addEventListener("mousedown", () => (isOwnDrag = true))],
      draw: [
        (own) => {
          drawLimit(own, latest.current.limit);
          drawMark(own, latest.current.mark);
        },
      ],
      setCursor: [
        ({ cursor: { idx, left = 0 }, over }) =>
          latest.current.onCursor(idx == null ? null : { at: idx, leftPx: over.offsetLeft + left }),
      ],
      setSelect: [
        (own) => {
          const { left, width } = own.select;
          if (width < LEAST_DRAG_PX) return;
          own.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          // Charts with the same cursor show the choice too, but only one of them reports it.
          if (isOwnDrag)
            latest.current.onNarrow?.({
              min: new Date(own.posToVal(left, "x")),
              max: new Date(own.posToVal(left + width, "x")),
            });
          isOwnDrag = false;
        },
      ],
    },
  };
}

/** Where several lines cross, areas below them would hide which is which. */
function lineOf({ tone, isDashed = false }: NamedLine, isFilled: boolean): uPlot.Series {
  return {
    stroke: () => toneColour(tone),
    ...(isFilled && { fill: () => toneColour(tone) + FAINT }),
    ...(isDashed && { dash: DASH_PX.map((px) => px * window.devicePixelRatio) }),
    width: 1.5,
    points: {
      show: false,
      size: 5,
      fill: () => toneColour(tone),
      filter: (own, at) => lonelyPoints(Array.from(own.data[at] ?? [])),
    },
  };
}

function barsOf({ tone }: NamedLine): uPlot.Series {
  const bars = uPlot.paths.bars?.({ size: [0.8, 24] });
  return {
    fill: () => toneColour(tone),
    width: 0,
    points: { show: false },
    ...(bars && { paths: bars }),
  };
}

let known: { key: string; ticks: TimeTick[] } = { key: "", ticks: [] };

/** All charts of a page have the same times, and writing times is slower than drawing lines. */
function sharedTicks(min: number, max: number, most: number): TimeTick[] {
  const key = `${min} ${max} ${most}`;
  if (known.key !== key) known = { key, ticks: timeTicks(min, max, undefined, most) };
  return known.ticks;
}

/** A narrow chart has room for fewer labels. */
function mostTimes(own: uPlot): number {
  return Math.max(2, Math.min(7, Math.floor(own.width / 70)));
}

/** What is drawn is in the pixels of the device. */
function dashed(own: uPlot, from: readonly [number, number], to: readonly [number, number]): number {
  const { ctx } = own;
  const ratio = window.devicePixelRatio;
  ctx.strokeStyle = cssColour("--ink-3");
  ctx.fillStyle = cssColour("--ink-3");
  ctx.lineWidth = ratio;
  ctx.setLineDash(DASH_PX.map((px) => px * ratio));
  ctx.beginPath();
  ctx.moveTo(...from);
  ctx.lineTo(...to);
  ctx.stroke();
  ctx.font = `${11 * ratio}px Inter Variable`;
  return ratio;
}

function drawLimit(own: uPlot, limit: TimeSeriesProps["limit"]): void {
  if (!limit) return;
  const { ctx, bbox } = own;
  const y = Math.round(own.valToPos(limit.value, "y", true)) + 0.5;
  ctx.save();
  const ratio = dashed(own, [bbox.left, y], [bbox.left + bbox.width, y]);
  ctx.textAlign = "right";
  // At the top of the chart there is no room above the line.
  const isAtTop = y - bbox.top < LIMIT_LABEL_PX * ratio;
  ctx.textBaseline = isAtTop ? "top" : "alphabetic";
  ctx.fillText(limit.label, bbox.left + bbox.width, isAtTop ? y + 4 * ratio : y - 5 * ratio);
  ctx.restore();
}

function drawMark(own: uPlot, mark: TimeSeriesProps["mark"]): void {
  const { ctx, bbox } = own;
  const right = bbox.left + bbox.width;
  const x = mark ? Math.round(own.valToPos(mark.atMs, "x", true)) + 0.5 : NaN;
  if (!mark || !(x >= bbox.left && x <= right)) return;
  ctx.save();
  const ratio = dashed(own, [x, bbox.top], [x, bbox.top + bbox.height]);
  // The label stands on the side that has more room.
  const isLeft = x - bbox.left > bbox.width / 2;
  ctx.textAlign = isLeft ? "right" : "left";
  ctx.textBaseline = "top";
  ctx.fillText(mark.label, x + (isLeft ? -5 : 5) * ratio, bbox.top + 2 * ratio);
  ctx.restore();
}
