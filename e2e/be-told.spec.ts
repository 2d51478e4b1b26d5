/**
 * The gateway reports a failure before customers do: can a person follow it from the mail to its end?
 *
 * A destination begins to fail. The mail arrives in a real SMTP server, and its link opens the issue. The person
 * acknowledges it, fixes the URL, sends everything once more and resolves it. When the destination fails again, the issue
 * opens again. That comes within the hour, so it is one more opening that waits to be told, and no second mail.
 */
import { internalId } from "@posthorn/contract/ids";
import { Client } from "pg";
import { expectAccessible } from "./axe.ts";
import { aName, send, settledEvents } from "./given.ts";
import type { Connection } from "@posthorn/contract/connections";
import { testWithMailbox } from "./mailbox.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { OWNER } from "./product.ts";
import { expect } from "./test.ts";

const FAILED = 5;

const test = testWithMailbox();

/** Once the worker has seen `openings` of the issue: how many of them the mailbox was told, and when it looks again. */
async function whatMailWasTold(databaseUrl: string, issueId: string, openings: number) {
  const db = new Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    let told: { told_openings: number; waits_minutes: number } | undefined;
    await expect
      .poll(async () => {
        const { rows } = await db.query<NonNullable<typeof told>>(
          `select told_openings, extract(epoch from due_at - now())::int / 60 as waits_minutes from notifications
           where issue_id = $1 and channel = 'email' and openings = $2 and due_at > now() + interval '1 minute'`,
          [internalId("issue", issueId), openings],
        );
        [told] = rows;
        return rows.length;
      })
      .toBe(1);
    return told;
  } finally {
    await db.end();
  }
}

test("from the first failure to the mail, the fix, the retry and the next failure", async ({
  page,
  product,
  farEnd,
  mailbox,
}) => {
  const name = aName("orders-api");
  farEnd.answerWith({ status: 200 });
  const connection = await product.api<Connection>("POST", "/connections", {
    name: aName("orders"),
    source: { name: aName("shopify") },
    destination: { name, config: { url: `${farEnd.url}/v1/orders` } },
  });
  await send(connection, { number: 0 });
  await settledEvents(product, connection, 1);
  expect(mailbox.received).toHaveLength(0);

  // The destination begins to fail: somebody has moved it.
  farEnd.answerWith(({ path }) =>
    path.startsWith("/v2/") ? { status: 200 } : { status: 410, body: "moved to /v2/orders" },
  );
  for (let number = 1; number <= FAILED; number += 1) await send(connection, { number });
  await settledEvents(product, connection, 1 + FAILED);

  // One mail arrives. A phone shows its subject and the first words of its text.
  await expect.poll(() => mailbox.received.length).toBe(1);
  const [received] = mailbox.received;
  const mail = await received?.mail;
  const wrong = `${connection.name}: the destination answers 410`;
  expect(received?.to).toEqual([OWNER.email]);
  expect(mail?.subject).toBe(wrong);
  expect(mail?.text?.slice(0, 150)).toMatch(
    new RegExp(`^${wrong}\n\nSince .* UTC\\. \\d times? so far\\.\n`),
  );
  const link = /Open the issue:\n(\S+)/.exec(mail?.text ?? "")?.[1] ?? "the mail has no link";
  expect(link).toContain(`${product.url}/issues/iss_`);

  // Its link opens the issue, also on a phone.
  await page.setViewportSize(PHONE);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(`${name} .*410 Gone`) })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const properties = page.getByRole("region", { name: "Properties" });
  await expect(properties).toContainText("Open");
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await expect(properties).toContainText("Acknowledged");
  await page.getByRole("tab", { name: "Response" }).click();
  await expect(page.getByText("moved to /v2/orders")).toBeVisible();

  // Fix the URL.
  await properties.getByRole("link", { name: `→ ${name}` }).click();
  await properties.getByRole("link", { name, exact: true }).click();
  await page.getByRole("navigation", { name: "Destination" }).getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("URL", { exact: true }).fill(`${farEnd.url}/v2/orders`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Destination saved")).toBeVisible();

  // Send everything once more. The panel stays until the destination has answered.
  const answers = Promise.withResolvers<void>();
  farEnd.answerWith(async () => {
    await answers.promise;
    return { status: 200 };
  });
  await page.goto(link);
  await page.getByRole("button", { name: `Retry ${FAILED}` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Retry ${FAILED}` })
    .click();
  const retry = page.getByRole("region", { name: "Retry in progress" });
  await expect(retry.getByRole("progressbar")).toBeVisible();
  await expect(retry).toContainText(`of ${FAILED} events`);
  await expectAccessible(page, "an issue while its events are sent once more");
  answers.resolve();
  await expect(retry).toBeHidden();
  const events = await settledEvents(product, connection, 1 + FAILED);
  expect(new Set(events.map(({ status }) => status))).toEqual(new Set(["SUCCESSFUL"]));
  expect(farEnd.deliveries.filter(({ path }) => path === "/v2/orders")).toHaveLength(FAILED);

  await page.getByRole("button", { name: "Resolve" }).click();
  await expect(properties).toContainText("Resolved");

  // It fails again, and the open page shows that the issue is open again.
  farEnd.answerWith({ status: 410 });
  await send(connection, { number: FAILED + 1 });
  await expect(properties).toContainText("Open");
  await expect(page.getByRole("button", { name: "Acknowledge" })).toBeVisible();

  const told = await whatMailWasTold(product.databaseUrl, new URL(link).pathname.slice("/issues/".length), 2);
  expect(told?.told_openings).toBe(1);
  expect(told?.waits_minutes).toBeGreaterThan(30);
  expect(mailbox.received).toHaveLength(1);
});
