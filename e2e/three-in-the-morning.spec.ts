/**
 * The failure at three in the morning: can a person who opens the dashboard at /events find out why deliveries fail, and
 * since when, fix it, and send everything once more, in fewer than twelve clicks? Each failed event has a retry to come.
 *
 * The key of a destination was rotated in the night, so its server answers 401. The person knows nothing of that. Each
 * page on the way must have a heading and content.
 */
import type { Locator, Page } from "@playwright/test";
import type { Connection } from "@posthorn/contract/connections";
import { expectAccessible } from "./axe.ts";
import { aName, givenConnection, givenEvents, send, settledEvents } from "./given.ts";
import { expect, test } from "./test.ts";

const FAILED = 24;
const CLICKS_BELOW = 12;

async function expectContent(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/\S/);
  await expect(page.getByRole("main")).toHaveText(/\S/);
}

test("the cause of a night's failures is found, fixed, and all of them are sent", async ({
  page,
  product,
  farEnd,
}) => {
  let key = "old-key";
  farEnd.answerWith(({ path, headers }) =>
    path.startsWith("/ledger") || headers.authorization === `Bearer ${key}`
      ? { status: 200, body: '{"ok":true}' }
      : { status: 401, body: '{"error":"This key was revoked at 03:00."}' },
  );
  const name = aName("orders-api");
  const failing = await product.api<Connection>("POST", "/connections", {
    source: { name: aName("shopify") },
    destination: { name, config: { url: farEnd.url, auth_type: "BEARER_TOKEN", auth: { token: key } } },
    rules: [{ type: "retry", strategy: "linear", interval: 3_600_000, count: 5 }],
  });
  await givenEvents(product, failing, 3);
  key = "new-key";
  for (let number = 1; number <= FAILED; number += 1) await send(failing, { number });
  await settledEvents(product, failing, 3 + FAILED);
  await givenEvents(product, await givenConnection(product, { url: `${farEnd.url}/ledger` }), 3);
  const delivered = farEnd.deliveries.length;

  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };

  // What fails? The list shows it without a click, also to someone who does not know the connections.
  await page.goto("/events");
  const rows = page.getByRole("region", { name: "Events" }).locator("[data-event-id]");
  await expect(rows).toHaveCount(6 + FAILED);
  const failed = rows.filter({ hasText: "Failed 401" });
  await expect(failed).toHaveCount(FAILED);
  await expect(failed.first()).toContainText(name);
  await expectContent(page);

  // Why? One click, and the answer of the server.
  await click(failed.first());
  const panel = page.getByRole("complementary", { name: "Event" });
  await expect(panel).toContainText("The destination answered 401 Unauthorized");
  await expect(panel).toContainText("The server did not accept the credentials");
  await expect(panel).toContainText("Check the authentication method of the destination");
  await expect(panel).toContainText(/Attempt 1\. Next try in \d+ (h|min)/);
  await expect(panel).toContainText(new RegExp(`Failed alike since .*: ${FAILED} events`));
  await click(panel.getByRole("tab", { name: "Response" }));
  await expect(panel.getByRole("tree", { name: "Response body" })).toContainText(
    "This key was revoked at 03:00.",
  );
  await expectAccessible(page, "/events with a failure explained");

  // Fix it.
  await click(panel.getByRole("link", { name: "Destination settings" }));
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expectContent(page);
  await expect(page.getByLabel("Authentication method")).toHaveValue("BEARER_TOKEN");
  await click(page.getByLabel("Token", { exact: true }));
  await page.keyboard.type("new-key");
  await click(page.getByRole("button", { name: "Save" }));
  await expect(page.getByText("Destination saved")).toBeVisible();

  // Send all of it once more: the page offers it.
  await expect(page.getByText(`${FAILED} events failed at this destination in the last month`)).toBeVisible();
  await click(page.getByRole("button", { name: `Retry ${FAILED}` }));
  const question = page.getByRole("dialog", { name: "Bulk retry" });
  await expect(question).toContainText(`An estimated ${FAILED} events will be retried.`);
  await expect(question.getByRole("checkbox", { name: `Failed: ${FAILED}` })).toBeChecked();
  await expectAccessible(page, "a destination asking for a bulk retry", { behind: "popup" });
  await click(question.getByRole("button", { name: `Retry ${FAILED}` }));

  // Did it help? The panel says so, and no event has failed.
  await click(page.getByRole("link", { name: "Follow the retry" }));
  const operations = page.getByRole("complementary", { name: "Bulk operations" });
  const result = operations.getByRole("row", { name: /Bulk retry #1 / });
  await expect(result).toContainText(`${FAILED} events`);
  await expect(result).toContainText("Completed");
  await expect(rows).toHaveCount(6 + FAILED);
  await expect(failed).toHaveCount(0);
  await expectContent(page);
  await expectAccessible(page, "/events after the bulk retry");
  expect(farEnd.deliveries.length - delivered).toBe(FAILED);
  expect(new Set(farEnd.deliveries.slice(delivered).map(({ headers }) => headers.authorization))).toEqual(
    new Set(["Bearer new-key"]),
  );
  expect(clicks).toBeLessThan(CLICKS_BELOW);
});

test("one of many alike is found by a word, copied, bookmarked and replayed", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  for (const note of ["crane", "heron", "ibis"]) await send(connection, { note });
  await settledEvents(product, connection, 3);

  await page.goto("/events");
  const rows = page.getByRole("region", { name: "Events" }).locator("[data-event-id]");
  await expect(rows).toHaveCount(3);
  await page.getByPlaceholder("Search payloads, or paste an ID").fill("heron");
  await expect(rows).toHaveCount(1);
  await rows.first().click();
  const panel = page.getByRole("complementary", { name: "Event" });
  await expect(panel.getByRole("tree").locator("mark")).toHaveText("heron");
  await panel.getByRole("button", { name: "Copy as cURL" }).click();
  await expect(page.getByText("Copied cURL command to clipboard")).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain('{"note":"heron"}');
  expect(command).toContain(farEnd.url);

  await panel.getByRole("button", { name: "Bookmark", exact: true }).click();
  const naming = page.getByRole("dialog");
  await naming.getByRole("textbox", { name: "Label" }).fill("the heron");
  await naming.getByRole("button", { name: "Bookmark" }).click();
  await expect(panel.getByRole("button", { name: "Bookmarked" })).toBeVisible();
  await page.goto("/bookmarks");
  await page.getByRole("link", { name: "the heron" }).click();
  await page.getByRole("complementary", { name: "Bookmark" }).getByRole("button", { name: "Replay" }).click();
  await page.getByRole("link", { name: "View event" }).click();

  await expect(page.getByRole("main")).toContainText("The destination answered 200");
  const sent = farEnd.deliveries.filter(({ body }) => body === '{"note":"heron"}');
  expect(sent).toHaveLength(2);
});
