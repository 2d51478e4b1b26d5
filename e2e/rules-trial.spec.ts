/** Can a person write a filter with a real request before their eyes, see what it would do, and only then save it? */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { aName, givenConnection, givenEvents } from "./given.ts";
import { expect, test } from "./test.ts";

async function expectFitsPhone(page: Page): Promise<void> {
  const usual = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize(usual);
}

test("a filter is written in its editor, tried on recent requests, and saved", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  await givenEvents(product, connection, 3);
  await page.goto(`/connections/${connection.id}/settings`);
  const rules = page.getByRole("form", { name: "Rules" });
  await rules.getByRole("checkbox", { name: "Filter" }).check();
  await rules.getByRole("button", { name: "Open filter editor" }).click();
  const editor = page.getByRole("dialog");
  await editor.getByRole("textbox", { name: "Filter for the body" }).click();
  await page.keyboard.insertText('{ "number": { "$gte": 2 } }');
  await expect(editor.getByRole("tab", { name: "Body passes" })).toBeVisible();
  await expectAccessible(page, "the filter editor", { behind: "popup" });
  await expectFitsPhone(page);
  await editor.getByRole("button", { name: "Try on recent requests" }).click();
  const trial = page.getByRole("dialog", { name: "Try on recent requests" });
  await expect(trial.getByText(/Edited rules over the last 3 requests/)).toBeVisible();
  await expectAccessible(page, "the trial over the filter editor", { behind: "popup" });
  await expectFitsPhone(page);
  await page.keyboard.press("Escape");
  await expect(trial).toHaveCount(0);
  await expect(editor.getByRole("button", { name: "Try on recent requests" })).toBeFocused();
  await editor.getByRole("tab", { name: /^Path/ }).click();
  await expect(page).toHaveURL(/filter_tab=path/);
  await editor.getByRole("button", { name: "Confirm" }).click();
  await expect(editor).toHaveCount(0);
  await expect(rules.getByRole("button", { name: "Open filter editor" })).toBeFocused();
  await expect(rules.getByRole("textbox", { name: "Filter for the body" })).toContainText("$gte");

  await rules.getByRole("button", { name: "Try on recent requests" }).click();
  const panel = page.getByRole("complementary", { name: "Try on recent requests" });
  await expect(panel.getByText(/Edited rules over the last 3 requests/)).toBeVisible();
  await expect(panel.getByRole("button", { name: /Filtered body/ })).toHaveCount(1);
  await expectAccessible(page, "the trial of rules");
  await expectFitsPhone(page);
  const events = await product.api<{ models: unknown[] }>("GET", `/events?webhook_id=${connection.id}`);
  expect(events.models).toHaveLength(3);
  await panel.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Connection saved")).toBeVisible();
  const saved = await product.api<typeof connection>("GET", `/connections/${connection.id}`);
  expect(saved.rules).toContainEqual({ type: "filter", body: { number: { $gte: 2 } } });
});

test("a new connection says what it will do to a request, and its rules are tried before it exists", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  const { source } = connection;
  await givenEvents(product, connection, 3);
  await page.goto(`/connections/new?source_id=${source.id}`);
  await page.getByLabel("Destination name").fill(aName("ledger"));
  await page.getByRole("textbox", { name: "URL" }).fill(farEnd.url);
  await page.getByRole("checkbox", { name: "Filter" }).check();
  const course = page.getByRole("list", { name: "What happens to a request" });
  await expect(course.getByText("has no condition yet")).toBeVisible();
  await page.getByRole("textbox", { name: "Filter for the body" }).click();
  await page.keyboard.insertText('{ "number": { "$gte": 2 } }');

  await expect(course.getByText("kept if body.number is 2 or more")).toBeVisible();
  await expect(course.getByText("receives it, answers 200")).toBeVisible();
  await expectAccessible(page, "a new connection with the course of a request");
  await expectFitsPhone(page);
  await page.getByRole("button", { name: "Try on recent requests" }).click();
  const panel = page.getByRole("complementary", { name: "Try on recent requests" });
  await expect(panel.getByText(/Edited rules over the last 3 requests/)).toBeVisible();
  await expect(panel.getByRole("button", { name: /Filtered body/ })).toHaveCount(1);
});
