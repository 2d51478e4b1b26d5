import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import "../styles/styles.css";
import { PickChip } from "./pick-chip.tsx";

const NAMES = Array.from({ length: 250 }, (_one, at) => ({
  value: `src_${at}`,
  label: `shop-${at} → ledger`,
  ...(at === 249 && { hint: "The oldest of all" }),
}));

let chosen: string[] | undefined;

function Example({ initial }: { initial?: string[] }) {
  const [values, setValues] = useState(initial);
  const choose = (next: string[] | undefined) => {
    chosen = next;
    setValues(next);
  };
  return <PickChip label="Source" values={values} choices={NAMES} onChange={choose} />;
}

const options = () =>
  page
    .getByRole("option")
    .elements()
    .map((option) => option.textContent);

test("typing finds one of many, and Enter chooses it", async () => {
  await render(<Example />);
  await page.getByRole("button", { name: "Source any" }).click();
  await expect.element(page.getByRole("combobox", { name: "Search source" })).toHaveFocus();
  await expect.element(page.getByText("150 more. Type to narrow them down.")).toBeVisible();

  await page.getByRole("combobox", { name: "Search source" }).fill("ledger SHOP-17");
  await expect.poll(() => options().length).toBe(11);
  await userEvent.keyboard("{Enter}");

  await expect.poll(() => chosen).toEqual(["src_17"]);
  expect(options()).toHaveLength(11);
});

test("what a choice means is searched too, and nothing found says so", async () => {
  await render(<Example />);
  await page.getByRole("button", { name: "Source any" }).click();
  const input = page.getByRole("combobox", { name: "Search source" });

  await input.fill("oldest");
  await expect.poll(options).toEqual(["shop-249 → ledgerThe oldest of all"]);
  await input.fill("nowhere");

  await expect.element(page.getByText("Nothing matches")).toBeVisible();
});

test("what is chosen stands on top, a press takes it away, and Escape leads back to the chip", async () => {
  await render(<Example initial={["src_200", "src_100"]} />);
  const chip = page.getByRole("button", { name: /^Source/ });
  await chip.click();
  await expect
    .poll(() => options().slice(0, 3))
    .toEqual(["shop-100 → ledger", "shop-200 → ledger", "shop-0 → ledger"]);

  await page.getByRole("option", { name: "shop-100 → ledger" }).click();
  await expect.poll(() => chosen).toEqual(["src_200"]);
  await userEvent.keyboard("{Escape}");

  await expect.element(page.getByRole("option").first()).not.toBeInTheDocument();
  await expect.element(chip).toHaveFocus();
  await expect.element(page.getByRole("button", { name: "Source shop-200 → ledger" })).toBeVisible();
});
