/** Can a person read the API reference in every version, and the guides? The watch on every journey sees requests to other servers. */
import { API_VERSION } from "@posthorn/contract/endpoint";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./test.ts";

test("the reference shows every resource, in light and dark and in each version, and asks only its own server", async ({
  page,
}) => {
  const title = page.getByRole("heading", { name: "Posthorn API" });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/docs");
  await expect(page).toHaveTitle("API reference - Posthorn");
  await expect(title).toBeVisible();
  const text = page.locator("body");
  for (const resource of new Set(PUBLIC_ENDPOINTS.map(({ path }) => path.split("/")[1] ?? "")))
    await expect(text).toContainText(new RegExp(resource.replaceAll("-", " "), "i"));
  const light = await background();

  await page.emulateMedia({ colorScheme: "dark" });
  await page.reload();
  await expect(title).toBeVisible();
  expect(await background()).not.toBe(light);

  await expect(page.getByText(`v${API_VERSION}`)).toBeVisible();
  await page.getByRole("button", { name: API_VERSION }).first().click();
  await page.getByRole("option", { name: "2024-03-01" }).click();
  await expect(page.getByText("v2024-03-01")).toBeVisible();
});

test("the guide opens beside a form that is being filled in, and the help lists all guides", async ({
  page,
  context,
}) => {
  await page.goto("/connections/new");
  await page.getByLabel("Source name").fill("stripe");

  const opening = context.waitForEvent("page");
  await page.getByRole("link", { name: "Connections guide" }).click();
  const guide = await opening;
  await expect(guide.getByRole("heading", { level: 1, name: "Connections" })).toBeVisible();
  await expect(guide).toHaveTitle("Connections - Posthorn");
  const picture = guide.getByRole("img", { name: /^The connections of/ });
  await expect(picture).toHaveJSProperty("complete", true);
  await expect(picture).not.toHaveJSProperty("naturalWidth", 0);
  await expectAccessible(guide, "a guide");
  await guide.setViewportSize({ width: 360, height: 740 });
  await expect
    .poll(() => guide.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(360);
  await guide.close();

  const helping = context.waitForEvent("page");
  await page.getByRole("link", { name: "Help" }).click();
  const help = await helping;
  await expect(help.getByRole("link", { name: "Your first event" })).toBeVisible();
  await expectAccessible(help, "the list of guides");
  await help.getByRole("link", { name: "API reference" }).click();
  await expect(help).toHaveTitle("API reference - Posthorn");

  await expect(page.getByLabel("Source name")).toHaveValue("stripe");
});
