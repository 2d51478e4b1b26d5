import { flushSync } from "react-dom";
import { useState } from "react";
import { expect, test } from "vitest";
import { page as browser } from "vitest/browser";
import { render } from "vitest-browser-react";
import { SidePanel } from "./side-panel.tsx";
import { WithPanel } from "./with-panel.tsx";
import "./styles/styles.css";

const PANEL = (
  <SidePanel label="Event" header="evt_1" onClose={() => undefined}>
    Details
  </SidePanel>
);

function Example({ isOpen = false }: { isOpen?: boolean }) {
  const [hasPanel, setHasPanel] = useState(isOpen);
  return (
    <div className="flex h-96 w-300">
      <WithPanel panel={hasPanel ? PANEL : null}>
        <main className="min-w-0 flex-1">
          <button type="button" onClick={() => flushSync(() => setHasPanel(!hasPanel))}>
            A row
          </button>
        </main>
      </WithPanel>
    </div>
  );
}

const widthOf = (element: Element) => element.getBoundingClientRect().width;

test("a panel that opens is drawn before the list makes room for it", async () => {
  await browser.viewport(1440, 800);
  const page = await render(<Example />);
  const main = page.getByRole("main").element();
  const row = page.getByRole("button", { name: "A row" }).element();
  const wide = widthOf(main);

  if (row instanceof HTMLElement) row.click();
  const panel = page.getByRole("complementary", { name: "Event" }).element();
  expect(panel.getBoundingClientRect().right).toBe(main.getBoundingClientRect().right);
  expect(widthOf(main)).toBe(wide);
  const { left } = panel.getBoundingClientRect();

  await expect.poll(() => widthOf(main)).toBe(wide - widthOf(panel));
  expect(panel.getBoundingClientRect().left).toBe(left);
});

test("a panel that is there from the beginning covers nothing", async () => {
  await browser.viewport(1440, 800);
  const page = await render(<Example isOpen />);
  const main = page.getByRole("main").element();
  const panel = page.getByRole("complementary", { name: "Event" }).element();

  expect(main.getBoundingClientRect().right).toBe(panel.getBoundingClientRect().left);
});
