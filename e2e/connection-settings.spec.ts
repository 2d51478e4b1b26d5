/** Can a person change what a connection does, and do two people who change it at the same time lose nothing? */
import { expectAccessible } from "./axe.ts";
import { givenConnection, givenEvents } from "./given.ts";
import { expect, test } from "./test.ts";

test("rules and details of a connection, with mistakes, by keyboard and on a phone", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  await givenEvents(product, connection, 1);
  await page.goto(`/connections/${connection.id}`);
  await page.getByRole("navigation", { name: "Connection" }).getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL(`/connections/${connection.id}/settings`);
  const details = page.getByRole("form", { name: "Details" });
  const rules = page.getByRole("form", { name: "Rules" });
  const changed = page.getByRole("region", { name: "Unsaved changes in Rules" });
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);

  await details.getByLabel("Connection name").fill("Charges to ledger");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Connection saved")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Charges-to-ledger");

  await rules.getByRole("checkbox", { name: "Retry" }).check();
  await rules.getByLabel("Count").fill("51");
  await rules.getByRole("checkbox", { name: "Filter" }).check();
  await rules.getByRole("checkbox", { name: "Deduplicate" }).check();
  await rules.getByRole("radio", { name: /Only some fields/ }).check();
  await expect(rules.getByRole("checkbox", { name: "body.number 1" })).toBeVisible(); // it moves what is below it
  await changed.getByRole("button", { name: "Save" }).click({ force: true });
  await expect(changed.getByRole("alert")).toHaveText("Fix form errors");
  await expect(rules.getByText("Max of 50")).toBeVisible();
  await expect(rules.getByLabel("Count")).toBeFocused();
  await expectAccessible(page, "/connections/{id}/settings with mistakes");

  await rules.getByLabel("Count").fill("3");
  await rules.getByLabel("Response status codes").fill(">=500, !503");
  await expect(rules.getByText("500 to 599 except 503")).toBeVisible();
  await rules.getByRole("checkbox", { name: "body.number 1" }).check();
  const filter = rules.getByRole("textbox", { name: "Filter for the body" });
  await filter.click();
  await page.keyboard.insertText('{ "number": 1 }');
  await rules.getByRole("button", { name: "Move Filter" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(/^Filter is at position/)).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(/^Filter is moved to position/)).toBeAttached();
  await page.keyboard.press("Space");
  await expect(page.getByText(/^Filter is dropped at position/)).toBeAttached();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 800 });
  await changed.getByRole("button", { name: "Save" }).click();
  await expect(changed).toHaveCount(0);
  const { rules: saved } = await product.api<typeof connection>("GET", `/connections/${connection.id}`);
  expect(saved.map(({ type }) => type).toSorted()).toEqual(["deduplicate", "filter", "retry"]);
  expect(saved).toContainEqual({
    type: "retry",
    strategy: "exponential",
    interval: 30_000,
    count: 3,
    response_status_codes: [">=500", "!503"],
  });
  expect(saved).toContainEqual({ type: "filter", body: { number: 1 } });
  await page.reload();
  await expect(rules.getByRole("checkbox", { name: "Filter" })).toBeChecked();
  await expectAccessible(page, "/connections/{id}/settings");
});

test("two people change one connection: the second hears of it, decides, and loses nothing", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  await page.goto(`/connections/${connection.id}/settings`);
  await page.getByLabel("Description").fill("My words");
  await product.api("PUT", `/connections/${connection.id}`, { name: "theirs", description: "Their words" });

  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Somebody else changed this meanwhile")).toBeVisible();
  await expect(page.getByRole("row", { name: /Description My words Their words/ })).toBeVisible();
  await expect(page.getByLabel("Description")).toHaveValue("My words");
  await expectAccessible(page, "/connections/{id}/settings, changed meanwhile");
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByText("Discard unsaved changes?")).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("button", { name: "Keep mine" }).click();

  await expect(page.getByText("Connection saved")).toBeVisible();
  const now = await product.api<typeof connection>("GET", `/connections/${connection.id}`);
  expect([now.name, now.description]).toEqual(["theirs", "My words"]);
});
