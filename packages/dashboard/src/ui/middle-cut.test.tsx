import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { MiddleCut } from "./middle-cut.tsx";

const LONG = `orders-${"of-everything-".repeat(8)}eu-west-1-primary-2`;

const box = (text: string) => (
  <div data-testid="box" style={{ width: 160 }}>
    <MiddleCut text={text} />
  </div>
);

test("a long name stays inside its box, and its end stays readable", async () => {
  await render(box(LONG));

  const shown = page.getByTestId("box").element();
  const end = page.getByText("primary-2", { exact: true }).element();
  expect(shown.scrollWidth).toBe(160);
  expect(end.getBoundingClientRect().right).toBeLessThanOrEqual(shown.getBoundingClientRect().right);
  await expect.element(page.getByText(LONG, { exact: true })).toBeInTheDocument();
});

test("a short name is one plain text", async () => {
  await render(box("stripe"));

  await expect.element(page.getByTestId("box")).toHaveTextContent(/^stripe$/);
});
