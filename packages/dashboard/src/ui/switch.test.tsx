import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { Switch } from "./switch.tsx";

test("a switch acts at once, and says why it cannot", async () => {
  const change = vi.fn();
  const page = await render(<Switch label="Live" isOn={false} onChange={change} />);

  await page.getByRole("switch", { name: "Live" }).click();
  expect(change).toHaveBeenCalledExactlyOnceWith(true);

  await page.rerender(<Switch label="Live" isOn onChange={change} disabledReason="Ask an admin" />);
  await page.getByRole("switch").click({ force: true });
  expect(change).toHaveBeenCalledTimes(1);
  await expect.element(page.getByRole("switch")).toHaveAttribute("aria-checked", "true");
  await expect.element(page.getByRole("switch")).toHaveAttribute("data-tooltip", "Ask an admin");
});
