/**
 * Does a viewer see all controls, disabled, with the reason?
 *
 * The test changes the role to viewer in the page's session answer. people.spec.ts has a real viewer, and
 * callers.db.test.ts tests that the API refuses one.
 */
import { givenConnection, givenEvents } from "./given.ts";
import { expect, test } from "./test.ts";

test.beforeEach(async ({ page }) => {
  await page.route("**/dashboard-api/session", async (route) => {
    const answer = await route.fetch();
    // Safe: this is the contract's Session, of which only the projects matter here.
    const session = (await answer.json()) as { projects: object[] };
    const projects = session.projects.map((project) => ({ ...project, role: "viewer" }));
    await route.fulfill({ response: answer, json: { ...session, projects } });
  });
});

test("controls are there, disabled, with the reason", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  const [event] = await givenEvents(product, connection, 1);

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
