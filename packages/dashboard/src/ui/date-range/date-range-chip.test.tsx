import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import "../styles/styles.css";
import { DateRangeChip, type DateRangeChipProps } from "./date-range-chip.tsx";

const PRESETS = [
  { value: "hour", label: "Last hour" },
  { value: "month", label: "Last month", disabledReason: "Upgrade to increase retention" },
] as const;

type Props = DateRangeChipProps<"hour" | "month">;

/** The calendar ends today, whenever the test runs. */
function daysSince(date: Date): number {
  const now = new Date();
  return Math.round(
    (new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime() - date.getTime()) / 86_400_000,
  );
}

async function openChip(change: Partial<Props> = {}) {
  const onPreset = vi.fn<Props["onPreset"]>();
  const onRange = vi.fn<Props["onRange"]>();
  const screen = await render(
    <DateRangeChip
      text="Nov 12 – Nov 14"
      presets={PRESETS}
      preset={undefined}
      range={{ min: new Date(2025, 10, 12, 9, 0), max: new Date(2025, 10, 14, 18, 30) }}
      daysBack={daysSince(new Date(2025, 9, 20))}
      onPreset={onPreset}
      onRange={onRange}
      {...change}
    />,
  );
  await screen.getByRole("button", { name: /^Date/ }).click();
  await expect.element(screen.getByRole("button", { name: "Apply" })).toBeVisible();
  return { screen, onPreset, onRange };
}

test("a named range applies at once; one that goes back too far says why not", async () => {
  const { screen, onPreset } = await openChip();

  const tooLong = screen.getByRole("button", { name: "Last month" });
  await expect.element(tooLong).toHaveAttribute("aria-disabled", "true");
  await expect.element(tooLong).toHaveAttribute("data-tooltip", "Upgrade to increase retention");
  await tooLong.click({ force: true });
  expect(onPreset).not.toHaveBeenCalled();
  await screen.getByRole("button", { name: "Last hour" }).click();

  expect(onPreset).toHaveBeenCalledWith("hour");
  await expect.element(screen.getByRole("button", { name: "Apply" })).not.toBeInTheDocument();
});

test("keys choose days within what is kept, and Apply reports them", async () => {
  const { screen, onRange } = await openChip();
  await expect.element(screen.getByRole("table", { name: "November 2025" })).toBeVisible();

  const day = screen.getByRole("button", { name: "Friday, November 14, 2025" });
  day.element().focus();
  await userEvent.keyboard("{ArrowUp}{Enter}{ArrowRight}{ArrowRight}{Enter}");
  await expect
    .element(screen.getByRole("button", { name: "Sunday, November 9, 2025" }))
    .toHaveAttribute("aria-pressed", "true");
  await userEvent.keyboard("{PageUp}{PageUp}");
  await expect.element(screen.getByRole("button", { name: "Monday, October 20, 2025" })).toHaveFocus();
  await expect.element(screen.getByRole("button", { name: "Sunday, October 19, 2025" })).toBeDisabled();
  await expect.element(screen.getByRole("button", { name: "Previous month" })).toBeDisabled();
  await screen.getByRole("button", { name: "Apply" }).click();

  expect(onRange).toHaveBeenCalledWith({
    min: new Date(2025, 10, 7),
    max: new Date(2025, 10, 9, 23, 59, 59, 999),
  });
});

test("on one day the times must be in order", async () => {
  const { screen, onRange } = await openChip();
  const ninth = screen.getByRole("button", { name: "Sunday, November 9, 2025" });
  await ninth.click();
  await ninth.click();

  await screen.getByLabelText("End time").fill("00:00");
  await expect.element(screen.getByText("End time must be after start time")).toBeVisible();
  await screen.getByLabelText("Start time").fill("10:00");
  await expect.element(screen.getByText("Start time must be before end time")).toBeVisible();
  await screen.getByRole("button", { name: "Apply" }).click();
  expect(onRange).not.toHaveBeenCalled();
  await screen.getByLabelText("End time").fill("10:30");
  await screen.getByRole("button", { name: "Apply" }).click();

  expect(onRange).toHaveBeenCalledWith({
    min: new Date(2025, 10, 9, 10, 0),
    max: new Date(2025, 10, 9, 10, 30, 59, 999),
  });
});

test("times have 24 hours in every language, and may be typed in short", async () => {
  const { screen, onRange } = await openChip();
  await screen.getByRole("button", { name: "Sunday, November 9, 2025" }).click();
  await expect.element(screen.getByLabelText("End time")).toHaveAttribute("type", "text");
  await expect.element(screen.getByLabelText("End time")).toHaveValue("23:59");

  await screen.getByLabelText("End time").fill("24:00");
  await expect.element(screen.getByText("Use 24 hours: 09:30")).toBeVisible();
  await screen.getByLabelText("End time").fill("1830");
  await screen.getByLabelText("Start time").fill("9");
  await screen.getByRole("button", { name: "Apply" }).click();

  expect(onRange).toHaveBeenCalledWith({
    min: new Date(2025, 10, 9, 9, 0),
    max: new Date(2025, 10, 9, 18, 30, 59, 999),
  });
});

test("it fits a phone, and Escape goes back to the chip", async () => {
  await page.viewport(360, 740);
  const { screen } = await openChip();

  const { left, right } = screen
    .getByRole("region", { name: "Date range" })
    .element()
    .getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(360);
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("button", { name: /^Date/ })).toHaveFocus();
  await expect.element(screen.getByRole("button", { name: "Apply" })).not.toBeInTheDocument();
});
