import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { Button } from "./button.tsx";

test("a pending button keeps its label and width and cannot be pressed twice", async () => {
  const press = vi.fn();
  const page = await render(<Button onClick={press}>Retry</Button>);
  const widthPx = page.getByRole("button").element().getBoundingClientRect().width;

  await page.rerender(
    <Button onClick={press} isPending>
      Retry
    </Button>,
  );
  await page.getByRole("button", { name: "Retry" }).click({ force: true });

  expect(press).not.toHaveBeenCalled();
  await expect.element(page.getByRole("button")).toHaveAttribute("aria-busy", "true");
  expect(page.getByRole("button").element().getBoundingClientRect().width).toBe(widthPx);
});

test("a pending submit button does not send its form again", async () => {
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const page = await render(
    <form onSubmit={submit}>
      <Button type="submit" isPending>
        Save
      </Button>
    </form>,
  );

  await page.getByRole("button").click({ force: true });

  expect(submit).not.toHaveBeenCalled();
});

test("a button somebody may not press stays focusable and says why", async () => {
  const press = vi.fn();
  const page = await render(
    <Button onClick={press} disabledReason="Members can retry events, viewers cannot">
      Retry
    </Button>,
  );
  const button = page.getByRole("button");

  await button.click({ force: true });
  const element = button.element();
  if (element instanceof HTMLElement) element.focus();

  expect(press).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(element);
  expect(element.getAttribute("data-tooltip")).toBe("Members can retry events, viewers cannot");
});
