/**
 * How does a project get source URLs under its own host name?
 *
 * The whole product with a real name server on loopback, in which the person's DNS provider would write the records. The
 * sender names the domain in its `Host` header, as behind a proxy.
 */
import { request } from "node:http";
import type { CustomDomain } from "@posthorn/contract/custom-domains";
import type { Source } from "@posthorn/contract/sources";
import { type GivenName, startNameServer } from "../packages/server/src/testing/name-server.ts";
import { expectAccessible } from "./axe.ts";
import { givenConnection } from "./given.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { startProduct } from "./product.ts";
import { expect, test as base } from "./test.ts";

const TARGET = "edge.posthorn.test";
const HOSTNAME = "hooks.acme.test";
const names: Record<string, GivenName> = {};

const test = base.extend({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const server = await startNameServer(names);
      const product = await startProduct({ domains: { server: server.address, target: TARGET } });
      await use(product);
      await product.stop();
      server.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

/** The status of a request to this source URL. Its host is in the header only: no name server of this machine has it. */
function statusOf(url: string): Promise<number | undefined> {
  const { host, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, path: pathname, method: "POST", headers: { host } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}

test("a domain is claimed, proven by two records, used, and removed", async ({ page, product, farEnd }) => {
  const { source } = await givenConnection(product, farEnd);
  const atDomain = source.url.replace("127.0.0.1", HOSTNAME);
  await page.goto("/settings/project/general");
  const section = page.getByRole("region", { name: "Custom domain" });

  await section.getByRole("textbox", { name: "Hostname" }).fill("acme.test");
  await section.getByRole("button", { name: "Add domain" }).click();
  await expect(section.getByText("Invalid hostname. Hostname must contain a subdomain.")).toBeVisible();
  await section.getByRole("textbox", { name: "Hostname" }).fill(HOSTNAME);
  await section.getByRole("button", { name: "Add domain" }).click();

  await expect(section.getByText("Pending")).toBeVisible();
  await expect(section.getByText(`There is no TXT record at _posthorn-challenge.${HOSTNAME}.`)).toBeVisible();
  expect(await statusOf(atDomain)).toBe(404);
  await expectAccessible(page, "/settings/project/general with a pending domain");
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The person copies the value to their DNS provider.
  await section.getByRole("button", { name: "Copy the value of the TXT record" }).click();
  const value = await page.evaluate(() => navigator.clipboard.readText());
  const [claimed] = await product.api<CustomDomain[]>("GET", "/teams/current/custom_domains");
  expect(value).toBe(claimed?.ssl.txt_value);
  names[HOSTNAME] = { alias: TARGET };
  names[`_posthorn-challenge.${HOSTNAME}`] = { texts: ["another value"] };
  await expect(section.getByText("Other value", { exact: true })).toBeVisible();
  names[`_posthorn-challenge.${HOSTNAME}`] = { texts: [value] };

  await expect(section.getByText("Active", { exact: true })).toBeVisible();
  await expect.poll(() => statusOf(atDomain)).toBe(200);
  expect(await statusOf(source.url)).toBe(200);
  await page.goto(`/sources/${source.id}`);
  await expect(page.getByText(atDomain)).toBeVisible();
  expect((await product.api<Source>("GET", `/sources/${source.id}`)).url).toBe(atDomain);

  await page.goto("/settings/project/general");
  await section.getByRole("button", { name: `Remove ${HOSTNAME}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(section.getByText(HOSTNAME, { exact: true })).toBeHidden();
  await expect
    .poll(async () => (await product.api<Source>("GET", `/sources/${source.id}`)).url)
    .toBe(source.url);
});
