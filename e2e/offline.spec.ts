/**
 * What does a person keep without a network, or after an update of the server? The frame of the dashboard, what they have
 * typed, and words about what could not be loaded.
 */
import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

test("a rail link keeps the frame while offline, says so, and opens its page when the network is back", async ({
  page,
  context,
}) => {
  await page.goto("/sources");
  await expect(page.getByRole("heading", { name: "Sources", exact: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);

  const rail = page.getByRole("navigation", { name: "Main" });
  await rail.getByRole("link", { name: "Metrics" }).click();

  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(rail).toBeVisible();
  await expect(page).toHaveURL(/\/metrics/);
  await rail.getByRole("link", { name: "Sources" }).click();
  await expect(page.getByRole("heading", { name: "Sources", exact: true })).toBeVisible();

  await rail.getByRole("link", { name: "Metrics" }).click();
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await context.setOffline(false);

  await expect(page.getByRole("heading", { name: "Metrics" })).toBeVisible();
});

/** A form with typed text. The palette loads when a person first opens it. */
async function givenTypedText(page: Page) {
  await page.goto("/sources/new");
  const name = page.getByRole("textbox", { name: "Source name" });
  await name.fill("typed-before");
  await page.waitForLoadState("networkidle");
  return { name, openPalette: () => page.keyboard.press("ControlOrMeta+k") };
}

test("a part that loads later says that there is no network, keeps the typed text, and opens when it is back", async ({
  page,
  context,
}) => {
  const { name, openPalette } = await givenTypedText(page);
  await context.setOffline(true);

  await openPalette();

  const said = page.getByRole("alert").filter({ hasText: "This part could not be loaded. You are offline." });
  await expect(said).toBeVisible();
  await expect(said.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(name).toHaveValue("typed-before");
  await context.setOffline(false);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(said).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(name).toHaveValue("typed-before");
});

test("a part that the updated server no longer has offers to reload, and does not reload over typed text", async ({
  page,
}) => {
  const { name, openPalette } = await givenTypedText(page);
  await page.route("**/assets/**", (route) => route.fulfill({ status: 404, body: "" }));

  await openPalette();

  const said = page.getByRole("alert").filter({ hasText: "Posthorn was probably updated" });
  await expect(said.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect(name).toHaveValue("typed-before");
});
