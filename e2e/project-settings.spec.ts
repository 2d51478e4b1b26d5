/**
 * The settings of a project, from its name to its end: does each do what it says?
 *
 * A real receiver sees the headers with the project's prefix, a topic arrives as a request of the chosen source, and
 * somebody of the organization who was not added cannot open a link into the project once it is private.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { Session } from "@posthorn/contract/dashboard-api";
import { expectAccessible } from "./axe.ts";
import { givenColleague } from "./given-colleague.ts";
import { aName, givenConnection, send, settledEvents } from "./given.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { expect, test } from "./test.ts";

test("rename, headers prefix, topics, a private project, and the end", async ({
  page,
  browser,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  await page.goto("/settings/project/general");
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(product.name);

  // A new name is in the switcher at once.
  const name = aName("checkout");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: new RegExp(`^${name} .*switch project$`) })).toBeVisible();

  // The receiver sees the prefix with the next delivery.
  await page.getByRole("checkbox", { name: /^Custom headers prefix/ }).check();
  await page.getByRole("textbox", { name: "Headers prefix" }).fill("x-acme");
  await expect(page.getByText("Sent as x-acme-eventid, x-acme-attempt-count …")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Save" })).toBeHidden();
  await send(connection);
  const [event] = await settledEvents(product, connection, 1);
  expect(farEnd.deliveries.at(-1)?.headers).toMatchObject({ "x-acme-eventid": event?.id });

  // A topic comes in through the source that was chosen.
  const alerts = aName("alerts");
  const heard = await product.api<Connection>("POST", "/connections", {
    source: { name: alerts },
    destination: { name: aName("log"), config: { url: `${farEnd.url}/log` } },
  });
  await page.reload();
  await page.getByRole("checkbox", { name: /^Webhook/ }).check();
  await page.getByRole("combobox", { name: "Source", exact: true }).fill(alerts);
  await page.getByRole("option", { name: alerts }).click();
  await page.getByRole("checkbox", { name: "event.successful" }).check();
  await expectAccessible(page, "/settings/project/general with every field");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Save" })).toBeHidden();
  await send(connection);
  await settledEvents(product, heard, 1);
  expect(farEnd.deliveries.find(({ path }) => path === "/log")?.body).toContain("event.successful");

  // A colleague sees an event of the project by its link, until the project is private.
  const link = `/events/${event?.id ?? ""}`;
  const { organizations } = await product.dashboardApi<Session>("GET", "/session");
  const { email, context: colleague } = await givenColleague(browser, product, organizations[0]?.id ?? "");
  const theirs = await colleague.newPage();
  await theirs.goto("/events");
  await theirs.getByRole("button", { name: /switch project$/ }).click();
  await theirs.getByRole("menuitemradio", { name }).click();
  await theirs.goto(link);
  await expect(theirs.getByText(connection.source.name).first()).toBeVisible();

  await page.goto("/settings/project/access");
  await page.getByRole("radio", { name: /^Private/ }).check();
  await expect(page.getByText(/no longer sees? checkout/)).toBeVisible();
  await expectAccessible(page, "/settings/project/access");
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await theirs.goto(link);
  await expect(theirs.getByText(connection.source.name)).toHaveCount(0);
  await theirs.goto("/events");
  await expect(theirs.getByRole("heading", { name: "Events", exact: true })).toBeVisible();
  await expect(theirs.getByText(name)).toHaveCount(0);

  // Added, they see it again.
  await page.getByRole("link", { name: "Add members" }).click();
  const dialog = page.getByRole("dialog", { name: "Add members" });
  await dialog.getByRole("combobox", { name: "Member", exact: true }).fill(email);
  await page.getByRole("option", { name: new RegExp(email) }).click();
  await expectAccessible(page, "/settings/project/access/add", { behind: "popup" });
  await dialog.getByRole("button", { name: "Add members" }).click();
  await expect(page.getByRole("region", { name: "Members", exact: true })).toContainText(email);
  await theirs.goto("/projects");
  await expect(theirs.getByRole("main").getByRole("button", { name: new RegExp(`^${name}`) })).toBeVisible();
  await colleague.close();

  // The end.
  await page.goto("/settings/project/general");
  await page.getByRole("button", { name: "Delete project…" }).click();
  await page.getByRole("textbox", { name: "Project name" }).fill(name);
  await page.getByRole("button", { name: "Delete project", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Events", exact: true })).toBeVisible();
  await expect(page.getByText(`${name} was deleted`)).toBeVisible();
  await expect(page.getByRole("button", { name: new RegExp(`^${name} `) })).toHaveCount(0);
});
