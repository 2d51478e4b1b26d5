import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { shortTime } from "../time.ts";
import { TooltipLayer } from "../tooltip-layer.tsx";
import "../styles/styles.css";
import type { ChartSeries } from "./chart-series.ts";
import { Histogram, type TimeRange } from "./histogram.tsx";

const MINUTE_MS = 60_000;
const from = new Date("2026-11-14T14:00:00Z");
const at = (minute: number) => new Date(from.getTime() + minute * MINUTE_MS);

const series: ChartSeries[] = [
  { name: "Successful", tone: "ok", values: Array.from({ length: 60 }, (_value, minute) => minute) },
  {
    name: "Failed",
    tone: "bad",
    values: Array.from({ length: 60 }, (_value, minute) => (minute === 59 ? 2 : 0)),
  },
];

async function openHistogram(shown: readonly ChartSeries[] = series, width = 640) {
  const onBrush = vi.fn<(range: TimeRange) => void>();
  const page = await render(
    <>
      <TooltipLayer />
      <div style={{ width }}>
        <Histogram label="Events by status" from={from} stepMs={MINUTE_MS} series={shown} onBrush={onBrush} />
      </div>
    </>,
  );
  return {
    page,
    onBrush,
    brush: page.getByRole("slider", { name: "Events by status: choose a time range" }),
  };
}

test("arrow keys read the bars out, with Shift they choose a range, Enter reports it", async () => {
  const { page, onBrush, brush } = await openHistogram();

  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: "Show as table" })).toHaveFocus();
  await userEvent.tab();
  await expect.element(brush).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}");
  const newest = `${shortTime(at(59))}: 59 successful, 2 failed`;
  await expect.element(brush).toHaveAttribute("aria-valuetext", newest);
  await expect.element(page.getByText(newest)).toBeVisible();
  await userEvent.keyboard("{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}");
  const range = `${shortTime(at(57))} to ${shortTime(at(60))}: 174 successful, 2 failed`;
  await expect.element(page.getByText(range, { exact: true })).toBeVisible();
  await expect.element(page.getByText(/Esc to leave it$/)).toBeVisible();
  await userEvent.keyboard("{Enter}");

  expect(onBrush.mock.calls).toEqual([[{ min: at(57), max: at(60) }]]);
});

test("a drag reports the range from bar to bar, in either direction", async () => {
  const { onBrush, brush } = await openHistogram();
  const element = brush.element();
  const { left, top, width } = element.getBoundingClientRect();
  const pointer = (kind: string, minute: number) =>
    element.dispatchEvent(
      new PointerEvent(kind, {
        bubbles: true,
        pointerId: 1,
        clientX: left + (width * (minute + 0.5)) / 60,
        clientY: top + 10,
      }),
    );
  // A made-up pointer cannot be captured.
  vi.spyOn(element, "setPointerCapture").mockImplementation(() => undefined);

  for (const [down, up] of [
    [10, 20],
    [30, 25],
  ] as const) {
    pointer("pointerdown", down);
    await expect.element(brush).toHaveAttribute("aria-valuenow", String(down));
    pointer("pointermove", up);
    await expect.element(brush).toHaveAttribute("aria-valuenow", String(up));
    pointer("pointerup", up);
    await expect.element(brush).toHaveAttribute("aria-valuenow", "59");
  }

  expect(onBrush.mock.calls).toEqual([[{ min: at(10), max: at(21) }], [{ min: at(25), max: at(31) }]]);
});

test("a bar shows its numbers in the shared tooltip, and all of them are in the table", async () => {
  const { page, brush } = await openHistogram();
  const { width } = brush.element().getBoundingClientRect();

  await brush.hover({ position: { x: width - 3, y: 30 } });
  await expect
    .element(page.getByRole("tooltip"))
    .toHaveTextContent(`${shortTime(at(59))}: 59 successful, 2 failed`);
  await page.getByRole("button", { name: "Show as table" }).click();

  await expect.element(page.getByRole("columnheader", { name: "Failed" })).toBeVisible();
  expect(page.getByRole("row").elements()).toHaveLength(61);
});

test("without values it says so", async () => {
  const { page } = await openHistogram([{ name: "Events", tone: "ink", values: [0, 0, 0] }]);

  await expect.element(page.getByText("No data")).toBeVisible();
});

test.each([640, 300])("at %i px the head shows the sum of each series, with its name", async (width) => {
  const { page } = await openHistogram(series, width);

  const list = page.getByRole("list", { name: "Events by status: sums" });
  const sums = list.getByRole("listitem").elements();
  expect(sums.map((sum) => sum.textContent)).toEqual(["Successful 1,770", "Failed 2"]);
  const { right, bottom } = list.element().getBoundingClientRect();
  const cut = sums
    .map((sum) => sum.getBoundingClientRect())
    .filter((sum) => sum.right > right || sum.bottom > bottom);
  expect(cut).toEqual([]);
  await page.unmount();
});

test.each([640, 320, 140])("no time under the bars is cut at %i px", async (width) => {
  const { page, brush } = await openHistogram(series, width);
  await expect.element(brush).toBeVisible();

  const axis = brush.element().querySelector("svg + div");
  const box = axis?.getBoundingClientRect();
  const labels = [...(axis?.children ?? [])].map((label) => label.getBoundingClientRect());
  const shown = labels.filter((label) => label.width > 0).toSorted((a, b) => a.left - b.left);

  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter(({ left, right }) => left < (box?.left ?? 0) || right > (box?.right ?? 0))).toEqual([]);
  expect(shown.filter(({ right }, place) => right > (shown[place + 1]?.left ?? Infinity))).toEqual([]);
  await page.unmount();
});

test.each([640, 623, 301])(
  "at %i px all bars are equally wide, and the tallest has the whole height",
  async (width) => {
    const even = Array.from({ length: 60 }, () => 7);
    const { page, brush } = await openHistogram([{ name: "Successful", tone: "ok", values: even }], width);
    await expect.element(brush).toBeVisible();

    const strips = [...brush.element().querySelectorAll("rect")].map((strip) =>
      strip.getBoundingClientRect(),
    );
    const bars = brush.element().querySelector("path")?.getBoundingClientRect();
    const drawing = brush.element().querySelector("svg")?.getBoundingClientRect();

    expect(new Set(strips.map((strip) => strip.width)).size).toBe(1);
    expect(Number.isInteger(strips[0]?.width)).toBe(true);
    expect(bars?.height).toBe((drawing?.height ?? 0) - 1); // the line below the bars
    await page.unmount();
  },
);

test("a day has about ten labels, and every cause is in the legend", async () => {
  const many = Array.from({ length: 9 }, (_cause, number) => ({
    name: `Authentication Failed ${number}`,
    tone: "bad" as const,
    values: Array.from({ length: 60 }, () => 100),
  }));
  const page = await render(
    <div style={{ width: 1150 }}>
      <Histogram label="Requests" from={from} stepMs={24 * MINUTE_MS} series={many} onBrush={vi.fn()} />
    </div>,
  );

  const box = page.getByRole("figure").element().getBoundingClientRect();
  const sums = page
    .getByRole("listitem")
    .elements()
    .map((sum) => sum.getBoundingClientRect());
  const bars = page.getByRole("slider").element().getBoundingClientRect();
  expect(sums.filter((sum) => sum.right > box.right || sum.left < box.left)).toEqual([]);
  expect(sums.filter((sum) => sum.bottom > bars.top)).toEqual([]);
  const labels = page.getByRole("slider").element().querySelectorAll("svg + div > span");
  expect(labels.length).toBeGreaterThanOrEqual(8);
  expect(labels.length).toBeLessThanOrEqual(10);
});
