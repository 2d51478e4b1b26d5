import { afterEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import "../styles/styles.css";
import { TimeSeries, type TimeSeriesProps } from "./time-series.tsx";

const MINUTE_MS = 60_000;
const fromMs = Date.parse("2026-11-14T14:00:00Z");
const timesMs = Array.from({ length: 61 }, (_time, minute) => fromMs + minute * MINUTE_MS);
const lines: TimeSeriesProps["lines"] = [
  { name: "Median", tone: "ink", values: timesMs.map(() => 40) },
  { name: "Failed", tone: "bad", values: timesMs.map((_time, minute) => (minute === 60 ? null : 200)) },
];

const minuteOf = (date: Date) => Math.round((date.getTime() - fromMs) / MINUTE_MS);

afterEach(() => document.documentElement.classList.remove("dark"));

async function openChart(change: Partial<TimeSeriesProps> = {}) {
  const page = await render(
    <div style={{ width: 600 }}>
      <TimeSeries
        title="Delivery latency"
        timesMs={timesMs}
        lines={lines}
        inUnit={(value) => `${value} ms`}
        heightPx={200}
        {...change}
      />
    </div>,
  );
  return page;
}

/** The colours in the chart's canvas, each once. None until it is drawn. */
function coloursIn(container: Element): Set<string> {
  const canvas = container.querySelector("canvas");
  const { data } = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  const found = new Set<string>();
  for (let at = 0; at < data.length; at += 4)
    if (data[at + 3] === 255) found.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
  return found;
}

test("it is an image with its newest values as name, and has all numbers in a table", async () => {
  const page = await openChart();

  await expect
    .element(page.getByRole("img", { name: "Delivery latency, newest values: Median 40 ms, Failed –" }))
    .toBeVisible();
  await page.getByText("Show as table").click();
  await expect.element(page.getByRole("columnheader", { name: "Median" })).toBeVisible();
  expect(page.getByRole("row").elements()).toHaveLength(62);
});

test("its colours are those of the theme, also after the theme changes", async () => {
  const page = await openChart();
  await expect.poll(() => coloursIn(page.container).has("179,38,30")).toBe(true);

  document.documentElement.classList.add("dark");

  await expect.poll(() => coloursIn(page.container).has("242,139,130")).toBe(true);
  expect(coloursIn(page.container).has("179,38,30")).toBe(false);
});

test("a drag narrows the range", async () => {
  const onNarrow = vi.fn<NonNullable<TimeSeriesProps["onNarrow"]>>();
  const page = await openChart({ onNarrow });
  await expect.poll(() => page.container.querySelector(".u-over")).not.toBeNull();
  const plot = page.container.querySelector(".u-over");
  const { left, top, width } = plot?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0 };
  const mouse = (kind: string, part: number, target: EventTarget | null) =>
    target?.dispatchEvent(
      // uPlot takes a move without a distance for a click.
      new MouseEvent(kind, {
        bubbles: true,
        movementX: kind === "mousemove" ? 10 : 0,
        clientX: left + width * part,
        clientY: top + 40,
      }),
    );

  mouse("mouseenter", 0.25, plot);
  mouse("mousedown", 0.25, plot);
  mouse("mousemove", 0.5, plot);
  mouse("mouseup", 0.5, document);

  await expect.poll(() => onNarrow.mock.calls.length).toBe(1);
  const { min, max } = onNarrow.mock.calls[0]?.[0] ?? { min: new Date(0), max: new Date(0) };
  expect([minuteOf(min), minuteOf(max)]).toEqual([15, 30]);
});

test("the cursor of one chart is the cursor of all with its key", async () => {
  const page = await render(
    <div style={{ width: 600 }}>
      {["First", "Second"].map((title) => (
        <TimeSeries
          key={title}
          title={title}
          timesMs={timesMs}
          lines={lines}
          inUnit={String}
          cursorKey="grid"
          heightPx={160}
        />
      ))}
    </div>,
  );
  await expect.poll(() => page.container.querySelectorAll(".u-over").length).toBe(2);
  const [first] = page.container.querySelectorAll(".u-over");
  const { left, top, width } = first?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0 };

  first?.dispatchEvent(
    new MouseEvent("mouseenter", { bubbles: true, clientX: left + width / 2, clientY: top + 20 }),
  );
  first?.dispatchEvent(
    new MouseEvent("mousemove", { bubbles: true, clientX: left + width / 2, clientY: top + 20 }),
  );

  await expect.poll(() => page.getByText(/: Median 40, Failed 200$/).elements().length).toBe(2);
});

test("without values it says so", async () => {
  const page = await openChart({ lines: [{ name: "Median", tone: "ink", values: timesMs.map(() => null) }] });

  await expect.element(page.getByText("No data")).toBeVisible();
});
