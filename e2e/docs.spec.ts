/** Can a person read the API reference in every version, without requests to other servers? */
import { API_VERSION } from "@posthorn/contract/endpoint";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { expect, test } from "./test.ts";

test("the reference shows every resource, in light and dark, and asks nobody but its own server", async ({
  page,
  product,
  watch,
}) => {
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(new URL(request.url()).origin));

  await page.goto("/docs");

  await expect(page).toHaveTitle("API reference - Posthorn");
  await expect(page.getByRole("heading", { name: "Posthorn API" })).toBeVisible();
  const text = page.locator("body");
  for (const resource of new Set(PUBLIC_ENDPOINTS.map(({ path }) => path.split("/")[1] ?? "")))
    await expect(text).toContainText(new RegExp(resource.replaceAll("-", " "), "i"));
  const backgroundIn = async (colorScheme: "light" | "dark") => {
    await page.emulateMedia({ colorScheme });
    await page.reload();
    await expect(page.getByRole("heading", { name: "Posthorn API" })).toBeVisible();
    return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  };
  expect(await backgroundIn("dark")).not.toBe(await backgroundIn("light"));
  expect([...asked]).toEqual([product.url]);
  expect(watch.misdeeds).toEqual([]);
});

test("a reader chooses the version", async ({ page, watch }) => {
  await page.goto("/docs");
  await expect(page.getByText(`v${API_VERSION}`)).toBeVisible();

  await page.getByRole("button", { name: API_VERSION }).first().click();
  await page.getByRole("option", { name: "2024-03-01" }).click();

  await expect(page.getByText("v2024-03-01")).toBeVisible();
  expect(watch.misdeeds).toEqual([]);
});
