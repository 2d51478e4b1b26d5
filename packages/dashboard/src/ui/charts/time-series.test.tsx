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

function Chart(change: Partial<TimeSeriesProps>) {
  return (
    <div style={{ width: 600 }}>
      <TimeSeries
        title="Delivery latency"
        headline={{ value: "120 ms", of: "on average" }}
        timesMs={timesMs}
        lines={lines}
        unit={{ inUnit: (value) => `${value} ms` }}
        height={240}
        {...change}
      />
    </div>
  );
}

const openChart = (change: Partial<TimeSeriesProps> = {}) => render(<Chart {...change} />);

/** Sends events of the mouse at a part (0 to 1) of the plot's width. */
function mouseOver(plot: Element | null) {
  const { left, top, width } = plot?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0 };
  return (kind: string, part: number, target: EventTarget | null) =>
    target?.dispatchEvent(
      // uPlot takes a move without a distance for a click.
      new MouseEvent(kind, {
        bubbles: true,
        movementX: kind === "mousemove" ? 10 : 0,
        clientX: left + width * part,
        clientY: top + 40,
      }),
    );
}

/** How many pixels of the chart's canvas have each colour. None until it is drawn. */
function pixelsIn(container: Element): Map<string, number> {
  const canvas = container.querySelector("canvas");
  const { data } = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  const found = new Map<string, number>();
  for (let at = 0; at < data.length; at += 4) {
    const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`;
    if (data[at + 3] === 255) found.set(colour, (found.get(colour) ?? 0) + 1);
  }
  return found;
}

const RED = "179,38,30";

test("its header has the value of the whole range, and names the last one as such", async () => {
  const page = await openChart({ definition: "From the request to the answer." });

  await expect
    .element(page.getByRole("figure"))
    .toHaveTextContent("120 mson average · last Median 40 ms, Failed –");
  await expect
    .element(page.getByRole("button", { name: "What Delivery latency counts" }))
    .toHaveAttribute("data-tooltip", "From the request to the answer.");
});

test("it is an image with a sentence as name, and has all numbers in a table, the newest first", async () => {
  const page = await openChart();

  await expect
    .element(
      page.getByRole("img", { name: "Delivery latency: 120 ms on average, last Median 40 ms, Failed –" }),
    )
    .toBeVisible();
  await page.rerender(<Chart isTable />);
  await expect.element(page.getByRole("row").nth(1)).toHaveTextContent(/40 ms–$/);
  await expect.element(page.getByRole("columnheader", { name: "Median" })).toBeVisible();
  expect(page.getByRole("row").elements()).toHaveLength(62);
});

test("several lines have a legend; one line needs none, nor does a table", async () => {
  const page = await openChart();
  const legend = page.getByRole("list", { name: "Lines" });

  await expect.element(legend).toHaveTextContent("MedianFailed");
  await page.rerender(<Chart isTable />);
  await expect.element(legend).not.toBeInTheDocument();
  await page.rerender(<Chart lines={lines.slice(0, 1)} />);
  await expect.element(legend).not.toBeInTheDocument();
});

test("a caller may say something else of the range than its last value, or nothing", async () => {
  const page = await openChart({
    headline: { value: "120 ms", of: "on average", more: "peak 300 ms at 14:20" },
  });

  await expect
    .element(page.getByRole("img", { name: "Delivery latency: 120 ms on average, peak 300 ms at 14:20" }))
    .toBeVisible();
  await expect.element(page.getByRole("figure")).toHaveTextContent("120 mson average · peak 300 ms at 14:20");
  await page.rerender(<Chart headline={{ value: "120 ms", of: "on average", more: "" }} />);
  await expect
    .element(page.getByRole("img", { name: "Delivery latency: 120 ms on average", exact: true }))
    .toBeVisible();
});

test("a dashed line has gaps where another has none", async () => {
  const flat = { tone: "bad", values: timesMs.map(() => 100) } as const;
  const page = await openChart({ lines: [{ ...flat, name: "p95" }] });
  await expect.poll(() => pixelsIn(page.container).get(RED) ?? 0).toBeGreaterThan(0);
  const solid = pixelsIn(page.container).get(RED) ?? 0;

  await page.rerender(<Chart lines={[{ ...flat, name: "p95", isDashed: true }]} />);

  // Dashes of 4 px and gaps of 3 px.
  await expect.poll(() => (pixelsIn(page.container).get(RED) ?? 0) / solid).toBeLessThan(0.75);
  expect((pixelsIn(page.container).get(RED) ?? 0) / solid).toBeGreaterThan(0.4);
});

test("its colours are those of the theme, also after the theme changes", async () => {
  const page = await openChart();
  await expect.poll(() => pixelsIn(page.container).has(RED)).toBe(true);

  document.documentElement.classList.add("dark");

  await expect.poll(() => pixelsIn(page.container).has("242,139,130")).toBe(true);
  expect(pixelsIn(page.container).has(RED)).toBe(false);
});

test("a drag narrows the range", async () => {
  const onNarrow = vi.fn<NonNullable<TimeSeriesProps["onNarrow"]>>();
  const page = await openChart({ onNarrow });
  await expect.poll(() => page.container.querySelector(".u-over")).not.toBeNull();
  const plot = page.container.querySelector(".u-over");
  const mouse = mouseOver(plot);

  mouse("mouseenter", 0.25, plot);
  mouse("mousedown", 0.25, plot);
  mouse("mousemove", 0.5, plot);
  mouse("mouseup", 0.5, document);

  await expect.poll(() => onNarrow.mock.calls.length).toBe(1);
  const { min, max } = onNarrow.mock.calls[0]?.[0] ?? { min: new Date(0), max: new Date(0) };
  expect([minuteOf(min), minuteOf(max)]).toEqual([15, 30]);
});

test("the cursor of one chart is the cursor of all with its key; only the one under the pointer reports a drag", async () => {
  const narrowed = vi.fn<NonNullable<TimeSeriesProps["onNarrow"]>>();
  const onNarrow = vi.fn<NonNullable<TimeSeriesProps["onNarrow"]>>();
  const page = await render(
    <div style={{ width: 600 }}>
      {["First", "Second"].map((title) => (
        <TimeSeries
          key={title}
          title={title}
          headline={{ value: "240", of: "on average" }}
          timesMs={timesMs}
          lines={lines}
          unit={{ inUnit: String }}
          cursorKey="grid"
          height={200}
          onNarrow={title === "First" ? onNarrow : narrowed}
        />
      ))}
    </div>,
  );
  await expect.poll(() => page.container.querySelectorAll(".u-over").length).toBe(2);
  const first = page.container.querySelector(".u-over");
  const mouse = mouseOver(first);

  mouse("mouseenter", 0.5, first);
  mouse("mousemove", 0.5, first);
  await expect.poll(() => page.getByText("Median · Failed 200 · at").elements().length).toBe(2);
  mouse("mousedown", 0.5, first);
  mouse("mousemove", 0.75, first);
  mouse("mouseup", 0.75, document);

  await expect.poll(() => onNarrow.mock.calls.length).toBe(1);
  expect(narrowed).not.toHaveBeenCalled();
});

test("under the pointer it says what the value consists of", async () => {
  const page = await openChart({
    shape: "bar",
    unit: { inUnit: String },
    lines: [
      { name: "Successful", tone: "ok", values: timesMs.map(() => 30) },
      { name: "Failed", tone: "bad", values: timesMs.map(() => 2) },
    ],
    parts: [{ name: "orders-api", values: timesMs.map(() => 31) }],
  });
  await expect.poll(() => page.container.querySelector(".u-over")).not.toBeNull();

  await page.getByRole("img").hover();

  await expect.element(page.getByText("orders-api")).toBeVisible();
  const tooltip = page.getByText("orders-api").element().closest("[aria-hidden]");
  expect(tooltip?.textContent).toMatch(/Nov 14 .*orders-api31Failed2Successful30Total32/);
});

test("new data and a limit are drawn into the chart that is there", async () => {
  const page = await openChart();
  await expect.poll(() => pixelsIn(page.container).has(RED)).toBe(true);
  const canvas = page.container.querySelector("canvas");

  await page.rerender(
    <Chart
      lines={[
        { name: "Median", tone: "ink", values: timesMs.map(() => 10) },
        { name: "Failed", tone: "bad", values: timesMs.map(() => null) },
      ]}
      limit={{ value: 50, label: "Limit 50 ms" }}
    />,
  );

  await expect.poll(() => pixelsIn(page.container).has(RED)).toBe(false);
  await expect.poll(() => pixelsIn(page.container).has("108,102,91")).toBe(true);
  expect(page.container.querySelector("canvas")).toBe(canvas);
});

test("without values it says so", async () => {
  const page = await openChart({ lines: [{ name: "Median", tone: "ink", values: timesMs.map(() => null) }] });

  await expect.element(page.getByText("No data")).toBeVisible();
});
