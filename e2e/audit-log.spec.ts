/**
 * Can an owner find out who changed a rule, when, from where, and what it was before?
 *
 * A person changes and disables a destination, and finds the change in the log: it is searched, narrowed, opened, exported, and
 * hidden from a member.
 */
import type { Session } from "@posthorn/contract/dashboard-api";
import { expectAccessible } from "./axe.ts";
import { givenColleague } from "./given-colleague.ts";
import { givenConnection } from "./given.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { expect, test } from "./test.ts";

const AT = "/settings/organization/audit-log";

test("a change is found by who made it, opened, and exported; a member does not see the log", async ({
  page,
  browser,
  product,
  farEnd,
}) => {
  const { destination } = await givenConnection(product, farEnd);
  await page.goto(`/destinations/${destination.id}/settings`);
  const description = page.getByRole("textbox", { name: "Description" });
  await description.fill("Orders of the shop");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByRole("button", { name: "Save" })).toBeHidden();
  await product.api("PUT", `/destinations/${destination.id}/disable`);

  await page.goto("/settings/organization/general");
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("searchbox", { name: /Search the audit log/ }).fill(destination.name);
  const rows = page.getByRole("region", { name: "Audit log" }).getByRole("row");
  await expect(rows.filter({ hasText: `Disabled destination ${destination.name}` })).toHaveCount(1);

  await page.getByRole("button", { name: "Who any" }).click();
  await page.getByRole("menuitemradio", { name: "People" }).click();
  await page.getByRole("button", { name: "Action any" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Changed", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(rows.nth(1)).toContainText(`Changed destination ${destination.name}`);
  await expect(rows.nth(1)).toContainText("127.0.0.1");
  await rows.nth(1).getByRole("button").click();
  await expect(page.getByText('"description": "Orders of the shop"')).toBeVisible();
  await expect(page.getByText(new RegExp(`^PUT /.*/destinations/${destination.id}$`))).toBeVisible();
  await expectAccessible(page, `${AT} with an open entry`);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("link", { name: destination.name }).click();
  await expect(page.getByRole("heading", { name: destination.name })).toBeVisible();
  await page.goBack();

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Export/ }).click();
  await page.getByRole("menuitem", { name: "As CSV" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^audit-log-[\d-]+\.csv$/);
  const text = await (await saved.createReadStream()).toArray();
  const csv = Buffer.concat(text).toString();
  expect(csv).toContain("Orders of the shop");
  expect(csv).not.toContain(",disabled,");

  await page.goto(AT);
  await expect(rows.nth(1)).toContainText("Exported audit log");

  const session = await product.dashboardApi<Session>("GET", "/session");
  const organization = session.projects.find(({ id }) => id === product.id)?.organization_id ?? "";
  const { context } = await givenColleague(browser, product, organization, "member");
  const hers = await context.newPage();
  await hers.goto("/settings/organization/members");
  await expect(hers.getByRole("link", { name: "Members" })).toBeVisible();
  await expect(hers.getByRole("link", { name: "Audit log" })).toBeHidden();
  await hers.goto(AT);
  await expect(hers.getByRole("region", { name: "Audit log" })).toBeHidden();
  const refused = await hers.request.get(`/dashboard-api/organizations/${organization}/audit-entries`);
  expect(refused.status()).toBe(403);
  await context.close();
});
