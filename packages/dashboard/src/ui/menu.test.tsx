import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Menu, MenuChoiceGroup, MenuItem } from "./menu.tsx";
import "./styles/styles.css";

function Example({
  onSelect,
  onTheme,
}: {
  onSelect: () => void;
  onTheme: (theme: "light" | "dark") => void;
}) {
  return (
    <Menu trigger={<button type="button">Account</button>}>
      <MenuItem onSelect={onSelect}>Sign out</MenuItem>
      <MenuChoiceGroup
        label="Theme"
        value="light"
        onChange={onTheme}
        choices={[
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      />
    </Menu>
  );
}

test("a press opens it, a line does its work and closes it", async () => {
  const [select, theme] = [vi.fn(), vi.fn()];
  const page = await render(<Example onSelect={select} onTheme={theme} />);

  await page.getByRole("button", { name: "Account" }).click();
  await expect
    .element(page.getByRole("menuitemradio", { name: "Light" }))
    .toHaveAttribute("aria-checked", "true");
  await page.getByRole("menuitemradio", { name: "Dark" }).click();

  expect(theme).toHaveBeenCalledWith("dark");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
});

test("by keyboard it opens, walks, chooses, and gives the focus back to its button", async () => {
  const [select, theme] = [vi.fn(), vi.fn()];
  const page = await render(<Example onSelect={select} onTheme={theme} />);
  const button = page.getByRole("button", { name: "Account" });

  await userEvent.tab();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("menu")).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");

  await expect.poll(() => select.mock.calls).toHaveLength(1);
  await expect.element(button).toHaveFocus();
});

test("a second press on the button closes it", async () => {
  const page = await render(<Example onSelect={vi.fn()} onTheme={vi.fn()} />);
  const button = page.getByRole("button", { name: "Account" });

  await button.click();
  await expect.element(page.getByRole("menu")).toBeVisible();
  await button.click();

  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await expect.element(button).toHaveAttribute("aria-expanded", "false");
});

function colourOf(element: Element): string {
  return getComputedStyle(element).color;
}

test("a dangerous line is red, the others are ink", async () => {
  const page = await render(
    <Menu trigger={<button type="button">Actions</button>}>
      <MenuItem onSelect={vi.fn()}>Open</MenuItem>
      <MenuItem onSelect={vi.fn()} isDanger>
        Delete
      </MenuItem>
      <span className="text-bad">red</span>
    </Menu>,
  );
  await page.getByRole("button", { name: "Actions" }).click();

  await expect.element(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
  const red = colourOf(page.getByText("red").element());
  expect(colourOf(page.getByRole("menuitem", { name: "Delete" }).element())).toBe(red);
  expect(colourOf(page.getByRole("menuitem", { name: "Open" }).element())).not.toBe(red);
});
