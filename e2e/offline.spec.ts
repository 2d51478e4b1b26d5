/** What does a person without a network keep? The frame of the dashboard, and what it says about the page they wanted. */
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
