/**
 * Does axe find a problem in a state through which no journey passes? In light and dark.
 *
 * A journey that passes through a state checks it there (`expectAccessible`), and this file does not visit it again.
 */
import { expectAccessible } from "./axe.ts";
import { givenConnection, givenEvents, send, settledEvents } from "./given.ts";
import { expect, test } from "./test.ts";

const POPUP = { behind: "popup" } as const;

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

  await page.goto("/connections?search=nothing-is-called-this");
  await expect(page.getByText("No connections found")).toBeVisible();
  await expectAccessible(page, "/connections without a match");
  await page.route("**/2025-07-01/connections?*", (route) => route.fulfill({ status: 500, json: {} }));
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
  const list = `/events?webhook_id=${connection.id}`;
  farEnd.answerWith({ status: 503 });
  await givenEvents(product, connection, 1);
  farEnd.answerWith({ status: 200, body: '{"ok":true}' });
  await send(connection, { nested: { list: [1, "two", null, true] } });
  const [event] = await settledEvents(product, connection, 2);
  await page.goto(list);
  await expect(page.locator("[data-event-id]")).toHaveCount(2);
  await expectAccessible(page, "/events");
  await page.getByRole("button", { name: /^Status/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page, "/events with a filter open", POPUP);
  await page.keyboard.press("Escape");

  await page.goto(`${list}&selected_event_id=${event?.id}`);
  await expect(page.getByRole("tree")).toBeVisible();
  await page.getByRole("tree").press("Shift+F10");
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page, "/events, menu of a JSON row", POPUP);
  await page.keyboard.press("Escape");
  await page.goto(`${list}&selected_event_id=evt_0000000000000000000000`);
  await expect(page.getByText("Event is archived or does not exist")).toBeVisible();
  await expectAccessible(page, "/events, an event that is gone");
});

test("the shell: palette, account, collapsed rail", async ({ page, product, farEnd }) => {
  await givenConnection(product, farEnd);
  await page.goto("/connections");
  await expect(page.getByRole("table")).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page, "palette", POPUP);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page, "account menu", POPUP);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Collapse the rail" }).click();
  await expectAccessible(page, "collapsed rail");
});
