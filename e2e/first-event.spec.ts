/** Can a new user get from nothing to a delivered event? This is what the product is for. */
import { expectAccessible } from "./axe.ts";
import { startFarEnd } from "./far-end.ts";
import { expect, SIGNED_OUT, test as base } from "./test.ts";

const test = base.extend({
  baseURL: async ({ freshProduct }, use) => use(freshProduct.url),
});
test.use({ storageState: SIGNED_OUT });

test("sign-up, connection, request, delivery, panel, retry", async ({ page }) => {
  const farEnd = await startFarEnd();

  await page.goto("/");
  await expect(page).toHaveURL(/\/sign-up$/);
  await expect(page.getByRole("heading", { name: "Set up Posthorn" })).toBeVisible();
  await expectAccessible(page, "/sign-up");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Enter your name")).toBeVisible();
  await expectAccessible(page, "/sign-up with mistakes");
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("Organization").fill("Analytical Engines");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Create account" }).click();

  await expect(page.getByRole("link", { name: "Create first connection" })).toBeVisible();
  await expectAccessible(page, "/connections empty");
  await page.goto("/events");
  await expect(page.getByRole("heading", { name: "Monitor outbound events" })).toBeVisible();
  await expectAccessible(page, "/events without a connection");
  await page.goto("/connections");
  await page.getByRole("link", { name: "Create first connection" }).click();
  await page.getByLabel("Source name").fill("Stripe payments");
  await page.getByLabel("Destination name").fill("orders-api");
  await page.getByRole("textbox", { name: "URL" }).fill(`${farEnd.url}/webhooks`);
  await page.getByRole("button", { name: "Create", exact: true }).click();

  const created = page.getByRole("dialog", { name: "Stripe-payments → orders-api is ready" });
  await expect(created.getByRole("status")).toContainText("Waiting for the first request");
  await created.getByRole("button", { name: "Copy source URL" }).click();
  await expect(page.getByText("Copied to clipboard")).toBeVisible();
  const sourceUrl = await page.evaluate(() => navigator.clipboard.readText());
  const accepted = await fetch(`${sourceUrl}/paid?live=1`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{ "type": "invoice.paid", "amount": 12345678901234567890 }',
  });
  expect(accepted.status).toBe(200);

  await expect(created.getByRole("status")).toContainText("Your first event was delivered");
  await expect(created.getByRole("list", { name: "Latest events" })).toContainText("Successful");
  await expectAccessible(page, "/connections with one just created", { behind: "popup" });
  expect(farEnd.deliveries).toHaveLength(1);
  expect(farEnd.deliveries[0]).toMatchObject({ method: "POST", path: "/webhooks/paid?live=1" });
  expect(farEnd.deliveries[0]?.headers["x-posthorn-signature"]).toBeTruthy();

  await created.getByRole("link", { name: "View all events" }).click();
  const row = page.getByRole("region", { name: "Events" }).getByRole("row").nth(1);
  await expect(row).toContainText("Successful");
  await expect(row).toContainText("Stripe-payments → orders-api");
  await row.getByRole("time").first().hover();
  await expect(page.getByRole("tooltip")).toHaveText(/\d{4}, \d\d:\d\d:\d\d\.\d{3} .+(now|ago)$/s);
  await row.click();

  const panel = page.getByRole("complementary", { name: "Event" });
  await expect(panel).toContainText("The destination answered 200");
  await expect(panel.getByRole("tree")).toContainText("12345678901234567890");
  await expectAccessible(page, "/events, request");
  await panel.getByRole("tree").press("Shift+F10");
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page, "/events, menu of a JSON row", { behind: "popup" });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await panel.getByRole("tab", { name: "Metadata" }).click();
  await expect(panel.getByRole("tabpanel")).toContainText("Request ID");
  await expectAccessible(page, "/events, metadata");
  await panel.getByRole("tab", { name: "Response" }).click();
  const attempts = panel.getByRole("list", { name: "Delivery attempts" }).getByRole("listitem");
  await expect(attempts).toHaveCount(1);
  await expectAccessible(page, "/events, response");

  await panel.getByRole("button", { name: "Retry", exact: true }).click();

  await expect(page.getByText("Event queued for retry")).toBeVisible();
  await expect(attempts).toHaveCount(2);
  await expect(attempts.first()).toContainText("Manual Retry");
  await expect(attempts.first()).toContainText("Successful");
  expect(farEnd.deliveries[1]?.body).toBe(farEnd.deliveries[0]?.body);
  await farEnd.stop();
});
