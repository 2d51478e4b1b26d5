/** Does the dashboard handle large, broken or hostile data, and a server that is away? */
import { NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { expectAccessible } from "./axe.ts";
import { aName, givenConnection, givenEvents, send, settledEvents } from "./given.ts";
import { aMillionCharacters } from "./large-payload.ts";
import { expectNoSidewaysScroll } from "./narrow.ts";
import { expect, test } from "./test.ts";

test("at 360 px everything can be reached", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  const [event] = await givenEvents(product, connection, 2);
  await page.setViewportSize({ width: 360, height: 740 });

  await page.goto("/connections");
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeInViewport();
  await expectAccessible(page, "drawer");
  await page.getByRole("link", { name: "Events", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Events" })).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.goto(`/events?webhook_id=${connection.id}`);
  await page.locator(`[data-event-id="${event.id}"]`).click();
  const panel = page.getByRole("complementary", { name: "Event" });
  await expect(panel.getByRole("tree")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await panel.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(page.getByText("Event queued for retry")).toBeVisible();
  await panel.getByRole("button", { name: "Close panel" }).click();
  await expect(panel).toBeHidden();

  const { source, destination } = connection;
  const name = aName("narrow");
  const { id } = await product.api<{ id: string }>("POST", "/transformations", {
    name,
    code: 'addHandler("transform", (request) => request);',
  });
  for (const [address, shown] of [
    [`/sources/${source.id}`, source.url],
    ["/sources/new", "New source"],
    ["/connect?provider=Acme", "Allow"],
    [`/destinations/${destination.id}`, farEnd.url],
    [`/destinations/${destination.id}/settings`, "Delete destination"],
    ["/transformations", name],
    [`/transformations/${id}`, "It has not run yet."],
    [`/transformations/${id}/executions`, "No executions yet"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(shown).filter({ visible: true }).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }

  await page.goto("/connections/new");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Fix form errors")).toBeVisible();
  await expectAccessible(page, "/connections/new with mistakes");
  await page.getByRole("radio", { name: /^Existing source/ }).check();
  await page.getByRole("combobox", { name: "Source" }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page, "/connections/new choosing a source", { behind: "list of choices" });
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: /^New source/ }).check();
  await page.getByLabel("Source name").fill(aName("narrow"));
  await page.getByLabel("Destination name").fill(aName("narrow"));
  await page.getByRole("textbox", { name: "URL" }).fill(farEnd.url);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const created = page.getByRole("dialog", { name: /is ready$/ });
  await expect(created).toBeVisible();
  await expectNoSidewaysScroll(page);
  await created.getByRole("button", { name: "Done" }).click();
  await expect(created).toBeHidden();
});

test("a server that fails is said, and recovered from", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  await givenEvents(product, connection, 1);
  const lists = "**/2025-07-01/events?*";
  await page.route(lists, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`/events?webhook_id=${connection.id}`);
  await expect(page.getByRole("alert")).toContainText("The server failed to answer");
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await expectAccessible(page, "/events failed");

  await page.unroute(lists);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator("[data-event-id]")).toHaveCount(1);

  await page.route(lists, (route) => route.abort());
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await expect(page.locator("[data-event-id]")).toHaveCount(1);
  await page.unroute(lists);
  await expect(page.getByText("Live · 5 s")).toBeVisible({ timeout: 40_000 });
});

test("a server that is away when the page opens is waited for", async ({ page, product, farEnd }) => {
  await givenConnection(product, farEnd);
  await page.route("**/dashboard-api/session", (route) => route.abort());
  await page.goto("/connections");
  await expect(page.getByRole("alert")).toContainText("Posthorn could not be reached");

  await page.unroute("**/dashboard-api/session");
  await page.getByRole("button", { name: "Try again" }).click();

  await expect(page.getByRole("heading", { name: "Connections" })).toBeVisible();
});

test("without a network what was loaded stays, and the page says so", async ({
  page,
  product,
  farEnd,
  context,
}) => {
  const connection = await givenConnection(product, farEnd);
  await givenEvents(product, connection, 1);
  await page.goto(`/events?webhook_id=${connection.id}`);
  await expect(page.locator("[data-event-id]")).toHaveCount(1);
  const statusFilter = page.getByRole("button", { name: /^Status/ });
  await statusFilter.click();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");

  await context.setOffline(true);

  await expect(page.getByText("Offline", { exact: true })).toBeVisible();
  await expect(page.locator("[data-event-id]")).toHaveCount(1);
  await statusFilter.click();
  await page.getByRole("menuitemcheckbox", { name: "Failed" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alert")).toContainText("You are offline");
  await context.setOffline(false); // the page asks again by itself
  await expect(page.getByText("No matching events found")).toBeVisible();
});

test("a body of a million characters opens and can be searched", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  await send(connection, aMillionCharacters());
  const [event] = await settledEvents(product, connection, 1);
  await page.goto(`/events?webhook_id=${connection.id}&selected_event_id=${event?.id}&tab=request`);

  const tree = page.getByRole("tree", { name: "Body" });
  await expect(tree).toContainText("amount");
  await page.getByRole("region", { name: "Body" }).getByRole("button", { name: "Search" }).click();
  await page.getByLabel("Search in body").fill('"id"');
  await expect(page.getByText("1 / 9001", { exact: true })).toBeVisible();
});

test("markup in a body and in headers is text", async ({ page, product, farEnd }) => {
  const markup = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';
  farEnd.answerWith({ status: 200, body: JSON.stringify({ answer: markup }) });
  const connection = await givenConnection(product, farEnd);
  await fetch(`${connection.source.url}/${encodeURIComponent(markup)}?q=${encodeURIComponent(markup)}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-markup": markup },
    body: JSON.stringify({ [markup]: markup }),
  });
  const [event] = await settledEvents(product, connection, 1);
  for (const tab of ["request", "response", "metadata"]) {
    await page.goto(`/events?webhook_id=${connection.id}&selected_event_id=${event?.id}&tab=${tab}`);
    if (tab !== "metadata") await expect(page.getByRole("tabpanel")).toContainText("<script>");
  }
  expect(await page.evaluate(() => Reflect.has(window, "ran"))).toBe(false);
});

test("names as long as they may be do not break the page", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd, {
    source: aName("s").padEnd(NAME_MAX_CHARACTERS, "x"),
    destination: aName("d").padEnd(NAME_MAX_CHARACTERS, "x"),
  });
  const [event] = await givenEvents(product, connection, 1);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const address of [
      "/connections",
      `/connections?created=${connection.id}`,
      `/events?webhook_id=${connection.id}`,
      `/events?webhook_id=${connection.id}&selected_event_id=${event.id}`,
    ]) {
      await page.goto(address);
      await expect(page.getByText(connection.source.name).filter({ visible: true }).first()).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  }
});
