/** Do the pages of a connection, a source and a destination lead to each other, in all their states? */
import { expectAccessible } from "./axe.ts";
import { givenConnection, givenEvents } from "./given.ts";
import { expect, test } from "./test.ts";

test("from the list to a connection, its ends, its events, and what is gone", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  const { source, destination } = connection;
  await givenEvents(product, connection, 2);
  const properties = page.getByRole("region", { name: "Properties" });

  await page.goto("/connections");
  await page.getByRole("row").filter({ hasText: source.name }).getByRole("cell").nth(3).click();
  await expect(page).toHaveURL(`/connections/${connection.id}`);
  await expect(page).toHaveTitle(`${source.name} → ${destination.name} - Posthorn`);
  await expect(properties.getByRole("link", { name: "2", exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Latest events" }).getByRole("link")).toHaveCount(2);
  await expectAccessible(page, "/connections/{id}");
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 800 });

  await properties.getByRole("link", { name: source.name }).click();
  await expect(page).toHaveURL(`/sources/${source.id}`);
  await expect(properties).toContainText("Requests (24h)2");
  await expectAccessible(page, "/sources/{id}");
  await page.goBack();
  await properties.getByRole("link", { name: destination.name }).click();
  await expect(page).toHaveURL(`/destinations/${destination.id}`);
  await expect(properties).toContainText("Attempts (24h)2");
  await expectAccessible(page, "/destinations/{id}");
  await properties.getByRole("link", { name: "2", exact: true }).click();
  await expect(page).toHaveURL(`/events?destination_id[0]=${destination.id}`);
  await expect(page.locator("[data-event-id]")).toHaveCount(2);

  await page.goto(`/connections/${connection.id}`);
  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete connection" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page, "/connections/{id} asking before a deletion", { behind: "popup" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL("/connections");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Connection deleted" })).toBeVisible();
  await expectAccessible(page, "/connections/{id}, deleted");
  await page.goto("/sources/src_nothing");
  await expect(page.getByRole("heading", { level: 1, name: "Source not found" })).toBeVisible();
});
