/** Does the page of one event tell its whole story, from the request over the rules to a fixed delivery? */
import type { Connection } from "@posthorn/contract/connections";
import { expectAccessible } from "./axe.ts";
import { aName, send, settledEvents } from "./given.ts";
import { expect, test } from "./test.ts";

const CODE = 'addHandler("transform", (request) => ({ ...request, body: { ...request.body, made: true } }));';

test("a failed event is understood on its page, retried, compared, bookmarked and gone", async ({
  page,
  product,
  farEnd,
}) => {
  farEnd.answerWith({ status: 503, body: '{"error":"maintenance"}' });
  const connection = await product.api<Connection>("POST", "/connections", {
    source: { name: aName("stripe") },
    destination: { name: aName("orders-api"), config: { url: farEnd.url } },
    rules: [
      { type: "transform", transformation: { name: aName("made"), code: CODE, env: {} } },
      { type: "filter", body: { made: true } },
    ],
  });
  await send(connection);
  const [event] = await settledEvents(product, connection, 1);
  if (!event) throw new Error("no event");

  await page.goto(`/events?webhook_id=${connection.id}&selected_event_id=${event.id}`);
  const panel = page.getByRole("complementary", { name: "Event" });
  await expect(panel.getByRole("list", { name: "Trace" }).getByRole("listitem")).toHaveCount(5);
  await expectAccessible(page, "panel with a trace");
  await panel.getByRole("button", { name: "TypeScript" }).click();
  await expectAccessible(page, "types of a body");
  await page.setViewportSize({ width: 1600, height: 900 });
  await panel.getByRole("button", { name: "Large panel" }).click();
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(904);
  await panel.getByRole("link", { name: "Open event page" }).click();

  await expect(page).toHaveURL(`/events/${event.id}`);
  await expect(page).toHaveTitle(`${event.id} - Posthorn`);
  const trace = page.getByRole("list", { name: "Trace" });
  await expect(trace.getByRole("listitem")).toHaveText([
    /Received/,
    /Transformed/,
    /Passed the filter/,
    /Queued/,
    /Attempt 1.*503 Service Unavailable/,
  ]);
  await expect(page.getByText("The destination answered 503 Service Unavailable")).toBeVisible();
  await expect(page.getByText("Likely cause")).toBeVisible();
  await expectAccessible(page, "/events/{id}");
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 800 });
  await trace.getByRole("link", { name: /Transformed/ }).click();
  await expect(page.getByRole("complementary", { name: "Execution" })).toContainText("invoice.paid");
  await page.goBack();

  farEnd.answerWith({ status: 200, body: '{"ok":true}' });
  await page.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(page.getByText("The destination answered 200 OK")).toBeVisible();
  await expect(trace.getByRole("listitem")).toHaveCount(6);

  await page.getByRole("link", { name: "Delivery attempts 2" }).click();
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(3);
  await page.getByRole("table").getByText("Failed 503").click();
  const attempt = page.getByRole("complementary", { name: "Attempt" });
  await expect(attempt).toContainText("maintenance");
  await expectAccessible(page, "/events/{id}/attempts with an attempt");
  await page.reload();
  await attempt.getByRole("button", { name: "Compare with" }).click();
  await page.getByRole("menuitem", { name: /Attempt 2/ }).click();
  await expect(page.getByRole("dialog", { name: "Compare attempts" })).toContainText("maintenance");
  await page.keyboard.press("Escape");

  await page.keyboard.press("b");
  await page.getByRole("textbox", { name: "Label" }).fill("Maintenance");
  await expectAccessible(page, "bookmark dialog", { behind: "popup" });
  await page.keyboard.press("Enter");
  await expect(page.getByText("Event bookmarked")).toBeVisible();
  await expect(page.getByRole("button", { name: "Bookmarked" })).toBeVisible();

  await send(connection);
  const newer = (await settledEvents(product, connection, 2)).find(({ id }) => id !== event.id);
  await page.goto(`/events/${newer?.id}`);
  await page.getByRole("button", { name: "Compare with…" }).click();
  const choice = page.getByRole("dialog", { name: "Compare with another event" });
  await expect(choice.getByText("No other connection made an event of it.")).toBeVisible();
  await expectAccessible(page, "an event to compare with", { behind: "popup" });
  await choice.getByRole("link", { name: event.id }).click();
  await expect(page).toHaveURL(`/events/${newer?.id}?compare_with=${event.id}`);
  await page.reload();
  await expect(page.getByRole("dialog", { name: "Compare events" })).toContainText("x-posthorn-eventid");
  await expectAccessible(page, "two events compared", { behind: "popup" });

  await page.goto("/events/evt_0000000000000000000000");
  await expect(page.getByRole("heading", { name: "Event is archived or does not exist" })).toBeVisible();
  await expectAccessible(page, "missing event");
});
