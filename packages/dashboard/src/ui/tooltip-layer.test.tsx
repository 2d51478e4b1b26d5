import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { IconButton } from "./icon-button.tsx";
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
