/** Does axe find a problem on any route? Checks every route in each of its states, in light and dark. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { givenConnection, givenEvents, send, settledEvents } from "./given.ts";
import { expect, SIGNED_OUT, test } from "./test.ts";

const POPUP = { behind: "popup" } as const;

/** From now on, lists of this resource get a 500. */
async function breakApi(page: Page, resource: string): Promise<void> {
  await page.route(`**/2025-07-01/${resource}?*`, (route) => route.fulfill({ status: 500, json: {} }));
}

test.describe("before the sign-in", () => {
  test.use({ storageState: SIGNED_OUT });

  test("sign-in, forgotten password, reset", async ({ page }) => {
    await page.goto("/sign-in");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expectAccessible(page, "/sign-in");
    await page.getByLabel("Email").fill("somebody@example.com");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessible(page, "/sign-in refused");

    await page.goto("/forgot-password");
    await expectAccessible(page, "/forgot-password");
    await page.getByLabel("Email").fill("somebody@example.com");
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByRole("heading", { name: "Look for the link" })).toBeVisible();
    await expectAccessible(page, "/forgot-password sent");

    await page.goto("/reset-password?token=spent");
    await page.getByLabel("New password").fill("long enough to be one");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessible(page, "/reset-password refused");
    await page.goto("/reset-password");
    await expectAccessible(page, "/reset-password without a token");
  });
});

test("an installation that is new: sign-up and empty pages", async ({ browser, freshProduct }) => {
  const context = await browser.newContext({ baseURL: freshProduct.url, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto("/sign-up");
  await expect(page.getByRole("heading", { name: "Set up Posthorn" })).toBeVisible();
  await expectAccessible(page, "/sign-up");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Enter your name")).toBeVisible();
  await expectAccessible(page, "/sign-up with mistakes");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("Organization").fill("Engines");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("link", { name: "Create first connection" })).toBeVisible();
  await expectAccessible(page, "/connections empty");
  await page.goto("/events");
  await expect(page.getByRole("heading", { name: "Monitor outbound events" })).toBeVisible();
  await expectAccessible(page, "/events without a connection");
  await context.close();
});

test("/connections", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  await send(connection);
  await settledEvents(product, connection, 1);
  await page.goto("/connections");
  const row = page.getByRole("row").filter({ hasText: connection.source.name });
  await expect(row).toBeVisible();
  await expectAccessible(page, "/connections");
  await row.getByRole("button", { name: "Actions" }).click();
  await expect(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
  await expectAccessible(page, "/connections with a menu", POPUP);
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog").or(page.getByRole("dialog"))).toBeVisible();
  await expectAccessible(page, "/connections asking before a deletion", POPUP);

  await page.goto(`/connections?created=${connection.id}`);
  await expect(page.getByRole("list", { name: "Latest events" })).toBeVisible();
  await expectAccessible(page, "/connections with one just created", POPUP);
  await page.goto("/connections?search=nothing-is-called-this");
  await expect(page.getByText("No connections found")).toBeVisible();
  await expectAccessible(page, "/connections without a match");
  await breakApi(page, "connections");
  await page.goto("/connections");
  await expect(page.getByRole("alert")).toContainText("The server failed to answer");
  await expectAccessible(page, "/connections failed");
});

test("/connections/new", async ({ page, product, farEnd }) => {
  await givenConnection(product, farEnd);
  await page.goto("/connections/new");
  await expect(page.getByRole("heading", { name: "New connection" })).toBeVisible();
  await page.getByText("Advanced configuration").click();
  await expectAccessible(page, "/connections/new");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Fix form errors")).toBeVisible();
  await expectAccessible(page, "/connections/new with mistakes");
  await page.getByRole("radio", { name: /^Existing source/ }).check();
  await page.getByRole("combobox", { name: "Source" }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page, "/connections/new choosing a source", { behind: "list of choices" });
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Discard unsaved changes?" })).toBeVisible();
  await expectAccessible(page, "/connections/new asking before leaving", POPUP);
});

test("/events", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  const waiting = `/events?webhook_id=${connection.id}`;
  await page.goto(waiting);
  await expect(page.getByText("No events match those filters.")).toBeVisible();
  await expectAccessible(page, "/events without a match");
  farEnd.answerWith({ status: 503 });
  await givenEvents(product, connection, 1);
  farEnd.answerWith({ status: 200, body: '{"ok":true}' });
  await send(connection, { nested: { list: [1, "two", null, true] } });
  const [event] = await settledEvents(product, connection, 2);
  await page.goto(waiting);
  await expect(page.locator("[data-event-id]")).toHaveCount(2);
  await expectAccessible(page, "/events");
  await page.getByRole("button", { name: /^Status/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page, "/events with a filter open", POPUP);
  await page.keyboard.press("Escape");

  await page.goto(`${waiting}&selected_event_id=${event?.id}`);
  await expect(page.getByRole("tree")).toBeVisible();
  await expectAccessible(page, "/events, request");
  await page.getByRole("tree").press("Shift+F10");
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page, "/events, menu of a JSON row", POPUP);
  await page.keyboard.press("Escape");
  for (const tab of ["Response", "Metadata"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByRole("tab", { name: tab })).toHaveAttribute("aria-selected", "true");
    await expectAccessible(page, `/events, ${tab}`);
  }
  await page.goto(`${waiting}&selected_event_id=evt_0000000000000000000000`);
  await expect(page.getByText("Event is archived or does not exist")).toBeVisible();
  await expectAccessible(page, "/events, an event that is gone");
  await breakApi(page, "events");
  await page.goto(waiting);
  await expect(page.getByRole("alert")).toContainText("The server failed to answer");
  await expectAccessible(page, "/events failed");
});

test("the shell: palette, shortcuts, account, a narrow screen, no page", async ({
  page,
  product,
  farEnd,
}) => {
  await givenConnection(product, farEnd);
  await page.goto("/connections");
  await expect(page.getByRole("table")).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page, "palette", POPUP);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible(page, "shortcut sheet", POPUP);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page, "account menu", POPUP);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Collapse the rail" }).click();
  await expectAccessible(page, "collapsed rail");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeInViewport();
  await expectAccessible(page, "drawer");
  await page.goto("/no/such/page");
  await expectAccessible(page, "not found");
});
