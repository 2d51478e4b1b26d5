/** Can a person find the event they look for: by filters, in the bars, among attempts, and by a word? */
import { expectAccessible } from "./axe.ts";
import { givenConnection, givenEvents, send, settledEvents } from "./given.ts";
import { expect, test } from "./test.ts";

test("filters, attempts and bars of the list lead to one event", async ({ page, product, farEnd }) => {
  farEnd.answerWith({ status: 503, body: "{}" });
  const failing = await givenConnection(product, farEnd);
  await send(failing, { order: { id: 7 }, note: "refundable" });
  await settledEvents(product, failing, 1);
  farEnd.answerWith({ status: 200, body: "{}" });
  const working = await givenConnection(product, farEnd);
  await send(working, { order: { id: 8 } });
  await settledEvents(product, working, 1);
  const rows = page.locator("[data-event-id]");
  const add = async (name: string) => {
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };

  await page.goto("/events");
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole("slider", { name: /^Events, Last 24 hours/ })).toBeVisible();
  await add("Response status");
  await page.getByRole("button", { name: "5xx" }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Show attempts" }).click();
  await expect(page.getByRole("table", { name: "Delivery attempts" })).toContainText("Failed 503");
  await expectAccessible(page, "/events with attempts");

  await page
    .getByRole("link", { name: /^[A-Z][a-z]{2} / })
    .last()
    .click();
  await expect(page).toHaveURL(/selected_attempt_id=atm_/);
  const panel = page.getByRole("complementary", { name: "Event" });
  await expect(panel).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await panel.getByRole("button", { name: "Large panel" }).click();
  await expect(panel.getByRole("button", { name: "Normal panel" })).toBeVisible();
  await expectAccessible(page, "/events beside the large panel");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(rows).toHaveCount(2);

  await add("Body");
  await page.getByRole("textbox", { name: "Body" }).fill('{"order":{"id":7}}');
  await expectAccessible(page, "the box of a filter");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText("Histogram is unavailable when searching")).toBeVisible();
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Clear body filter" }).click();
  await page.getByRole("searchbox", { name: "Search events" }).fill("re");
  await expect(page.getByText("Search term must be at least 3 characters")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search events" }).fill("refundable");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/search_term=refundable/);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Response status 5xx" })).toBeVisible();
  await expectAccessible(page, "recent filters", { behind: "popup" });
});

test("events are selected by keyboard and pointer and retried together", async ({
  page,
  product,
  farEnd,
}) => {
  farEnd.answerWith({ status: 503, body: "{}" });
  const connection = await givenConnection(product, farEnd);
  await givenEvents(product, connection, 4);
  farEnd.answerWith({ status: 200, body: "{}" });
  await page.goto(`/events?webhook_id[0]=${connection.id}`);
  const selection = page.getByRole("region", { name: "Selection" });

  await expect(page.getByRole("button", { name: "Retry 4" })).toBeVisible();
  await expect(page.getByText("Service Unavailable")).toHaveCount(4);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  await page
    .getByRole("checkbox", { name: /^Select event of/ })
    .nth(2)
    .click({ modifiers: ["Shift"] });
  await expect(selection.getByText("3 selected")).toBeVisible();
  await expect(selection.getByRole("button", { name: "Cancel 0" })).toBeDisabled();
  await expectAccessible(page, "/events with a selection");

  await page.keyboard.press("r");
  await expect(page.getByText("Events queued for retry")).toBeVisible();
  await expect(page.getByText("Successful 200")).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(selection).toBeHidden();
});

test("the list of CLI events has its own address, and another that leads to it", async ({ page }) => {
  await page.goto("/cli/events?status[0]=FAILED&junk=1");

  await expect(page).toHaveURL(/\/events\/cli\?status\[0\]=FAILED$/);
  await expect(page.getByText("No matching events found")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByText("Receive events on your local server")).toBeVisible();
  await expectAccessible(page, "/events/cli without events");
});
