/** Can a person find a bookmark, replay it, look at the new event, rename the bookmark and delete it? */
import type { Bookmark } from "@posthorn/contract/bookmarks";
import { expectAccessible } from "./axe.ts";
import { givenConnection, givenEvents, settledEvents } from "./given.ts";
import { expect, test } from "./test.ts";

test("a bookmark is replayed, edited and deleted", async ({ page, product, farEnd }) => {
  await page.goto("/cli/bookmarks");
  await expect(page).toHaveURL(/\/bookmarks$/);
  await expect(page.getByRole("heading", { name: "Store and replay key events" })).toBeVisible();
  await expectAccessible(page, "/bookmarks without a connection");

  const connection = await givenConnection(product, farEnd);
  const [event] = await givenEvents(product, connection, 1);
  const { event_data_id, webhook_id } = event;
  const label = "Refund over 10,000 EUR";
  await product.api<Bookmark>("POST", "/bookmarks", { event_data_id, webhook_id, label });
  await page.reload();
  await page.getByRole("link", { name: label }).click();
  const panel = page.getByRole("complementary", { name: "Bookmark" });
  const events = page.getByRole("table", { name: "Events of this bookmark" });
  await expect(panel.getByRole("tree")).toBeVisible();
  await expect(events.getByText("Successful 200")).toHaveCount(1);
  await expectAccessible(page, "/bookmarks with the panel open");

  await panel.getByRole("button", { name: "Replay" }).click();
  await expect(page.getByText("Bookmark replayed")).toBeVisible();
  await settledEvents(product, connection, 2);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(events.getByText("Successful 200")).toHaveCount(2);
  await events.getByRole("link").first().click();
  await expect(page.getByRole("complementary", { name: "Event" })).toBeVisible();
  await page.getByRole("button", { name: "Close panel" }).click();

  await panel.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Label" }).fill("Large refund");
  await expectAccessible(page, "the form of a bookmark");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("heading", { name: "Large refund" })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await panel.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "No bookmarks found" })).toBeVisible();
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflowPx).toBeLessThanOrEqual(0);
});
