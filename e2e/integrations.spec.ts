/** Can a person connect Prometheus, scrape with the token, and disconnect it? And what does a refused receiver say? */
import { expectAccessible } from "./axe.ts";
import { givenConnection, send, settledEvents } from "./given.ts";
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
  await page.getByRole("link", { name: "Integrations" }).click();
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
