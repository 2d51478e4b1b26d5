import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { IconButton } from "./icon-button.tsx";
import { Timestamp } from "./timestamp.tsx";
import { TooltipLayer } from "./tooltip-layer.tsx";

test("keyboard focus shows the tooltip at once and Esc takes it away", async () => {
  const page = await render(
    <>
      <TooltipLayer />
      <button type="button" data-tooltip="Only members may do this">
        Retry
      </button>
    </>,
  );

  await userEvent.tab();

  const tooltip = page.getByRole("tooltip", { name: "" });
  await expect.element(tooltip).toHaveTextContent("Only members may do this");
  await expect.element(page.getByRole("button")).toHaveAccessibleDescription("Only members may do this");
  await userEvent.keyboard("{Escape}");
  await expect.element(tooltip).not.toBeInTheDocument();
});

test("a moment is told in full, with its zone and how long ago, when it is pointed at", async () => {
  const page = await render(
    <>
      <TooltipLayer />
      <Timestamp value={new Date(Date.now() - 180_000).toISOString()} />
    </>,
  );

  // As a browser tells it. The real pointer is one for all pages, and another page's test may have hold of it.
  page
    .getByRole("time")
    .element()
    .dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));

  await expect
    .element(page.getByRole("tooltip"))
    .toHaveTextContent(/\d{4}, \d\d:\d\d:\d\d\.\d{3} .+3 min ago/);
});

test("a name that is shown as tooltip is not read out a second time", async () => {
  const page = await render(
    <>
      <TooltipLayer />
      <IconButton label="Close" icon="x" />
    </>,
  );

  await userEvent.tab();

  await expect.element(page.getByRole("tooltip")).toHaveTextContent("Close");
  await expect.element(page.getByRole("button", { name: "Close" })).not.toHaveAttribute("aria-describedby");
});
