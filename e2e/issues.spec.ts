/** Does a person see what is wrong, follow it until it is over, and choose what becomes an issue? */
import { expectAccessible } from "./axe.ts";
import { aName, givenConnection, send } from "./given.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { expect, test } from "./test.ts";

test("a destination that fails has an issue, which a person acknowledges and resolves", async ({
  page,
  product,
  farEnd,
}) => {
  const destination = aName("orders-api");
  const connection = await givenConnection(product, farEnd, { destination });
  farEnd.answerWith({ status: 503, body: "upstream is down" });
  await send(connection);

  await page.goto("/events");
  await page.getByRole("link", { name: /^Issues/ }).click();
  const title = `${destination} answered 503 Service Unavailable`;
  const row = page.getByRole("row").filter({ hasText: title });
  await expect(row).toBeVisible();
  await expect(page.getByRole("link", { name: /^Issues \d+ open$/ })).toBeVisible();
  await expectAccessible(page, "/issues");
  await row.getByRole("link", { name: title }).click();

  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await expect(page.getByRole("figure", { name: /^Events/ })).toBeVisible();
  await page.getByRole("tab", { name: "Response" }).click();
  await expect(page.getByText("upstream is down")).toBeVisible();
  await expectAccessible(page, "/issues/{id}");
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await page.getByRole("button", { name: "Resolve" }).click();
  await expect(page.getByRole("button", { name: "Dismiss" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Properties" })).toContainText("Resolved");

  await send(connection);

  await expect(page.getByRole("region", { name: "Properties" })).toContainText("Open");
});

test("a trigger is created for a pattern, renamed, disabled and deleted", async ({
  page,
  product,
  farEnd,
}) => {
  const name = aName("checkout");
  await product.api("POST", "/connections", {
    name,
    source: { name: aName("shopify") },
    destination: { name: aName("orders-api"), config: { url: farEnd.url } },
  });

  await page.goto("/issues");
  await page.getByRole("link", { name: "Issue triggers" }).click();
  const rail = page.getByRole("navigation", { name: "Main" });
  await expect(rail.getByRole("link", { name: /^Issues/ })).toHaveAttribute("aria-current", "true");
  await expectAccessible(page, "/issue-triggers/{type}");
  await page.getByRole("link", { name: "Create trigger" }).click();
  await page.getByRole("radio", { name: /Pattern/ }).click();
  await page.getByRole("textbox", { name: "Pattern" }).fill(name);
  await expect(page.getByText("matches 1")).toBeVisible();
  await expectAccessible(page, "a new trigger", { behind: "popup" });
  await page.getByRole("button", { name: "Create trigger" }).click();
  await expect(page.getByText("Created issue trigger")).toBeVisible();
  await page
    .getByRole("row")
    .filter({ hasText: `*${name}*` })
    .getByRole("link")
    .click();

  await expect(page.getByRole("heading", { name: "Behavior" })).toBeVisible();
  await expectAccessible(page, "/issue-triggers/{id}");
  await page.getByRole("textbox", { name: "Trigger name" }).fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await page.getByRole("switch", { name: "Enabled" }).click();
  await expect(page.getByRole("switch", { name: "Disabled" })).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Delete trigger…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Issue trigger has been deleted.")).toBeVisible();
  await expect(page).toHaveURL(/\/issue-triggers\/delivery$/);
});
