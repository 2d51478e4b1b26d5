/**
 * Can a person connect a provider of metrics or a channel, see that it works, and disconnect it? And what does a refusal
 * say?
 */
import type { IssueTrigger } from "@posthorn/contract/issue-triggers";
import { expectAccessible } from "./axe.ts";
import { aName, givenConnection, send, settledEvents } from "./given.ts";
import { expect, test } from "./test.ts";

test("a project's metrics are offered to Prometheus, and end with its token", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  await send(connection, "{}");
  await settledEvents(product, connection, 1);
  const scrape = (token: string) =>
    fetch(`${product.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });

  await page.goto("/events");
  await page.getByRole("link", { name: "Settings" }).click();
  await page
    .getByRole("navigation", { name: "Settings" })
    .getByRole("link", { name: "Integrations" })
    .click();
  await expect(page.getByRole("heading", { name: "Integrations" })).toBeVisible();
  await expectAccessible(page, "/settings/project/integrations");
  await page.getByRole("link", { name: "Connect Prometheus" }).click();
  await expect(page).toHaveURL(/\/integrations\/prometheus\/connect$/);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByText("Copy the token now. Posthorn does not show it again.")).toBeVisible();
  await page.getByRole("button", { name: "Reveal Token" }).click();
  await expectAccessible(page, "the token", { behind: "popup" });
  const token = await page.getByText(/^phm_/).innerText();
  await page.getByRole("button", { name: "Done" }).click();

  const text = await (await scrape(token)).text();
  expect(text).toContain(`source="${connection.source.name}"} 1\n`);
  expect(text).toMatch(/^posthorn_project_attempts_total\{.*status="SUCCESSFUL"\} \d+$/m);

  await page.getByRole("link", { name: "Connect OpenTelemetry" }).click();
  await page.getByLabel("URL").fill("http://127.0.0.1:9/otlp");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByText("Failed to create your integration, try again!")).toBeVisible();
  await expect(page.getByText(/^Verification failed\. The provider could not be reached/)).toBeVisible();
  await expectAccessible(page, "a receiver that refused", { behind: "popup" });
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();

  await page.setViewportSize({ width: 360, height: 740 });
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflowPx).toBeLessThanOrEqual(0);
  await page.getByRole("link", { name: "Configure Prometheus" }).click();
  await page.getByRole("button", { name: "Disconnect…" }).click();
  await expectAccessible(page, "disconnect", { behind: "popup" });
  await page.getByRole("button", { name: "Disconnect", exact: true }).click();
  await expect(page.getByText("Prometheus disconnected")).toBeVisible();
  expect((await scrape(token)).status).toBe(401);
});

test("Slack is connected, tried, told by all triggers, and disconnected", async ({
  page,
  farEnd,
  product,
}) => {
  const posted = () =>
    farEnd.deliveries.map(({ path, body }) => [path, (JSON.parse(body) as { text: string }).text]);
  const trigger = await product.api<IssueTrigger>("POST", "/issue-triggers", {
    type: "delivery",
    name: aName("checkout"),
    channels: null,
  });
  const isAsWideAsThePhone = () =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

  await page.goto(`/issue-triggers/${trigger.id}`);
  await page.getByRole("link", { name: "Connect Slack" }).click();
  await expect(page).toHaveURL(/\/integrations\/slack\/connect$/);
  await page.getByRole("radio", { name: /Incoming webhook/ }).click();
  await page.getByRole("textbox", { name: "Address of the webhook" }).fill(`${farEnd.url}/services/1`);
  await expectAccessible(page, "the fields of Slack", { behind: "popup" });
  farEnd.answerWith({ status: 404, body: "no_service" });
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByText("Failed to create your integration, try again!")).toBeVisible();
  await expect(page.getByText(/^Verification failed\. Slack does not know this webhook/)).toBeVisible();
  await expectAccessible(page, "a webhook that Slack refused", { behind: "popup" });

  farEnd.answerWith({ status: 200, body: "ok" });
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Slack connected" })).toBeVisible();
  await page.getByRole("textbox", { name: "Slack channel" }).fill("#alerts");
  await expectAccessible(page, "a channel for all triggers", { behind: "popup" });
  await page.getByRole("button", { name: "Add to all 4 triggers" }).click();
  await expect(page.getByText("Slack added to 4 triggers")).toBeVisible();
  await expect(page.getByText(/^127\.0\.0\.1:\d+ · 4 triggers$/)).toBeVisible();
  await expectAccessible(page, "/settings/project/integrations");

  await page.getByRole("link", { name: "Configure Slack" }).click();
  await page.getByRole("button", { name: "Send a test message" }).click();
  await expect(page.getByText("The test message has arrived at Slack")).toBeVisible();
  await expectAccessible(page, "a test message that has arrived", { behind: "popup" });
  farEnd.answerWith({ status: 410, body: "channel_is_archived" });
  await page.getByRole("button", { name: "Send a test message" }).click();
  await expect(page.getByText("The test message did not arrive")).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await isAsWideAsThePhone()).toBe(true);
  await expectAccessible(page, "a test message that did not arrive", { behind: "popup" });
  expect(posted()).toEqual([
    ["/services/1", "Posthorn is connected"],
    ["/services/1", "Posthorn is connected"],
    ["/services/1", "A test message of Posthorn"],
    ["/services/1", "A test message of Posthorn"],
  ]);

  await page.getByRole("link", { name: trigger.name ?? "" }).click();
  await expect(page.getByRole("textbox", { name: "Slack channel" })).toHaveValue("#alerts");
  expect(await isAsWideAsThePhone()).toBe(true);

  await page.goto("/settings/project/integrations/slack/configure");
  await page.getByRole("button", { name: "Disconnect…" }).click();
  await expect(page.getByRole("dialog", { name: "Disconnect Slack?" })).toContainText(trigger.name ?? "");
  await expectAccessible(page, "disconnect Slack", { behind: "popup" });
  await page.getByRole("button", { name: "Disconnect", exact: true }).click();
  await expect(page.getByText("Slack disconnected")).toBeVisible();
  await expect(page.getByRole("link", { name: "Connect Slack" })).toBeVisible();
});
