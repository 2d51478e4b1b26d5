/**
 * Can an owner replace the keys and secrets of a project while programs use them, and what does a member see of it?
 *
 * Keys are tried against the API, and signatures are checked as a receiver does it: with the secret and the bytes.
 */
import { createHmac } from "node:crypto";
import type { Browser, Locator, Page } from "@playwright/test";
import type { Session } from "@posthorn/contract/dashboard-api";
import { API_VERSION } from "@posthorn/contract/endpoint";
import { expectAccessible } from "./axe.ts";
import type { Delivery } from "./far-end.ts";
import { givenColleague } from "./given-colleague.ts";
import { givenConnection, send, settledEvents } from "./given.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import type { OwnProject } from "./own-project.ts";
import { expect, test } from "./test.ts";

const SECRETS = "/settings/project/secrets";
const QUOTAS = "/settings/project/quotas";
const LOCKED =
  "You currently don't have permission to perform this action. Contact your organization admin for further access.";

async function statusWith(key: string, { url }: Pick<OwnProject, "url">): Promise<number> {
  const response = await fetch(`${url}/${API_VERSION}/sources`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await response.arrayBuffer();
  return response.status;
}

/** Copies the secret that a part of the page offers, as a person would. */
async function copied(page: Page, part: Locator, label: string): Promise<string> {
  await part.getByRole("button", { name: `Copy ${label}` }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

const signatures = ({ headers }: Delivery) => [
  headers["x-posthorn-signature"],
  headers["x-posthorn-signature-2"],
];
const signedWith = (secret: string, { bytes }: Delivery) =>
  createHmac("sha256", secret).update(bytes).digest("base64");

test("the API key is shown, copied and rolled, and for an hour both keys open the API", async ({
  page,
  product,
}) => {
  await page.goto(SECRETS);
  const part = page.getByRole("region", { name: "API key", exact: true });
  const old = await copied(page, part, "API key");
  await expect(part.getByText(old)).toHaveCount(0);
  await part.getByRole("button", { name: "Reveal API key" }).click();
  await expect(part.getByText(old)).toBeVisible();
  await expectAccessible(page, SECRETS);

  await part.getByRole("button", { name: "Roll API key…" }).click();
  const dialog = page.getByRole("dialog", { name: "Roll API key" });
  await dialog.getByRole("button", { name: "Roll API key" }).click();
  await expect(dialog.getByText("Required", { exact: true })).toBeVisible();
  await expectAccessible(page, "a roll without a choice", { behind: "popup" });
  await dialog.getByRole("radio", { name: /In 1 hour/ }).click();
  await dialog.getByRole("button", { name: "Roll API key" }).click();

  await expect(page.getByText("API key rolled")).toBeVisible();
  await expect(part.getByText(`The key ending in ${old.slice(-4)} expires in`)).toBeVisible();
  const next = await copied(page, part, "API key");
  expect(next).not.toBe(old);
  await expect(part.getByText(next)).toHaveCount(0);
  expect([await statusWith(old, product), await statusWith(next, product)]).toEqual([200, 200]);
  await expectAccessible(page, "two valid keys");
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  await part.getByRole("button", { name: `Revoke the key ending in ${old.slice(-4)}…` }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(page.getByText("Key revoked")).toBeVisible();
  expect([await statusWith(old, product), await statusWith(next, product)]).toEqual([401, 200]);
});

test("the signing secret is rolled, and a receiver gets two signatures until the old one ends", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  await page.goto(SECRETS);
  const part = page.getByRole("region", { name: "Signing secret" });
  const old = await copied(page, part, "Signing secret");
  const roll = async (choice: RegExp) => {
    await part.getByRole("button", { name: "Roll signing secret…" }).click();
    const dialog = page.getByRole("dialog", { name: "Roll signing secret" });
    await dialog.getByRole("radio", { name: choice }).click();
    await dialog.getByRole("button", { name: "Roll signing secret" }).click();
    await expect(dialog).toHaveCount(0);
  };
  const delivered = async (count: number): Promise<Delivery> => {
    await send(connection);
    await settledEvents(product, connection, count);
    const delivery = farEnd.deliveries[count - 1];
    if (!delivery) throw new Error("nothing was delivered");
    return delivery;
  };

  await roll(/In 1 hour/);
  await expect(part.getByText("The old secret expires in")).toBeVisible();
  const next = await copied(page, part, "Signing secret");
  const both = await delivered(1);
  expect(signatures(both)).toEqual([signedWith(next, both), signedWith(old, both)]);

  await part.getByRole("button", { name: "Roll signing secret…" }).click();
  await expect(page.getByRole("radio", { name: /In 24 hours/ })).toBeDisabled();
  await expectAccessible(page, "a second roll", { behind: "popup" });
  await page.keyboard.press("Escape");
  await roll(/Now/);
  await expect(part.getByText("The old secret expires in")).toHaveCount(0);
  const last = await copied(page, part, "Signing secret");
  const one = await delivered(2);
  expect(signatures(one)).toEqual([signedWith(last, one), undefined]);
});

test("a further key is made, used, limited and revoked", async ({ page, product }) => {
  await page.goto(SECRETS);
  await page.getByRole("button", { name: "Create API key…" }).click();
  const dialog = page.getByRole("dialog", { name: "Create API key" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("CI");
  await expectAccessible(page, "a further key", { behind: "popup" });
  await dialog.getByRole("button", { name: "Create API key" }).click();
  const made = page.getByRole("dialog", { name: "API key created" });
  const key = await copied(page, made, "API key");
  await made.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name: /^CI Member Default/ });
  await expect(row).toContainText("Never");
  await expectAccessible(page, "a page with a further key");

  const begunMs = Date.now();
  expect(await statusWith(key, product)).toBe(200);
  const endedMs = Date.now();
  await page.reload();
  await expect(row).not.toContainText("Never");
  const lastUsed = await row.getByRole("time").first().getAttribute("datetime");
  expect(Date.parse(lastUsed ?? "")).toBeGreaterThanOrEqual(begunMs);
  expect(Date.parse(lastUsed ?? "")).toBeLessThanOrEqual(endedMs);

  await page.getByRole("button", { name: "Change the limit of the key CI…" }).click();
  await page.getByRole("spinbutton", { name: "Calls per minute" }).fill("1");
  await expectAccessible(page, "the limit of a key", { behind: "popup" });
  await page.getByRole("button", { name: "Change limit" }).click();
  await expect(page.getByRole("row", { name: /^CI Member 1 / })).toBeVisible();
  expect([await statusWith(key, product), await statusWith(key, product)]).toEqual([200, 429]);

  await page.getByRole("button", { name: "Revoke the key CI…" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(page.getByText("No further keys.")).toBeVisible();
  expect(await statusWith(key, product)).toBe(401);
});

test("an owner changes the quotas, whose numbers are those of metrics in every range", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  for (let number = 0; number < 3; number += 1) await send(connection, { number });
  await settledEvents(product, connection, 3);
  const requests = page.getByRole("figure", { name: "Requests", exact: true }).getByRole("img");

  for (const [range, relative] of [
    ["1h", "last_hour"],
    ["1d", "last_24_hours"],
    ["7d", "7_days"],
    ["14d", "2_weeks"],
    ["30d", "1_month"],
  ]) {
    await page.goto(`/metrics/sources?date[relative]=${relative}`);
    await expect(requests).toHaveAccessibleName(/^Requests: 3 in total,/);
    await page.goto(`${QUOTAS}?range=${range}`);
    await expect(requests).toHaveAccessibleName(/^Requests: 3 in total,/);
  }
  await page.getByRole("radio", { name: "6h" }).click();
  await expect(page).toHaveURL(`${QUOTAS}?range=6h`);
  await expect(requests).toHaveAccessibleName(/^Requests: 3 in total,/);

  await page.getByRole("link", { name: "Change throughput" }).click();
  await expect(page).toHaveURL(/view=throughput/);
  await page.getByRole("spinbutton", { name: "Events per second" }).fill("50");
  await expectAccessible(page, "the throughput", { behind: "popup" });
  await page.getByRole("button", { name: "Change throughput" }).click();
  await expect(page.getByRole("region", { name: "Throughput" })).toContainText("50 events per second");
  await page.getByRole("link", { name: "Change retention" }).click();
  await page.getByRole("spinbutton", { name: "Days" }).fill("7");
  await expect(page.getByText("Data that are older than 7 days will be deleted")).toBeVisible();
  await expectAccessible(page, "less retention", { behind: "popup" });
  await page.getByRole("button", { name: "Change retention" }).click();
  await expect(page.getByRole("region", { name: "Retention" })).toContainText("7 days");
  await expectAccessible(page, QUOTAS);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  expect(await product.dashboardApi("GET", "/quotas")).toEqual({
    max_events_per_second: 50,
    retention_days: 7,
  });
});

/** A page of a person whom the owner has invited as a member. */
async function pageOfMember(browser: Browser, product: OwnProject): Promise<Page> {
  const { organizations } = await product.dashboardApi<Session>("GET", "/session");
  const { context } = await givenColleague(browser, product, organizations[0]?.id ?? "");
  const page = await context.newPage();
  await page.goto("/projects");
  await page.getByRole("main").getByRole("button", { name: product.name }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toContainText(product.name);
  return page;
}

test("a member finds the secrets locked, and sees the quotas with the reason", async ({
  browser,
  product,
}) => {
  await product.dashboardApi("PUT", "/quotas", { max_events_per_second: 20 });
  const page = await pageOfMember(browser, product);

  await page.goto(SECRETS);
  await expect(page.getByText(LOCKED)).toHaveCount(2);
  await expect(page.getByRole("button", { name: /Roll|Reveal|Create/ })).toHaveCount(0);
  await expectAccessible(page, "locked secrets");

  await page.goto(`${QUOTAS}?view=throughput`);
  await expect(page.getByRole("region", { name: "Throughput" })).toContainText("20 events per second");
  await expect(page.getByRole("region", { name: "Retention" })).toContainText("30 days");
  const change = page.getByRole("button", { name: "Change throughput" });
  await expect(change).toBeDisabled();
  await change.hover({ force: true });
  await expect(page.getByText(/^You need the admin role/)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.context().close();
});
