/** Can a person read the API reference in every version? The watch on every journey sees requests to other servers. */
import { API_VERSION } from "@posthorn/contract/endpoint";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
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
