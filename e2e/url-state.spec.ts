/** Does an address restore the screen after a reload, after pasting it, and with Back? */
import { expectAccessible } from "./axe.ts";
import { givenConnection, givenEvents } from "./given.ts";
import { expect, test } from "./test.ts";

/** Sorted, so that the order does not matter. */
function paramsOf(address: string): string[] {
  return [...new URL(address).searchParams].map(([key, value]) => `${key}=${value}`).toSorted();
}

test("reload and paste restore filters, selection, tab and attempt", async ({
  page,
  product,
  farEnd,
  context,
}) => {
  const connection = await givenConnection(product, farEnd);
  const events = await givenEvents(product, connection, 2);
  await page.goto(`/events?webhook_id=${connection.id}`);
  await page.getByRole("button", { name: /^Status/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page, "/events with a filter open", { behind: "popup" });
  await page.getByRole("menuitemcheckbox", { name: "Successful" }).click();
  await page.keyboard.press("Escape");
  await page.locator(`[data-event-id="${events[1]?.id}"]`).click();
  await page.getByRole("tab", { name: "Metadata" }).click();
  await expect(page.getByRole("tabpanel")).toContainText("Request ID");
  const address = page.url();

  await page.reload();
  const other = await context.newPage();
  await other.goto(address);

  for (const restored of [page, other]) {
    await expect(restored.getByRole("tab", { name: "Metadata" })).toHaveAttribute("aria-selected", "true");
    await expect(restored.getByRole("complementary", { name: "Event" })).toContainText(events[1]?.id ?? "");
    await expect(restored.getByRole("button", { name: "Clear status filter" })).toBeVisible();
    await expect(restored.locator("[data-event-id]")).toHaveCount(2);
    expect(paramsOf(restored.url())).toEqual(paramsOf(address));
  }
});

test("scalar, indexed and percent-encoded lists are one view", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  await givenEvents(product, connection, 2);
  for (const query of [
    `webhook_id=${connection.id}`,
    `webhook_id[0]=${connection.id}`,
    `webhook_id%5B0%5D=${connection.id}`,
  ]) {
    await page.goto(`/events?${query}&status=SUCCESSFUL`);
    await expect(page.locator("[data-event-id]")).toHaveCount(2);
    await expect(page.getByRole("button", { name: "Clear connection filter" })).toBeVisible();
  }
});

test("what is not understood is dropped from the address and named, and what is gone is said", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  await givenEvents(product, connection, 1);
  await page.goto(
    `/events?webhook_id=${connection.id}&status=NONSENSE&response_status[gte]=abc&date[min]=yesterday&tab=9&utm_source=x&__proto__[a]=1`,
  );
  await expect(page.locator("[data-event-id]")).toHaveCount(1);
  const keys = [...new URL(page.url()).searchParams.keys()];
  expect(keys).toEqual(["webhook_id[0]"]);
  const leftOut = page.getByText(/^The address asks for/);
  await expect(leftOut).toHaveText(
    "The address asks for status “NONSENSE”, response_status[gte] “abc”, date[min] “yesterday”, tab “9”, and 1 more, which this page does not know. They were left out.",
  );
  await expectAccessible(page, "/events, with words that it does not know");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(leftOut).toBeHidden();

  await page.goto(`/events?webhook_id=${connection.id}&selected_event_id=evt_0000000000000000000000`);
  await expect(page.getByText("Event is archived or does not exist")).toBeVisible();
  await expectAccessible(page, "/events, an event that is gone");
});

test("known words count in any letter case; others are named on every page, until the person leaves it", async ({
  page,
  product,
  farEnd,
}) => {
  await givenConnection(product, farEnd);
  const leftOut = page.getByText(/^The address asks for/);
  for (const address of [
    "/requests?status=foo",
    "/metrics/sources?expanded=foo",
    "/webhooks?order=foo", // leads to /connections
    "/bookmarks?selected_id=foo",
  ]) {
    await page.goto(address);
    await expect(leftOut).toContainText("“foo”, which this page does not know. It was left out.");
  }
  await page.getByRole("link", { name: "Events", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Events" })).toBeVisible();
  await expect(leftOut).toBeHidden();

  await page.goto("/events?status[0]=failed");

  await expect(page).toHaveURL(/status\[0\]=FAILED$/);
  await expect(page.getByRole("button", { name: "Status Failed" })).toBeVisible();
  await expect(leftOut).toBeHidden();
});

test("back undoes a filter and closes what forward opened; selecting grows no history", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  await givenEvents(product, connection, 3);
  await page.goto("/connections");
  const row = page.getByRole("row").filter({ hasText: connection.source.name });
  await row.getByRole("link", { name: /events of/ }).click();
  await expect(page.locator("[data-event-id]")).toHaveCount(3);
  await page.getByRole("button", { name: /^Status/ }).click();
  await page.getByRole("menuitemcheckbox", { name: "Failed" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByText("No matching events found")).toBeVisible();
  await expectAccessible(page, "/events without a match");
  await page.goBack();
  await expect(page.locator("[data-event-id]")).toHaveCount(3);
  for (const at of [0, 1, 2]) await page.locator("[data-event-id]").nth(at).click();
  await expect(page.getByRole("complementary", { name: "Event" })).toBeVisible();

  await page.goBack();

  await expect(page.getByRole("heading", { name: "Connections" })).toBeVisible();
});

test("pages are turned in the address, and Back to live returns", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  const events = await givenEvents(product, connection, 105);
  await page.goto(`/events?webhook_id=${connection.id}`);
  await expect(page.locator("[data-event-id]")).toHaveCount(100);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.locator("[data-event-id]")).toHaveCount(5);
  await page.reload();
  await expect(page.locator("[data-event-id]").last()).toHaveAttribute(
    "data-event-id",
    events[104]?.id ?? "",
  );
  await page.keyboard.press("[");
  await expect(page.locator("[data-event-id]")).toHaveCount(100);
  await expect(page).not.toHaveURL(/prev=/);
  await expect(page.getByText("Live · 5 s")).toBeVisible();
});

test("the created connection's dialog is in the address, and Back leaves it", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  await page.goto("/events");
  await page.goto(`/connections?created=${connection.id}`);
  await expect(page.getByRole("dialog", { name: /is ready$/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Events" })).toBeVisible();
});

test("every page is named, opens directly, and an unknown one says so", async ({ page, product, farEnd }) => {
  await givenConnection(product, farEnd);
  for (const [address, title, lands] of [
    ["/", "Events - Posthorn", "/events"],
    ["/events", "Events - Posthorn", "/events"],
    ["/connections", "Connections - Posthorn", "/connections"],
    ["/webhooks", "Connections - Posthorn", "/connections"],
    ["/create-first-connection", "New connection - Posthorn", "/connections/new"],
    ["/account", "Profile - Posthorn", "/settings/account/profile"],
    ["/projects", "Select a project - Posthorn", "/projects"],
    ["/workspaces", "Select a project - Posthorn", "/projects"],
    ["/api", "Secrets - Posthorn", "/settings/project/secrets"],
    ["/connections/new", "New connection - Posthorn", "/connections/new"],
    ["/team", "General - Posthorn", "/settings/project/general"],
    ["/settings", "General - Posthorn", "/settings/project/general"],
    ["/settings/project", "General - Posthorn", "/settings/project/general"],
    ["/sign-in", "Events - Posthorn", "/events"], // the person is signed in
    ["/forgot-password", "Forgot password - Posthorn", "/forgot-password"],
    ["/reset-password", "Choose a new password - Posthorn", "/reset-password"],
    ["/no/such/page", "Page not found - Posthorn", "/no/such/page"],
  ] as const) {
    await page.goto(address);
    await expect(page).toHaveTitle(title);
    expect(new URL(page.url()).pathname).toBe(lands);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  }
  await expectAccessible(page, "not found");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.getByRole("link", { name: "Go to the dashboard" }).click();
  await expect(page).toHaveURL(/\/events$/);
  await page.getByRole("button", { name: "Collapse the rail" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Events" })).toBeVisible();
  await expectAccessible(page, "collapsed rail");
});
