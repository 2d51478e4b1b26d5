/**
 * What does a viewer find in a row, in a menu and on the keyboard?
 *
 * All controls, disabled, with the reason. roles-of-screens.spec.ts looks at every page, and callers.db.test.ts tests that
 * the API refuses a viewer.
 */
import type { Session } from "@posthorn/contract/dashboard-api";
import { givenColleague } from "./given-colleague.ts";
import { givenConnection, givenEvents } from "./given.ts";
import { expect, test } from "./test.ts";

test("controls are there, disabled, with the reason", async ({ browser, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  const [event] = await givenEvents(product, connection, 1);
  const { projects } = await product.dashboardApi<Session>("GET", "/session");
  const organization = projects.find(({ id }) => id === product.id)?.organization_id ?? "";
  const { context } = await givenColleague(browser, product, organization, "viewer");
  const page = await context.newPage();

  await page.goto("/connections");
  const create = page.getByRole("button", { name: "New connection" });
  await expect(create).toBeDisabled();
  await create.hover({ force: true });
  await expect(page.getByText(/You need the member role/)).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: connection.source.name });
  await row.getByRole("button", { name: "Actions" }).click();
  await expect(page.getByRole("menuitem", { name: "Pause" })).toBeDisabled();
  await expect(page.getByRole("menuitem", { name: "Delete" })).toBeDisabled();
  await expect(page.getByRole("menu")).toContainText("You need the member role");
  await expect(page.getByRole("menuitem", { name: "Copy source URL" })).toBeEnabled();

  await page.goto(`/events?webhook_id=${connection.id}&selected_event_id=${event.id}`);
  await expect(page.getByRole("tree")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry", exact: true })).toBeDisabled();
  await page.keyboard.press("r");
  await expect(page.locator(`[data-event-id="${event.id}"]`)).toContainText("Successful");
  expect(farEnd.deliveries).toHaveLength(1);
});
