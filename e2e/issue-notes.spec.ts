/** Does the page of each thing that goes wrong name its open issue, without a reload? */
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { listIssues } from "@posthorn/contract/issues";
import { expectAccessible } from "./axe.ts";
import { aName, givenConnection, givenEvents } from "./given.ts";
import { expect, test } from "./test.ts";

test("an issue appears on the pages of its event, connection and destination, and leaves when it is over", async ({
  page,
  product,
  farEnd,
}) => {
  const destination = aName("orders-api");
  const connection = await givenConnection(product, farEnd, { destination });
  const note = page.getByRole("link", { name: `${destination} answered 503 Service Unavailable` });
  await page.goto(`/connections/${connection.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  farEnd.answerWith({ status: 503 });
  const [event] = await givenEvents(product, connection, 1);

  await expect(note).toBeVisible();
  await expectAccessible(page, "/connections/{id} with an issue");
  for (const address of [
    `/destinations/${connection.destination.id}`,
    `/events/${event.id}`,
    `/events?selected_event_id=${event.id}`,
  ]) {
    await page.goto(address);
    await expect(note).toBeVisible();
    await expectAccessible(page, `${address} with an issue`);
  }
  const { models } = await product.api<ReplyOf<typeof listIssues>>(
    "GET",
    `/issues?concerns=${event.id}&status=OPENED`,
  );
  expect(models).toHaveLength(1);
  await product.api("PUT", `/issues/${models[0]?.id}`, { status: "RESOLVED" });

  await expect(note).toBeHidden();
});

test("several issues lead to a list of just these", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  const other = await givenConnection(product, farEnd);
  let answered = 500;
  farEnd.answerWith(() => ({ status: answered++ }));
  await givenEvents(product, connection, 2);
  await givenEvents(product, other, 1);

  await page.goto(`/connections/${connection.id}`);
  await page.getByRole("link", { name: "and 1 more" }).click();

  await expect(page).toHaveURL(new RegExp(`/issues\\?concerns=${connection.id}$`));
  const rows = page.getByRole("region", { name: "Issues" }).getByRole("row");
  await expect(rows).toHaveCount(1 + 2);
  await expect(rows.filter({ hasText: connection.destination.name })).toHaveCount(2);
  await expectAccessible(page, "/issues of one connection");
  await page.getByRole("button", { name: /^Filtering on/ }).click();
  await expect(rows).toHaveCount(1 + 3);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/connections/${connection.id}`);
  await page.getByRole("link", { name: /answered 50\d/ }).click();
  await expect(page).toHaveURL(/\/issues\/iss_/);
});
