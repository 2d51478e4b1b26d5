/**
 * How does a domain of the users' own get a certificate, without a proxy?
 *
 * The whole product with a real name server and a real certificate authority on loopback. The authority reads the file from
 * the port of the source URLs, and the sender trusts nobody but this authority.
 */
import { request } from "node:https";
import type { CustomDomain } from "@posthorn/contract/custom-domains";
import type { Source } from "@posthorn/contract/sources";
import { Client } from "pg";
import { startAcmeServer } from "../packages/server/src/testing/acme-server.ts";
import { type GivenName, startNameServer } from "../packages/server/src/testing/name-server.ts";
import { expectAccessible } from "./axe.ts";
import { givenConnection } from "./given.ts";
import { startProduct } from "./product.ts";
import { expect, test as base } from "./test.ts";

const TARGET = "edge.posthorn.test";
const HOSTNAME = "hooks.acme.test";
const names: Record<string, GivenName> = { [TARGET]: { address: "127.0.0.1" } };
const nameServer = await startNameServer(names);
const authority = await startAcmeServer({ nameServer: nameServer.address });

const test = base.extend({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const product = await startProduct({
        domains: { server: nameServer.address, target: TARGET },
        authority: authority.directoryUrl,
      });
      await use(product);
      await product.stop();
      authority.close();
      nameServer.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

/** The status of a request to this URL. No name server of this machine has its host. */
function statusOf(url: string): Promise<number | undefined> {
  const { hostname, host, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path: pathname,
        method: "POST",
        agent: false, // a handshake of its own
        servername: hostname,
        headers: { host },
        ca: authority.root,
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}

async function endPause(databaseUrl: string): Promise<void> {
  const db = new Client({ connectionString: databaseUrl });
  await db.connect();
  await db.query("update certificates set next_step_at = now()");
  await db.end();
}

test("a domain gets its certificate while the person watches, and senders use it", async ({
  page,
  product,
  farEnd,
}) => {
  const { source } = await givenConnection(product, farEnd);
  const problem = { status: 403, type: "caa", detail: "A CAA record prevents issuance" };
  authority.refuseNext(/^\/new-order$/, problem);
  authority.chosen.httpPort = Number(new URL(source.url).port);
  const { ssl } = await product.api<CustomDomain>("POST", "/teams/current/custom_domains", {
    hostname: HOSTNAME,
  });
  names[HOSTNAME] = { alias: TARGET };
  names[ssl.txt_name] = { texts: [ssl.txt_value] };
  await page.goto("/settings/project/general");
  const section = page.getByRole("region", { name: "Custom domain" });

  await expect(section.getByText("Active", { exact: true })).toBeVisible();
  await expect(section.getByText("SSL initializing · checked every 5 s")).toBeVisible();
  await expect(section.getByText(`There is no certificate for ${HOSTNAME} yet.`)).toBeVisible();
  await expect(section.getByText(/A CAA record of hooks.acme.test/)).toBeVisible();
  expect((await product.api<Source>("GET", `/sources/${source.id}`)).url).toBe(source.url);
  await expectAccessible(page, "/settings/project/general with a domain without a certificate");

  // The person has repaired the record, and the pause of a minute is over.
  await endPause(product.databaseUrl);
  await expect(section.getByText("SSL active")).toBeVisible();
  await expect
    .poll(async () => (await product.api<Source>("GET", `/sources/${source.id}`)).url)
    .toMatch(`https://${HOSTNAME}:`);
  const { url } = await product.api<Source>("GET", `/sources/${source.id}`);
  expect(await statusOf(url)).toBe(200);

  await section.getByRole("button", { name: `Remove ${HOSTNAME}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(section.getByText(HOSTNAME, { exact: true })).toBeHidden();
  await expect.poll(() => statusOf(url).catch(() => "refused")).toBe("refused");
});
