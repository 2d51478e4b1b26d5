import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { InfoButton } from "./info-button.tsx";
import { Tooltips } from "./tooltips.tsx";

const open = () =>
  render(
    <>
      <p>The mouse begins here, in the corner</p>
      <InfoButton label="What Error rate counts" text="Failed attempts in % of all attempts." />
      <button type="button" data-tooltip="Only members may do this">
        Retry
      </button>
      <Tooltips />
    </>,
  );

test("the first hover loads the tooltips and shows its own", async () => {
  const page = await open();

  await page.getByRole("button", { name: "Retry" }).hover();

  await expect.element(page.getByRole("tooltip")).toHaveTextContent("Only members may do this");
});

test("the first focus shows its tooltip", async () => {
  const page = await open();

  await userEvent.tab();
  await userEvent.tab();

  await expect.element(page.getByRole("tooltip")).toHaveTextContent("Only members may do this");
});

test("the first tap on an info button opens its text", async () => {
  const page = await open();
  const element = page.getByRole("button", { name: "What Error rate counts" }).element();

  for (const kind of ["pointerover", "pointerdown", "pointerup", "pointerout"])
    element.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType: "touch" }));
  element.dispatchEvent(new MouseEvent("click", { bubbles: true }));

  await expect.element(page.getByRole("tooltip")).toHaveTextContent("Failed attempts in % of all attempts.");
});
