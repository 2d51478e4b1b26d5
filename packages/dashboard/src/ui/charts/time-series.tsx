/**
 * How did values develop over time? Lines or stacked bars, with a cursor that all charts of a page share, and a drag
 * that narrows the range.
 *
 * The drawing library has 22 kB, so it loads with the first chart. A canvas says nothing to assistive technology: the
 * chart is an image with a sentence as its name, and `isTable` shows its numbers instead, the newest first. The header
 * has the headline of the whole range and the last value, or the value at the cursor; the chart under the pointer has a
 * tooltip with the parts of that value. Several lines have a legend, and the first of them is the one in large digits.
 */
import { useState } from "react";
import { later } from "../later.tsx";
import { minuteTime } from "../time.ts";
import { ChartPanel, type ChartPanelProps, type Readout } from "./chart-panel.tsx";
import { NoData } from "./chart-states.tsx";
import { LineLegend, type NamedLine } from "./line-mark.tsx";
import { TimeSeriesTooltip } from "./time-series-tooltip.tsx";
import { ValuesTable } from "./values-table.tsx";

export interface TimeSeriesLine extends NamedLine {
  /** One for each time; null where nothing was measured. */
  values: readonly (number | null)[];
}

/** How values are written, and what is round among them. */
export interface ValueUnit {
  /** With its unit: `184 ms`. */
  inUnit: (value: number) => string;
  /** Short, for the axis: `1.6k`. */
  onAxis?: (value: number) => string;
  /** What counts as 1 on the axis. */
  base?: number;
  /** Parts of `base` mean nothing. */
  isWhole?: boolean;
  /** No value is above it. */
  whole?: number;
}

/** The value of the whole range, and of what it is: `5.4 %`, `overall`. */
export interface Headline extends Readout {
  /** What else is said of the range, or nothing if it is empty: `peak 42 % at 09:20`. Undefined: the last value. */
  more?: string | undefined;
}

export interface TimeSeriesProps extends Omit<ChartPanelProps, "readout" | "legend" | "children"> {
  headline: Headline;
  /** In milliseconds, rising. A step has at least a minute. */
  timesMs: readonly number[];
  /** The first is at the bottom of a bar. */
  lines: readonly TimeSeriesLine[];
  /** Bars are stacked: the values of all lines add up. */
  shape?: "line" | "bar";
  /** Of what the value consists, for the tooltip. */
  parts?: readonly { name: string; values: readonly (number | null)[] }[];
  /** A dashed line that the values should stay below. */
  limit?: { value: number; label: string } | undefined;
  /** A dashed line at a moment, with what happened then. It is drawn only if the chart has that moment. */
  mark?: { atMs: number; label: string } | undefined;
  unit: ValueUnit;
  /** Charts with the same key share their cursor. */
  cursorKey?: string | undefined;
  onNarrow?: ((range: { min: Date; max: Date }) => void) | undefined;
  isTable?: boolean;
}

/** The point under the cursor, and where it is in the box. */
export interface ChartCursor {
  at: number;
  leftPx: number;
}

const canvas = later(() => import("./time-series-canvas.tsx"));
const Canvas = canvas.component((loaded) => loaded.TimeSeriesCanvas);

/** A page that is certain to draw a chart calls this early. */
export const loadCanvas = canvas.load;

export function TimeSeries(props: TimeSeriesProps) {
  const { title, headline, timesMs, lines, parts = [], shape = "line", unit, isTable = false } = props;
  const [cursor, setCursor] = useState<ChartCursor | null>(null);
  const [isHere, setIsHere] = useState(false);
  const write = (value: number | null | undefined) => (value == null ? "–" : unit.inUnit(value));
  const isEmpty = lines.every(({ values }) => values.every((value) => value === null));
  const isOneValue = shape === "bar" || lines.length === 1;
  const inWords = (some: typeof lines, at: number) =>
    some.map(({ name, values }) => `${name} ${write(values[at])}`);
  const timeAt = (at: number) => minuteTime(new Date(timesMs[at] ?? 0));
  const lastAt = timesMs.length - 1;
  const last = isOneValue ? write(sumAt(lines, lastAt)) : inWords(lines, lastAt).join(", ");
  const more = headline.more ?? `last ${last}`;
  const readoutAt = (at: number): Readout => {
    const time = `at ${timeAt(at)}`;
    if (isOneValue) return { value: write(sumAt(lines, at)), of: time };
    const [first, ...others] = lines;
    return {
      value: write(first?.values[at]),
      of: [first?.name, ...inWords(others, at), time].join(" · "),
    };
  };
  const readout: Readout =
    cursor === null
      ? { value: headline.value, of: [headline.of, more].filter(Boolean).join(" · ") }
      : readoutAt(cursor.at);
  return (
    <ChartPanel
      {...props}
      readout={isEmpty ? undefined : readout}
      legend={isEmpty || isTable || isOneValue ? undefined : <LineLegend lines={lines} />}
    >
      {isEmpty ? (
        <NoData />
      ) : isTable ? (
        <ValuesTable
          label={title}
          columns={[...lines, ...parts].map(({ name }) => name)}
          rows={timesMs
            .map((ms, row) => ({
              key: String(ms),
              first: timeAt(row),
              cells: [...lines, ...parts].map(({ values }) => write(values[row])),
            }))
            .toReversed()}
          className="min-h-0 flex-1"
        />
      ) : (
        <div
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is a canvas, not a file
          role="img"
          aria-label={`${title}: ${[[headline.value, headline.of].filter(Boolean).join(" "), more].filter(Boolean).join(", ")}`}
          onPointerEnter={() => setIsHere(true)}
          onPointerLeave={() => setIsHere(false)}
          className="relative min-h-0 flex-1"
        >
          <Canvas {...props} onCursor={setCursor} />
          {cursor && isHere ? (
            <TimeSeriesTooltip
              cursor={cursor}
              time={timeAt(cursor.at)}
              shape={shape}
              lines={lines.map(({ values, ...line }) => ({ ...line, text: write(values[cursor.at]) }))}
              parts={parts.map(({ name, values }) => ({ name, text: write(values[cursor.at]) }))}
              {...(shape === "bar" && lines.length > 1 && { total: write(sumAt(lines, cursor.at)) })}
            />
          ) : null}
        </div>
      )}
    </ChartPanel>
  );
}

/** Null only if no line has a value there. */
function sumAt(lines: readonly TimeSeriesLine[], at: number): number | null {
  const there = lines.flatMap(({ values }) => values[at] ?? []);
  return there.length === 0 ? null : there.reduce((sum, value) => sum + value, 0);
}
