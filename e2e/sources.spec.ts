/** Can a person create a source, change all its settings, switch it off and delete it, and connect a service? */
import type { Connection } from "@posthorn/contract/connections";
import type { Source } from "@posthorn/contract/sources";
import { expectAccessible } from "./axe.ts";
import { aName, givenConnection } from "./given.ts";
import { expect, test } from "./test.ts";

test("a source is created, checks its senders, and is changed and deleted", async ({
  page,
  product,
  farEnd,
}) => {
  const name = aName("signed");
  await page.goto("/sources");
  await page.getByRole("link", { name: "New source" }).first().click();
  await expect(page.getByRole("heading", { name: "New source" })).toBeVisible();
  await expectAccessible(page, "/sources/new");
  await page.getByRole("button", { name: "Create source" }).click();
  await expect(page.getByText("Fix form errors")).toBeVisible();
  await expectAccessible(page, "/sources/new with mistakes");

  await expect(page.getByRole("searchbox", { name: "Search types" })).toBeFocused();
  await page.keyboard.type("webh");
  await page.getByRole("radio", { name: "Webhook" }).check();
  await page.getByLabel("Source name").fill(name);
  await page.getByRole("checkbox", { name: "Authentication" }).check();
  await page.getByLabel("Method", { exact: true }).selectOption("API_KEY");
  await page.getByLabel("Header").fill("x-key");
  await page.getByLabel("API key", { exact: true }).fill("s3cret");
  await page.getByRole("checkbox", { name: "Custom response" }).check();
  await page.getByLabel("Body").fill('{"received":true}');
  await expectAccessible(page, "/sources/new, filled in");
  await page.getByRole("button", { name: "Create source" }).click();
  await expect(page.getByText("Source saved")).toBeVisible();
  await expect(page.getByRole("heading", { name })).toBeVisible();

  const list = await product.api<{ models: Source[] }>("GET", `/sources?name=${name}`);
  const url = list.models[0]?.url ?? "";
  expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
  const accepted = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-key": "s3cret" },
    body: "{}",
  });
  expect(await accepted.json()).toEqual({ received: true });

  await page.getByRole("navigation", { name: "Source" }).getByRole("link", { name: "Settings" }).click();
  await expect(page.getByLabel("API key", { exact: true })).toHaveValue("s3cret");
  await expectAccessible(page, "/sources/{id}/settings");
  // Somebody else saves first: the second save says so, and nothing of either is lost.
  const path = `/sources/${list.models[0]?.id}`;
  const theirName = aName("theirs");
  await page.getByLabel("Description").fill("Signed requests of the shop");
  await product.api("PUT", path, { name: theirName, description: "Their words" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Somebody else changed this meanwhile")).toBeVisible();
  await expect(
    page.getByRole("row", { name: /Description Signed requests of the shop Their words/ }),
  ).toBeVisible();
  await expect(page.getByLabel("Description")).toHaveValue("Signed requests of the shop");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByRole("heading", { level: 1, name: theirName })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save" })).toBeHidden();
  expect(await product.api<Source>("GET", path)).toMatchObject({
    name: theirName,
    description: "Signed requests of the shop",
    config: { auth_type: "API_KEY" },
  });
  await page.getByRole("checkbox", { name: "Authentication" }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Save" })).toBeHidden();
  expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(200);

  await page.setViewportSize({ width: 360, height: 740 });
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflowPx).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Delete…" }).click();
  await expect(page.getByRole("dialog")).toContainText("By deleting this source");
  await expectAccessible(page, "delete source", { behind: "popup" });
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Source deleted")).toBeVisible();
  await expect(page).toHaveURL(/\/sources$/);
  await page.goto(`${path}/settings`);
  await expect(page.getByRole("heading", { name: "Source deleted" })).toBeVisible();

  const { source } = await givenConnection(product, farEnd);
  await page.goto(`/sources/${source.id}/settings`);
  await page.getByRole("button", { name: "Disable…" }).click();
  await expect(page.getByRole("dialog")).toContainText("Its connection is disabled too.");
});

test("a service is allowed to send, and gets a token", async ({ page }) => {
  const provider = aName("Acme");
  await page.goto(`/connect?provider=${provider}`);
  await expectAccessible(page, "/connect");
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByText(`${provider.toLowerCase()} is ready`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/connect/src_\\w+\\?provider=${provider}`));
  await page.getByRole("button", { name: "Reveal Source Token" }).click();
  await expectAccessible(page, "/connect/{source_id}");
  await page.getByRole("link", { name: "Create connection" }).click();
  await expect(page).toHaveURL(/\/connections\/new\?source_id=src_/);
});

test("a person tries a source with an example of its provider, and sees why another request failed", async ({
  page,
  product,
}) => {
  const name = aName("stripe");
  const { source } = await product.api<Connection>("POST", "/connections", {
    name,
    source: { name, type: "STRIPE", config: { auth: { webhook_secret_key: "whsec_of_the_journey" } } },
    destination: { name, type: "MOCK_API", config: {} },
  });
  await page.goto(`/sources/${source.id}`);
  await page.getByRole("button", { name: "Send a test request" }).click();
  const dialog = page.getByRole("dialog", { name: "Send a test request" });
  await dialog.getByRole("combobox", { name: "Example" }).selectOption("checkout.session.completed");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "The source answered 200 to checkout.session.completed",
  );
  await expectAccessible(page, "a test request", { behind: "popup" });
  await dialog.getByRole("link", { name: "Open the request" }).click();
  await expect(page.getByText("Accepted: 1 event, 0 ignored events")).toBeVisible();

  const refused = await fetch(source.url, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": "t=1,v1=00" },
    body: "{}",
  });
  expect(refused.status).toBe(401);
  const { request_id } = (await refused.json()) as { request_id: string }; // our own answer
  await page.goto(`/requests/${request_id}`);
  await expect(page.getByText(/^The time in the header stripe-signature is too far/)).toBeVisible();
  await expect(page.getByRole("list", { name: "Usual mistakes with Stripe" })).toContainText("The clock");
  await expect(page.getByRole("rowheader", { name: "stripe-signature Checked" })).toBeVisible();
  await expectAccessible(page, "/requests/{id}, not verified");
});
