/** Can a person create, read, change, disable and delete a destination without a terminal? */
import type { Destination } from "@posthorn/contract/destinations";
import { expectAccessible } from "./axe.ts";
import { aName, givenConnection } from "./given.ts";
import { expect, test } from "./test.ts";

test("a new destination: what is wrong is said, then its page opens", async ({ page, product, farEnd }) => {
  const name = aName("ledger");
  await page.goto("/destinations");
  await page.getByRole("link", { name: "New destination" }).click();
  await expect(page).toHaveTitle("New destination - Posthorn");
  await page.getByRole("button", { name: "Create destination" }).click();
  await expect(page.getByText("Fix form errors")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.getByLabel("URL", { exact: true }).fill("nowhere");
  await expect(page.getByText("Must be a valid HTTP url")).toBeVisible();
  await page.getByText("Advanced configuration").click();
  await page.getByLabel("Authentication method").selectOption("OAuth2 client credentials");
  await page.getByLabel(/^Limit the delivery rate/).check();
  await page.getByLabel(/^Delivery groups/).check();
  await expectAccessible(page, "/destinations/new with mistakes");
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Discard unsaved changes?" })).toBeVisible();
  await expectAccessible(page, "/destinations/new asking before leaving", { behind: "popup" });
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.getByLabel(/^Delivery groups/).uncheck();
  await page.getByLabel("Authentication method").selectOption("Bearer token");
  await page.getByLabel("Token", { exact: true }).fill("t0ken");
  await page.getByLabel("Max delivery rate").fill("3");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("URL", { exact: true }).fill(farEnd.url);
  await page.getByRole("button", { name: "Create destination" }).click();

  await expect(page).toHaveTitle(`${name} - Posthorn`);
  const properties = page.getByRole("region", { name: "Properties" });
  await expect(properties).toContainText("Bearer token");
  await expect(properties).toContainText("3 per second");
  const { models } = await product.api<{ models: Destination[] }>("GET", `/destinations?name=${name}`);
  expect(models[0]?.config).toMatchObject({ url: farEnd.url, auth_type: "BEARER_TOKEN", rate_limit: 3 });
});

test("settings: two people save, then it is disabled and deleted", async ({ page, product, farEnd }) => {
  const { destination, source } = await givenConnection(product, farEnd);
  const { id } = destination;
  await page.goto(`/destinations/${id}`);
  const settings = page
    .getByRole("navigation", { name: "Destination" })
    .getByRole("link", { name: "Settings" });
  await settings.click();
  await expect(settings).toBeFocused();
  await expect(page.getByLabel("URL", { exact: true })).toHaveValue(destination.config.url ?? "");
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
  await expectAccessible(page, "/destinations/{id}/settings");

  await page.getByLabel("Description").fill("mine");
  await product.api("PUT", `/destinations/${id}`, { description: "theirs" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("theirs");
  await expectAccessible(page, "/destinations/{id}/settings, changed meanwhile");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByText("Destination saved")).toBeVisible();
  await expect
    .poll(async () => (await product.api<Destination>("GET", `/destinations/${id}`)).description)
    .toBe("mine");

  await page.getByRole("button", { name: "Disable…" }).click();
  const question = page.getByRole("dialog", { name: "Disable destination" });
  await expect(question).toContainText("Its connection is disabled too.");
  await expectAccessible(page, "/destinations/{id}/settings asking", { behind: "popup" });
  await question.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("Destination disabled")).toBeVisible();
  await expect(page.getByRole("button", { name: "Enable" })).toBeVisible();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page
    .getByRole("dialog", { name: "Delete destination" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(page).toHaveURL("/destinations");
  await page.goto(`/destinations/${id}/settings`);
  await expect(page.getByRole("heading", { level: 1, name: "Destination deleted" })).toBeVisible();
  await page.goto(`/connections?source_id=${source.id}`);
  await expect(page.getByText("No connections found")).toBeVisible();
  await expectAccessible(page, "/connections without a match");
  await page.route("**/dashboard-api/connections?*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("The server failed to answer");
  await expectAccessible(page, "/connections failed");
});
