/**
 * How does an admin erase the data of a person?
 *
 * The whole product: a request with her address is delivered, found by a search, counted, erased and no longer found, while the
 * request of somebody else stays.
 */
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { listErasures } from "@posthorn/contract/erasures";
import { expectAccessible } from "./axe.ts";
import { givenConnection, send, settledEvents } from "./given.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { expect, test } from "./test.ts";

const JANE = "jane.roe@example.com";

test("a person's data are counted, erased, and found no more", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  await send(connection, { customer: { email: JANE }, amount: 4900 });
  await send(connection, { customer: { email: "john@example.com" }, amount: 100 });
  await settledEvents(product, connection, 2);

  await page.goto("/settings/project/personal-data");
  await page.getByRole("textbox", { name: "Identifier" }).fill("abc");
  await page.getByRole("button", { name: "Count what contains it" }).click();
  await expect(page.getByText("Enter at least 4 characters")).toBeVisible();
  await expectAccessible(page, "/settings/project/personal-data with a mistake");
  await page.getByRole("textbox", { name: "Identifier" }).fill(JANE);
  await page.getByRole("button", { name: "Count what contains it" }).click();

  await expect(page.getByText("Planned")).toBeVisible();
  const plan = page.getByRole("region", { name: "Erase a person's data" });
  await expect(plan.getByRole("definition").first()).toHaveText("1");
  await expectAccessible(page, "/settings/project/personal-data with a plan");
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await plan.getByRole("button", { name: "Erase" }).click();
  await expect(page.getByRole("dialog")).toContainText(JANE);
  await expectAccessible(page, "the question before an erasure", { behind: "popup" });
  await page.getByRole("dialog").getByRole("button", { name: "Erase" }).click();

  const past = page.getByRole("region", { name: "Past erasures" });
  await expect(past).toContainText("Completed");
  await expect(past).toContainText("1 request, 1 event");
  await expect(page.getByText(JANE)).toBeHidden();
  await expectAccessible(page, "/settings/project/personal-data with a record");
  const { models } = await product.dashboardApi<ReplyOf<typeof listErasures>>("GET", "/erasures");
  expect(models).toMatchObject([{ state: "completed", identifier: null }]);

  await page.goto(`/requests?search_term=${encodeURIComponent(JANE)}`);
  await expect(page.getByText("No requests found")).toBeVisible();
  await page.goto("/requests?search_term=redacted");
  await page.getByRole("region", { name: "Requests", exact: true }).getByRole("row").nth(1).click();
  const panel = page.getByRole("complementary", { name: "Request" });
  await expect(panel.getByText(/^1 value was erased later/)).toBeVisible();
  await page.goto("/requests?search_term=john");
  await expect(page.getByText("No requests found")).toBeHidden();
});
