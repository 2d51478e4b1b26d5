/** Does the dashboard explain a failed delivery, and can a person retry it after fixing the destination? */
import { givenConnection, send, settledEvents } from "./given.ts";
import { expect, test } from "./test.ts";

test("a failed delivery is explained, fixed and sent once more", async ({ page, product, farEnd }) => {
  farEnd.answerWith({ status: 503, body: '{"error":"maintenance"}' });
  const connection = await givenConnection(product, farEnd);
  await send(connection);
  const [event] = await settledEvents(product, connection, 1);

  await page.goto(`/events?webhook_id=${connection.id}`);
  const row = page.getByRole("region", { name: "Events" }).getByRole("row").nth(1);
  await expect(row).toContainText("Failed");
  await row.click();
  const panel = page.getByRole("complementary", { name: "Event" });
  await expect(panel).toContainText("The destination answered 503 Service Unavailable");
  await expect(panel).toContainText("Nothing more is sent unless you retry it.");
  await panel.getByRole("tab", { name: "Response" }).click();
  await expect(panel.getByRole("tree", { name: "Response body" })).toContainText("maintenance");

  await farEnd.refuse();
  await panel.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(panel).toContainText("The destination refused the connection");
  await expect(panel).toContainText(`No server is listening at ${new URL(farEnd.url).host}`);
  await expect(row).toContainText("Failed");

  await farEnd.comeBack();
  farEnd.answerWith({ status: 200, body: '{"ok":true}' });
  await panel.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(panel).toContainText("The destination answered 200");
  await expect(row).toContainText("Successful");
  const attempts = panel.getByRole("list", { name: "Delivery attempts" }).getByRole("listitem");
  await expect(attempts).toHaveCount(3);
  expect(farEnd.deliveries).toHaveLength(2);
  expect(event?.status).toBe("FAILED");
});

test("a retry that the server refuses is taken back and said", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  await send(connection);
  await settledEvents(product, connection, 1);
  await page.route("**/events/*/retry", (route) => route.fulfill({ status: 500, json: {} }));

  await page.goto(`/events?webhook_id=${connection.id}`);
  const row = page.getByRole("region", { name: "Events" }).getByRole("row").nth(1);
  await row.click();
  await page.getByRole("button", { name: "Retry", exact: true }).click();

  await expect(page.getByText("Failed to retry")).toBeVisible();
  await expect(row).toContainText("Successful");
  expect(farEnd.deliveries).toHaveLength(1);
});
