/** Does the list of events stay up to date without moving the rows that a person reads? */
import type { Page } from "@playwright/test";
import { givenConnection, givenEvents, send, settledEvents } from "./given.ts";
import { expect, test } from "./test.ts";

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

/** Records every layout shift from now on, with the text that moved. Returns a function that reads the record. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const shifts: string[] = [];
    new PerformanceObserver((list) => {
      // Safe: entries of the observed type have this shape, which TypeScript's DOM types do not know yet.
      for (const { value, sources } of list.getEntries() as LayoutShift[])
        shifts.push(`${value}: ${sources.map(({ node }) => node?.textContent ?? "gone").join(" | ")}`);
    }).observe({ type: "layout-shift", buffered: false });
    Object.assign(window, { shifts });
  });
  return () => page.evaluate(() => Reflect.get(window, "shifts") as string[]); // as written above
}

function idsOnScreen(page: Page): Promise<(string | null)[]> {
  return page
    .locator("[data-event-id]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-event-id")));
}

test("with a row selected, what comes in only counts", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  const [newest] = await givenEvents(product, connection, 3);
  await page.goto(`/events?webhook_id=${connection.id}&selected_event_id=${newest.id}`);
  await expect(page.getByRole("tree")).toBeVisible();
  const before = await idsOnScreen(page);
  const shifted = await watchShifts(page);

  await send(connection, { late: 1 });
  await send(connection, { late: 2 });

  const waiting = page.getByRole("button", { name: "2 new" });
  await expect(waiting).toBeVisible();
  expect(await idsOnScreen(page)).toEqual(before);
  expect(await shifted()).toEqual([]);

  await waiting.click();
  await expect(page.locator("[data-event-id]")).toHaveCount(5);
  await expect(waiting).toBeHidden();
});

test("a scrolled list stays where it is", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  await givenEvents(product, connection, 40);
  await page.goto(`/events?webhook_id=${connection.id}`);
  await expect(page.locator("[data-event-id]")).toHaveCount(40);
  await expect(page.getByRole("button", { name: "Show as table" })).toBeVisible(); // the bars are there
  const list = page.getByRole("region", { name: "Events" });
  await list.evaluate((box) => box.scrollTo({ top: 400 }));
  await page.mouse.move(700, 5);
  const before = await idsOnScreen(page);
  const shifted = await watchShifts(page);

  await send(connection, { late: true });

  await expect(page.getByRole("button", { name: "1 new" })).toBeVisible();
  expect(await idsOnScreen(page)).toEqual(before);
  expect(await list.evaluate((box) => box.scrollTop)).toBe(400);
  expect(await shifted()).toEqual([]);
});

test("at the top and idle, new events come in by themselves", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  await givenEvents(product, connection, 2);
  await page.goto(`/events?webhook_id=${connection.id}`);
  await expect(page.locator("[data-event-id]")).toHaveCount(2);
  await page.mouse.move(700, 5);

  await send(connection, { late: true });
  const [newest] = await settledEvents(product, connection, 3);

  await expect(page.locator("[data-event-id]").first()).toHaveAttribute("data-event-id", newest?.id ?? "");
  await expect(page.getByRole("button", { name: /^\d+\+? new$/ })).toBeHidden();
});

test("a status that changes elsewhere is shown in the row without moving it", async ({
  page,
  product,
  farEnd,
}) => {
  farEnd.answerWith({ status: 500 });
  const connection = await givenConnection(product, farEnd);
  const [newest] = await givenEvents(product, connection, 2);
  await page.goto(`/events?webhook_id=${connection.id}&selected_event_id=${newest.id}`);
  const row = page.locator(`[data-event-id="${newest.id}"]`);
  await expect(row).toContainText("Failed");
  await expect(page.getByRole("tree")).toBeVisible();
  await page.waitForLoadState("networkidle"); // names of the filters and later parts have arrived
  const shifted = await watchShifts(page);

  farEnd.answerWith({ status: 200 });
  await product.api("POST", `/events/${newest.id}/retry`);

  await expect(row).toContainText("Successful");
  expect(await shifted()).toEqual([]);
});
