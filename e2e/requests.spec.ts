/** Can a person find a rejected request, see why it was rejected, mend its source and follow the request to its event? */
import type { Connection } from "@posthorn/contract/connections";
import { expectAccessible } from "./axe.ts";
import { aName, givenConnection, send } from "./given.ts";
import { expect, test } from "./test.ts";

test("a rejected request is found, explained, let in after all, and followed to its event", async ({
  page,
  product,
  farEnd,
}) => {
  await page.goto("/cli/requests");
  await expect(page).toHaveURL(/\/requests\/cli$/);
  await expect(page.getByRole("heading", { name: "Receive events on your local server" })).toBeVisible();
  await page.getByRole("link", { name: "Requests", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Inspect inbound requests" })).toBeVisible();
  await expectAccessible(page, "/requests without a source");

  const name = aName("signed");
  const config = { auth_type: "API_KEY", auth: { header_key: "x-key", api_key: "s3cret" } };
  const signed = await product.api<Connection>("POST", "/connections", {
    source: { name, type: "WEBHOOK", config },
    destination: { name: aName("orders-api"), config: { url: farEnd.url } },
  });
  for (const path of ["/refunds", "/orders?page=2"]) {
    const refused = await fetch(`${signed.source.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"amount":12345678901234567890}',
    });
    expect(refused.status).toBe(401);
  }
  const open = await givenConnection(product, farEnd);
  const filter = [{ type: "filter", body: { amount: 1 } }];
  await product.api("PUT", `/connections/${open.id}`, { rules: filter });
  await send(open);

  await page.reload();
  const list = page.getByRole("region", { name: "Requests", exact: true });
  await expect(list.getByRole("row")).toHaveCount(4);
  await expectAccessible(page, "/requests");
  await page.getByRole("button", { name: "Status any" }).click();
  await page.getByRole("menuitemradio", { name: "Rejected" }).click();
  await expect(page).toHaveURL(/\?status=rejected$/);
  await expect(list.getByRole("row")).toHaveCount(3);

  await list.getByRole("row").nth(1).click();
  const panel = page.getByRole("complementary", { name: "Request" });
  await expect(panel.getByText("POST /orders?page=2")).toBeVisible();
  await expect(panel.getByText("12345678901234567890")).toBeVisible();
  await expectAccessible(page, "/requests with the panel open");
  await panel.getByRole("button", { name: "Disable authentication" }).click();
  await expect(page.getByText("Authentication removed and request retried successfully")).toBeVisible();
  await expect(panel.getByText("Accepted: 1 event, 0 ignored events")).toBeVisible();

  await panel.getByRole("tab", { name: /Entries/ }).click();
  await panel.getByRole("link", { name: new RegExp(`^${name} →`) }).click();
  await expect(page.getByRole("complementary", { name: "Event" })).toBeVisible();
  await expect(page).toHaveURL(/selected_entry_id=evt_/);
  await page.getByRole("button", { name: "Close panel" }).click();
  await panel.getByRole("link", { name: "Open page of this request" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^req_/ })).toBeVisible();
  await expect(page.getByText("12345678901234567890")).toBeVisible();
  await expectAccessible(page, "/requests/{id}");

  await page.goto("/requests?ignored_count[gte]=1");
  await expect(list.getByRole("row")).toHaveCount(2);
  await list.getByRole("row").nth(1).getByRole("link").first().click();
  await panel.getByRole("link", { name: "Open page of this request" }).click();
  await page.getByRole("link", { name: /^Entries/ }).click();
  await expect(page.getByText("A filter of the connection does not match its body.")).toBeVisible();
  await expectAccessible(page, "/requests/{id}/entries");
  await page.setViewportSize({ width: 360, height: 740 });
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflowPx).toBeLessThanOrEqual(0);
  await page.getByRole("region", { name: "Ignored events" }).getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Retried but no event was generated. Please check your rules.")).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 800 });
  await product.api("PUT", `/connections/${open.id}`, { rules: [] });
  await page.getByRole("link", { name: "Show all ignored alike" }).click();
  await expect(page.getByRole("button", { name: "Clear ignored cause filter" })).toBeVisible();
  await expect(list.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Bulk retry", exact: true }).click();
  await page.getByRole("button", { name: "Retry 1", exact: true }).click();
  await expect(page.getByText("Ignored events queued for retry")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No requests found" })).toBeVisible();

  await page.goto("/requests?status=rejected");
  await page.getByRole("checkbox", { name: /^Select request of/ }).check();
  await expectAccessible(page, "/requests with a selection");
  await page.keyboard.press("r");
  await expect(page.getByText("Requests queued for retry")).toBeVisible();
  await page.reload(); // a list that has the focus keeps its rows
  await expect(page.getByRole("heading", { name: "No requests found" })).toBeVisible();

  await page.goto("/requests/req_0000000000000000000000");
  await expect(page.getByRole("heading", { name: "Request not available or archived" })).toBeVisible();
  await expectAccessible(page, "a request that is not there");
});
