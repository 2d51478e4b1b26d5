/** Can a person see what flows, narrow it down, and get from the numbers to the events? */
import { expectAccessible } from "./axe.ts";
import { givenConnection, givenEvents } from "./given.ts";
import { expect, test } from "./test.ts";

test("metrics: from the rail to an expanded chart, as tables, on a phone, and when they fail", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  await givenEvents(product, connection, 3);
  const { destination } = connection;
  await page.goto("/events");
  await page.getByRole("link", { name: "Metrics", exact: true }).click();
  await expect(page).toHaveURL(/\/metrics\/sources$/);
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/\/events/);

  await page.goto(`/metrics/connections?webhook_id=${connection.id}&junk=1`);
  const byConnection = page.getByRole("figure", { name: "Events by connection" });
  await expect(byConnection.getByRole("cell", { name: "3", exact: true })).toBeVisible();
  await expect(page.getByRole("figure", { name: "Events", exact: true }).getByRole("img")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Event rate as CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^events_rate-.*\.csv$/);

  await page.getByRole("button", { name: /^Date/ }).click();
  await expect(page.getByRole("button", { name: "Apply" })).toBeVisible();
  await expectAccessible(page, "/metrics, charts and the calendar");
  await page.getByRole("button", { name: "Last hour" }).click();
  await page.getByRole("link", { name: "Expand Event rate" }).click();
  await expect(page).toHaveURL(/expanded=events_rate/);
  await expect(page.getByRole("figure")).toHaveCount(1);
  await page.getByText("Tables", { exact: true }).click();
  await expect(page.getByRole("columnheader", { name: "Time" })).toBeVisible();
  await expectAccessible(page, "/metrics, one chart expanded, as a table");
  await page.getByText("Charts", { exact: true }).click();
  await page.goBack();
  await expect(page.getByRole("link", { name: "Expand Event rate" })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/metrics/destinations?destination_id=${destination.id}`);
  await expect(page.getByRole("figure", { name: "Delivered attempts" }).getByRole("img")).toBeVisible();
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflowPx).toBe(0);
  await page.route("**/2025-07-01/metrics/**", (route) => route.fulfill({ status: 422, json: {} }));
  await page.goto("/metrics/destinations");
  await expect(page.getByRole("alert").first()).toContainText("We weren’t able to find any data");
  await expectAccessible(page, "/metrics failed");
});

test("the page of a connection shows its last day, and a range of it opens its events", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  await givenEvents(product, connection, 2);
  await page.goto(`/connections/${connection.id}`);
  const bars = page.getByRole("slider", { name: /^Events, Last 24 hours/ });
  await bars.focus();
  await page.keyboard.press("End");
  await expect(bars).toHaveAttribute("aria-valuetext", /2 successful/);
  await expectAccessible(page, "/connections/{id} with metrics");
  await bars.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/events\?.*date\[min\]/);
  await expect(page.locator("[data-event-id]")).toHaveCount(2);
});
