import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page as browser, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Button } from "./button.tsx";
import { PanelId, SidePanel } from "./side-panel.tsx";
import { TabList, TabPanel } from "./tabs.tsx";
import "./styles/styles.css";

function Example({ onClose }: { onClose: () => void }) {
  const [width, setWidth] = useState(480);
  const [tab, setTab] = useState<"request" | "response">("request");
  return (
    <div style={{ display: "flex", height: 400 }}>
      <button type="button">A row</button>
      <div style={{ flex: 1 }} />
      <SidePanel label="Event" header="evt_1" width={width} onWidthChange={setWidth} onClose={onClose}>
        <TabList
          id="event"
          label="Event"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: "request", label: "Request" },
            { value: "response", label: "Response" },
          ]}
        />
        <TabPanel id="event" value={tab}>
          {tab}
        </TabPanel>
      </SidePanel>
    </div>
  );
}

test("its edge is moved by keys and goes between the two widths on a double click", async () => {
  await browser.viewport(1440, 800);
  const page = await render(<Example onClose={vi.fn()} />);
  const panel = page.getByRole("complementary", { name: "Event" }).element();
  const edge = page.getByRole("separator", { name: "Panel width" });

  expect(panel.getBoundingClientRect().width).toBe(480);
  await edge.dblClick();
  expect(panel.getBoundingClientRect().width).toBe(904);
  const separator = edge.element();
  if (separator instanceof HTMLElement) separator.focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(() => panel.getBoundingClientRect().width).toBe(864);
});

test("it is not modal, and Esc inside it closes it", async () => {
  await browser.viewport(1440, 800);
  const close = vi.fn();
  const page = await render(<Example onClose={close} />);

  await page.getByRole("button", { name: "A row" }).click();
  await userEvent.keyboard("{Escape}");
  expect(close).not.toHaveBeenCalled();
  await page.getByRole("tab", { name: "Request" }).click();
  await userEvent.keyboard("{Escape}");

  expect(close).toHaveBeenCalledOnce();
});

test("arrow keys walk the tabs and show their panel", async () => {
  await browser.viewport(1440, 800);
  const page = await render(<Example onClose={vi.fn()} />);

  await page.getByRole("tab", { name: "Request" }).click();
  await userEvent.keyboard("{ArrowRight}");

  await expect.element(page.getByRole("tab", { name: "Response" })).toHaveAttribute("aria-selected", "true");
  await expect.element(page.getByRole("tabpanel", { name: "Response" })).toHaveTextContent("response");
});

test("a floating panel says how much room it takes, as long as it is there", async () => {
  const page = await render(
    <SidePanel label="Trial" header="Trial" width={624} isFloating onClose={vi.fn()}>
      Results
    </SidePanel>,
  );
  await expect.element(page.getByRole("complementary", { name: "Trial" })).toBeVisible();
  expect(document.body.style.getPropertyValue("--floating-w")).toBe("624px");

  await page.unmount();

  expect(document.body.style.getPropertyValue("--floating-w")).toBe("");
});

test("the id of a panel can be read as a whole beside its buttons, in the narrow panel and on a phone", async () => {
  const page = await render(
    <SidePanel
      label="Event"
      onClose={vi.fn()}
      width={480}
      header={
        <>
          <PanelId id="evt_2rJ5wXkLq8TzN4mB7vYcHd" copyLabel="Copy event ID" />
          {["Bookmark", "Copy as cURL", "Cancel", "Retry"].map((action) => (
            <Button key={action}>{action}</Button>
          ))}
        </>
      }
    >
      {null}
    </SidePanel>,
  );
  const id = page.getByText("evt_2rJ5wXkLq8TzN4mB7vYcHd").element();
  for (const width of [1280, 360]) {
    await browser.viewport(width, 740);
    expect(id.scrollWidth).toBe(id.clientWidth);
    const header = id.closest("header");
    expect(header?.scrollWidth).toBe(header?.clientWidth);
  }
});
