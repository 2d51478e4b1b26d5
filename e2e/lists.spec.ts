/** Are sources, destinations and transformations found, filtered, walked by keys, and empty with a word of help? */
import { expectAccessible } from "./axe.ts";
import { aName, givenConnection } from "./given.ts";
import { expect, test } from "./test.ts";

test("sources and destinations: search, filter, keys, connections, 360 px", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  const { source, destination } = connection;
  const off = await product.api<{ id: string }>("POST", "/sources", { name: aName("off"), type: "SHOPIFY" });
  await product.api("PUT", `/sources/${off.id}/disable`, {});

  await page.goto(`/sources?search=${off.id}`);
  const row = page.getByRole("row").filter({ hasText: "Shopify" });
  await expect(row).toContainText("Disabled");
  await expectAccessible(page, "/sources");
  await page.getByRole("button", { name: "Status All" }).click();
  await page.getByRole("menuitemradio", { name: "Enabled" }).click();
  await expect(page.getByRole("heading", { name: "No sources found" })).toBeVisible();
  await expectAccessible(page, "/sources, nothing found");
  await page.getByRole("button", { name: "Clear filters" }).click();

  await page.keyboard.press("/");
  await page.keyboard.type(source.name);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/sources$/);
  await page.getByRole("searchbox").fill(source.name);
  await page.getByRole("searchbox").blur();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: source.name, exact: true })).toBeFocused();

  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(page.getByRole("heading", { name: "Destinations" })).toBeVisible();
  await page.getByRole("searchbox").fill(destination.id);
  // The list before the search has as many rows, and is pale while the search runs.
  await expect(page).toHaveURL(/search=/);
  await expect(page.locator("section[aria-busy]")).toHaveCount(0);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectAccessible(page, "/destinations");
  await page.getByRole("link", { name: `1 connection of ${destination.name}` }).click();
  await expect(page.getByRole("button", { name: `Filtering on ${destination.name}` })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ["/sources", "/destinations"]) {
    await page.goto(address);
    await expect(page.getByRole("table")).toBeVisible();
    const overflowPx = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflowPx).toBeLessThanOrEqual(0);
    const hiddenPx = await page.getByRole("table").evaluate((table) => {
      const box = table.parentElement;
      return box === null ? null : box.scrollWidth - box.clientWidth;
    });
    expect(hiddenPx, `columns out of view on ${address}`).toBe(0);
  }
});

test("transformations: counted, found, and none", async ({ page, product, farEnd }) => {
  const name = aName("cut");
  const { id } = await product.api<{ id: string }>("POST", "/transformations", {
    name,
    code: 'addHandler("transform", (request) => request);',
  });
  await product.api("POST", "/connections", {
    source: { name: aName("s") },
    destination: { name: aName("d"), config: { url: farEnd.url } },
    rules: [{ type: "transform", transformation_id: id }],
  });

  await page.goto(`/transformations?search=${name}`);
  await expect(
    page.getByRole("row").filter({ hasText: name }).getByRole("cell", { name: "1", exact: true }),
  ).toBeVisible();
  await expectAccessible(page, "/transformations");
  await page.getByRole("searchbox").fill("no-such-transformation");
  await expect(page.getByRole("heading", { name: "No transformations found" })).toBeVisible();
  await page.route("**/2025-07-01/transformations?*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("The server failed to answer");
  await expectAccessible(page, "/transformations failed");
});
