/** Does /connections show the same in both views, and does the dialog after a creation lead to the first event? */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Connection } from "@posthorn/contract/connections";
import { expectAccessible } from "./axe.ts";
import { aName, givenConnection, send, settledEvents } from "./given.ts";
import { expect, test } from "./test.ts";

test("both views, their keys and groups, and 360 px", async ({ page, product, farEnd }) => {
  const first = await givenConnection(product, farEnd);
  const { source, destination } = first;
  const second = await product.api<Connection>("POST", "/connections", {
    name: aName("second"),
    source_id: source.id,
    destination: { name: aName("ledger"), config: { url: farEnd.url } },
    rules: [{ type: "retry", strategy: "linear", interval: 1000, count: 3 }],
  });
  await product.api("PUT", `/connections/${second.id}/pause`, {});
  await send(first);
  await settledEvents(product, first, 1);
  await page.goto(`/connections?source_id=${source.id}&selected_connection_id=${second.id}`);
  await expect(page.getByRole("row").filter({ hasText: second.name ?? "" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expect(page.getByRole("button", { name: `Filtering on ${source.name}` })).toBeVisible();
  // The paused connection holds its event.
  await expect(page.getByRole("img", { name: "1 event in the last 24 hours" })).toHaveCount(2);
  await page.getByRole("button", { name: /^Group by/ }).click();
  await page.getByRole("menuitemradio", { name: "Destination" }).click();
  await expect(page.getByRole("link", { name: destination.name, exact: true })).toBeVisible();
  await expectAccessible(page, "/connections, table in groups");
  await page
    .getByRole("row")
    .filter({ hasText: second.name ?? "" })
    .getByRole("button", { name: "Actions" })
    .click();
  await expect(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
  await expectAccessible(page, "/connections with a menu", { behind: "popup" });
  await page.keyboard.press("Escape");

  await page.getByRole("radio", { name: "Structured" }).check();
  const sources = page.getByRole("list", { name: "Sources" });
  await expect(sources.getByRole("link")).toHaveCount(1);
  await expect(page.getByRole("img", { name: "Retry · linear, 1 s × 3" })).toBeVisible();
  await expectAccessible(page, "/connections, structured");
  await sources.getByRole("link").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("list", { name: "Destinations" }).locator(":focus")).toHaveCount(1);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/connections\/web_\w+$/);
  await page.goBack();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Structured" })).toBeChecked();

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole("heading", { level: 2, name: destination.name })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page, "/connections, structured at 360 px");
});

test("the dialog of a new connection sends a test event, and helps if nothing arrives", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  await page.goto(`/connections?created=${connection.id}`);
  const dialog = page.getByRole("dialog", { name: /is ready$/ });
  await dialog.getByRole("button", { name: "Troubleshoot" }).click();
  const help = page.getByRole("dialog", { name: "Troubleshoot" });
  await expect(help).toContainText("The sender uses exactly the source URL");
  await expectAccessible(page, "troubleshooting", { behind: "popup" });
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();

  await dialog.getByRole("button", { name: "Send test event" }).click();

  await expect(page.getByText("Test event sent, hold on a second while it's processed!")).toBeVisible();
  await expect(dialog.getByText("Your first event was delivered")).toBeVisible();
  expect(farEnd.deliveries).toHaveLength(1);
  await dialog.getByRole("link", { name: "View all events" }).click();
  await expect(page.locator("[data-event-id]")).toHaveCount(1);
});

test("the dialog of a new connection says what became of requests that made no event", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await product.api<Connection>("POST", "/connections", {
    source: {
      name: aName("keyed"),
      type: "WEBHOOK",
      config: { auth_type: "API_KEY", auth: { header_key: "x-key", api_key: "hush" } },
    },
    destination: { name: aName("orders"), type: "HTTP", config: { url: farEnd.url } },
    rules: [{ type: "filter", body: { paid: true } }],
  });
  const post = (headers: Record<string, string>) =>
    fetch(connection.source.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: '{"paid":false}',
    });
  await page.goto(`/connections?created=${connection.id}`);
  const dialog = page.getByRole("dialog", { name: /is ready$/ });
  const status = dialog.getByRole("status").last(); // the command above it loads, and says so
  await expect(status).toContainText("Waiting for the first request");
  await expect(dialog.getByLabel("Code")).toContainText("-H 'x-key: ••••••••'");

  expect((await post({})).status).toBe(401);
  await expect(status).toContainText("rejected a request: Authentication Failed");
  await expect(status).toContainText("The request has no header x-key");
  expect((await post({ "x-key": "hush" })).status).toBe(200);
  await expect(status).toContainText("This connection ignored a request: Filtered");
  await expectAccessible(page, "a new connection that ignored a request", { behind: "popup" });

  await dialog.getByRole("button", { name: "Troubleshoot" }).click();
  const help = page.getByRole("dialog", { name: "Troubleshoot" });
  await expect(help).toContainText("The source rejected a request: Authentication Failed");
  await expect(help).toContainText("A filter of the connection does not match its body.");
  expect(farEnd.deliveries).toHaveLength(0);
});

test("a connection to a CLI shows the steps to make it listen", async ({ page, product }) => {
  const connection = await product.api<Connection>("POST", "/connections", {
    source: { name: aName("shop") },
    destination: { name: aName("laptop"), type: "CLI", config: { path: "/hooks" } },
  });

  await page.goto(`/connections?created=${connection.id}`);

  const steps = page.getByRole("region", { name: "Receive events on your machine" });
  await expect(steps).toContainText(`posthorn listen 3000 ${connection.source.name}`);
  await expect(steps).toContainText(`npm install -g ${product.url}/posthorn-cli.tgz`);
  await expectAccessible(page, "a new connection to a CLI", { behind: "popup" });

  // As a person would, with a home directory and a place for programs of their own.
  const home = await mkdtemp(join(tmpdir(), "posthorn-install-"));
  try {
    const env = { PATH: process.env["PATH"], HOME: home, npm_config_prefix: home };
    const install = ["install", "-g", `${product.url}/posthorn-cli.tgz`, "--no-audit", "--no-fund"];
    await promisify(execFile)("npm", install, { env });
    const { stdout } = await promisify(execFile)(join(home, "bin", "posthorn"), ["--version"], { env });
    expect(stdout).toMatch(/^posthorn-cli \d/);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
