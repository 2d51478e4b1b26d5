/**
 * Can a person find out what a save of the rules has changed, and bring back what was before?
 *
 * A person edits the filter of a connection twice, compares two versions, restores the first rules, and the next event is
 * delivered by them. A viewer does not see the versions.
 */
import type { Session } from "@posthorn/contract/dashboard-api";
import { expectAccessible } from "./axe.ts";
import { givenColleague } from "./given-colleague.ts";
import { aName, send, settledEvents } from "./given.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { expect, test } from "./test.ts";
import type { Connection } from "@posthorn/contract/connections";

const filterFor = (type: string) => ({ rules: [{ type: "filter", body: { type } }] });

test("rules that were edited twice are compared, restored, and deliver again", async ({
  page,
  browser,
  product,
  farEnd,
}) => {
  const connection = await product.api<Connection>("POST", "/connections", {
    source: { name: aName("stripe") },
    destination: { name: aName("orders-api"), config: { url: farEnd.url } },
    ...filterFor("invoice.paid"),
  });
  const at = `/connections/${connection.id}`;
  await product.api("PUT", at, filterFor("invoice.sent"));
  await product.api("PUT", at, {
    rules: [...filterFor("invoice.void").rules, { type: "delay", delay: 3_600_000 }],
  });

  await page.goto(at);
  await page.getByRole("link", { name: "Versions" }).click();
  const versions = page.getByRole("region", { name: "Versions" }).getByRole("listitem");
  await expect(versions).toHaveCount(3);
  await expect(versions.first()).toContainText("Delay rule, filter rule");
  await expect(page.getByText('"type": "invoice.sent"')).toBeVisible();
  await expect(page.getByText('"type": "invoice.void"')).toBeVisible();
  await page.getByRole("link", { name: /^Created/ }).click();
  await page.getByRole("combobox", { name: "Compared with" }).selectOption("How it is now");
  await expect(page.getByText('"type": "invoice.paid"')).toBeVisible();
  await expect(page.getByText('"type": "invoice.void"')).toBeVisible();
  await expectAccessible(page, "the versions of a connection");

  await page.getByRole("button", { name: "Restore…" }).click();
  const dialog = page.getByRole("dialog", { name: "Restore this version?" });
  await expect(dialog.getByText('"type": "invoice.paid"')).toBeVisible();
  await expectAccessible(page, "the dialog of a restore", { behind: "popup" });
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByText("Version restored")).toBeVisible();
  await expect(versions).toHaveCount(4);
  await expect(versions.first()).toContainText(/^Restored the version of/);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  await send(connection, { type: "invoice.void" });
  await send(connection, { type: "invoice.paid", amount: 4900 });
  const [event] = await settledEvents(product, connection, 1);
  expect(event?.status).toBe("SUCCESSFUL");
  expect(farEnd.deliveries.map(({ body }): unknown => JSON.parse(body))).toContainEqual({
    type: "invoice.paid",
    amount: 4900,
  });

  const session = await product.dashboardApi<Session>("GET", "/session");
  const organization = session.projects.find(({ id }) => id === product.id)?.organization_id ?? "";
  const { context } = await givenColleague(browser, product, organization, "viewer");
  const hers = await context.newPage();
  await hers.goto(`${at}/versions`);
  await expect(
    hers.getByRole("heading", { name: "Versions are for people who edit connections" }),
  ).toBeVisible();
  await context.close();
});
