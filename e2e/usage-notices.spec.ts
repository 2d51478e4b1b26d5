/**
 * Is an admin told before the events of a period are used up? By a mail with a real SMTP server, and above every page.
 *
 * The organization uses four fifths of its events, and then all of them. Each of the two is mailed once.
 */
import type { Session } from "@posthorn/contract/dashboard-api";
import { expectAccessible } from "./axe.ts";
import { aName } from "./given.ts";
import { testWithMailbox } from "./mailbox.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { putOnPlan } from "./operator.ts";
import { OWNER } from "./product.ts";
import { expect } from "./test.ts";

const INCLUDED = 10;

const test = testWithMailbox({ hasPlans: true });

test("80 % and 100 % of the events are mailed once each, and shown until they are dismissed", async ({
  page,
  product,
  mailbox,
}) => {
  await putOnPlan(product, { plan: "developer", limits: { max_requests: INCLUDED } });
  const { source } = await product.api<{ source: { url: string } }>("PUT", "/connections", {
    name: aName("orders"),
    source: { name: aName("shop") },
    destination: { name: aName("ledger"), type: "MOCK_API" },
  });
  const send = async (events: number) => {
    for (let sent = 0; sent < events; sent++)
      expect((await fetch(source.url, { method: "POST", body: "{}" })).status).toBe(200);
  };
  const { organizations } = await product.dashboardApi<Session>("GET", "/session");
  const told = (percent: number) =>
    mailbox.arrived(OWNER.email, `${organizations[0]?.name} has used ${percent} % of its events`);
  await page.goto("/connections");
  await expect(page.getByRole("heading", { name: "Connections", level: 1 })).toBeVisible();
  const bar = page.getByRole("status").filter({ hasText: "You have used" });
  await expect(bar).toHaveCount(0);

  await send(8);
  const mail = await told(80);
  expect(mail).toContain(
    `8 of the ${INCLUDED} events are used that the Developer plan includes in this period.`,
  );
  expect(mail).toContain(`${product.url}/settings/organization/plans?highlight=events`);
  await page.reload();
  await expect(bar).toHaveText(
    /^You have used 8 of 10 events of this period\. Beyond, requests are rejected until \d{4}-\d\d-\d\d\. View plans$/,
  );
  await expectAccessible(page, "a bar of usage");
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await bar.getByRole("link", { name: "View plans" }).click();
  await expect(page.getByRole("rowheader", { name: "Events" })).toHaveCSS("font-weight", "600");
  await bar.getByRole("button", { name: "Dismiss" }).click();
  await expect(bar).toHaveCount(0);
  await page.goto("/settings/organization/billing");
  await expect(page.getByRole("region", { name: "Current period" })).toContainText(
    /Events8 of 1080 % used\. Beyond, requests are rejected until/,
  );
  await expect(bar).toHaveCount(0);
  await expectAccessible(page, "billing near a limit");

  await send(2);
  await told(100);
  await page.goto("/events");
  await expect(page.getByRole("heading", { name: "Plan limit has been reached" })).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.goto("/settings/organization/billing");
  await expect(bar).toContainText("your plan includes 10. Requests are rejected until");
  expect(mailbox.received).toHaveLength(2);

  await putOnPlan(product, { plan: "developer", limits: { max_requests: 1000 } });
  await page.reload();
  await expect(page.getByRole("region", { name: "Current period" })).toContainText("Events10 of 1,000");
  await expect(bar).toHaveCount(0);
});
