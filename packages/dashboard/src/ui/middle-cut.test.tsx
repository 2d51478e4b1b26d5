import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import "./styles/styles.css";
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

test("the whole name is a tooltip, if not all of it is shown", async () => {
  await render(
    <>
      {box(LONG)}
      <MiddleCut text="orders-of-the-northern-shops" />
    </>,
  );

  for (const text of [LONG, "orders-of-the-northern-shops"])
    await userEvent.hover(page.getByText(text, { exact: true }).element().parentElement ?? document.body);

  const tooltips = [...document.querySelectorAll("[data-tooltip]")].map((cut) =>
    cut.getAttribute("data-tooltip"),
  );
  expect(tooltips).toEqual([LONG]);
});

test("a short name is one plain text", async () => {
  await render(box("stripe"));

  await expect.element(page.getByTestId("box")).toHaveTextContent(/^stripe$/);
});
