/**
 * Can a person write a transformation, try it on a real request, save it, and look at what it did?
 *
 * One journey through the list, the editor, the overview and the executions, with axe in the states it passes.
 */
import type { Transformation } from "@posthorn/contract/transformations";
import { expectAccessible } from "./axe.ts";
import { aName, givenConnection, send, settledEvents } from "./given.ts";
import { expect, test } from "./test.ts";

const MOD = "ControlOrMeta";

test("code is written, tried, saved, and its executions are read", async ({ page, product, farEnd }) => {
  const name = aName("normalise");
  await page.goto("/transformations/new");
  const code = page.getByRole("textbox", { name: "Code", exact: true });
  await expect(code).toContainText("addHandler");

  // What the sandbox does not have is said while it is typed, with its line.
  await code.fill(
    'addHandler("transform", (request) => {\n  fetch(request.body.url);\n  return request;\n});',
  );
  await expect(page.getByText(/Line 2.*fetch is not available/)).toBeVisible();

  // An error of the run leads to its line.
  await code.fill(
    'addHandler("transform", (request) => {\n  request.body.total = request.body.order.total;\n  return request;\n});',
  );
  await code.press(`${MOD}+Enter`);
  await expect(page.getByText("Code executed but threw an error.").first()).toBeVisible();
  await page.getByRole("button", { name: "line 2" }).click();
  await expect(code).toBeFocused();

  await code.fill(
    'addHandler("transform", (request) => {\n  request.body.shop = process.env.SHOP;\n  console.warn("order", request.body.id);\n  return request;\n});',
  );
  await page.getByRole("button", { name: /^Variables/ }).click();
  await page.getByLabel("Name of variable 1").fill("SHOP");
  await page.getByLabel("Value of variable 1").fill("north");
  await expectAccessible(page, "the variables of the editor", { behind: "popup" });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Run transformation" }).click();
  await expect(page.getByText("Code executed but logged a warning.").first()).toBeVisible();
  await page.getByRole("tab", { name: /^Diff/ }).click();
  await expect(page.getByRole("textbox", { name: "Changes by the transformation" })).toContainText(
    '"shop": "north"',
  );
  await expectAccessible(page, "the editor after a run", { behind: "popup" });

  await page.getByRole("button", { name: "Confirm changes" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page).toHaveURL(/\/transformations\/trs_\w+$/);
  await expectAccessible(page, "the overview");
  const id = page.url().split("/").at(-1) ?? "";

  const connection = await givenConnection(product, farEnd);
  await product.api("PUT", `/connections/${connection.id}`, {
    rules: [{ type: "transform", transformation_id: id }],
  });
  await send(connection, { id: 5520 });
  await settledEvents(product, connection, 1);

  await page.getByRole("link", { name: "Executions", exact: true }).click();
  await page
    .getByRole("row", { name: /Warning/ })
    .getByRole("link")
    .press("Enter");
  await page.getByRole("tab", { name: /^Diff/ }).click();
  await expect(page.getByRole("textbox", { name: "Changes by the transformation" })).toContainText(
    '"shop": "north"',
  );
  await expect(page.getByRole("list", { name: "Console lines" })).toContainText("order 5520");
  await expectAccessible(page, "an execution beside the list");

  // Its input opens in the editor, on a phone too.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("link", { name: "Edit transformation" }).click();
  await expect(page.getByRole("textbox", { name: "Input" })).toContainText("5520");
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(isWide).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Somebody else saves first: nothing is lost.
  await product.api("PUT", `/transformations/${id}`, { code: "// theirs" });
  await code.fill("// mine");
  await page.getByRole("button", { name: "Confirm changes" }).click();
  await expect(page.getByText("Somebody else changed this meanwhile")).toBeVisible();
  await expectAccessible(page, "two versions of the code", { behind: "popup" });
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect
    .poll(async () => (await product.api<Transformation>("GET", `/transformations/${id}`)).code)
    .toBe("// mine");
});
