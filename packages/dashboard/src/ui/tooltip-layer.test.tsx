import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { IconButton } from "./icon-button.tsx";
import { InfoButton } from "./info-button.tsx";
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

/** A tap as a browser reports it. It gives no element a visible focus, and no pointer stays over the element. */
function tap(element: Element) {
  for (const kind of ["pointerover", "pointerdown", "pointerup", "pointerout"])
    element.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType: "touch" }));
  element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

test("a tap on an info button opens its text, and the next tap anywhere closes it", async () => {
  const page = await render(
    <>
      <TooltipLayer />
      <InfoButton label="What Error rate counts" text="Failed attempts in % of all attempts." />
      <InfoButton label="What Event rate counts" text="Events per minute." />
      <p>Elsewhere</p>
    </>,
  );
  const tooltip = page.getByRole("tooltip");
  const button = page.getByRole("button", { name: "What Error rate counts" });

  tap(button.element());
  await expect.element(tooltip).toHaveTextContent("Failed attempts in % of all attempts.");
  await expect.element(button).toHaveAccessibleDescription("Failed attempts in % of all attempts.");

  tap(button.element());
  await expect.element(tooltip).not.toBeInTheDocument();

  tap(button.element());
  tap(page.getByRole("button", { name: "What Event rate counts" }).element());
  await expect.element(tooltip).toHaveTextContent("Events per minute.");

  tap(page.getByText("Elsewhere").element());
  await expect.element(tooltip).not.toBeInTheDocument();
});

test("a tap on a button that does something else opens no tooltip over what it does", async () => {
  const page = await render(
    <>
      <TooltipLayer />
      <IconButton label="Close" icon="x" />
      <InfoButton label="About Retry" text="Tries failed deliveries again." />
    </>,
  );

  tap(page.getByRole("button", { name: "Close" }).element());
  expect(page.getByRole("tooltip").elements()).toHaveLength(0);

  tap(page.getByRole("button", { name: "About Retry" }).element());
  await expect.element(page.getByRole("tooltip")).toHaveTextContent("Tries failed deliveries again.");
});

test("a click keeps open what the pointer has opened, until Esc", async () => {
  const page = await render(
    <>
      <TooltipLayer />
      <InfoButton label="About Retry" text="Tries failed deliveries again." />
      <p>Elsewhere</p>
    </>,
  );
  const tooltip = page.getByRole("tooltip");

  await page.getByRole("button").click();
  await expect.element(tooltip).toBeVisible();
  await page.getByText("Elsewhere").hover();
  await expect.element(tooltip).toBeVisible();

  await userEvent.keyboard("{Escape}");
  await expect.element(tooltip).not.toBeInTheDocument();
});
