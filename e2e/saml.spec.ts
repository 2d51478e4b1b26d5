/**
 * How do the people of an organization sign in at a SAML provider of its own?
 *
 * The whole product with a real SAML provider (samlify) and a real name server on loopback. The owner pastes the provider's
 * metadata, gives it Posthorn's, and tests it. Then a person signs in, by a form that the provider posts from another site.
 */
import type { Page } from "@playwright/test";
import { startSamlProvider } from "../packages/server/src/testing/saml-provider.ts";
import { type GivenName, startNameServer } from "../packages/server/src/testing/name-server.ts";
import { expectAccessible } from "./axe.ts";
import { contextOf } from "./given-colleague.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { startProduct } from "./product.ts";
import { expect, SIGNED_OUT, test as base } from "./test.ts";

const PAGE = "/settings/organization/single-sign-on";
const DOMAIN = "acme.test";
const GRACE = `grace.hopper@${DOMAIN}`;
const names: Record<string, GivenName> = {};

const test = base.extend({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const server = await startNameServer(names);
      const product = await startProduct({
        domains: { server: server.address, target: "edge.posthorn.test" },
      });
      await use(product);
      await product.stop();
      server.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

/** On the page of the provider. */
async function signInThere(page: Page, email: string): Promise<void> {
  await page.getByLabel("Address").fill(email);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("the owner sets SAML up and tests it, and a person comes in through it", async ({
  browser,
  product,
  session,
}) => {
  const provider = await startSamlProvider();
  // Both leave the product's own pages, which the watch on other contexts would report.
  const owners = await contextOf(browser, product, { ...session, origins: product.remembered });
  await owners.grantPermissions(["clipboard-read", "clipboard-write"]);
  const owner = await owners.newPage();
  await owner.goto(PAGE);

  // The provider learns our metadata, and the page the provider's.
  await owner.getByRole("radio", { name: "SAML 2.0" }).check();
  const download = owner.waitForEvent("download");
  await owner.getByRole("link", { name: "Download the metadata" }).click();
  const file = await download;
  const chunks: Buffer[] = [];
  for await (const chunk of (await file.createReadStream()) as AsyncIterable<Buffer>) chunks.push(chunk);
  expect(file.suggestedFilename()).toBe("posthorn-metadata.xml");
  provider.trust(Buffer.concat(chunks).toString());
  const pasted = owner.getByRole("textbox", { name: "Provider metadata" });
  await pasted.fill("<html>");
  await expect(owner.getByText("This is not the metadata of a SAML identity provider.")).toBeVisible();
  await pasted.fill(provider.metadata);
  await expect(owner.getByRole("textbox", { name: "Entity ID of the provider" })).toHaveValue(
    provider.settings.issuer,
  );
  const url = owner.getByRole("textbox", { name: "Sign-in URL" });
  await url.fill("not an address");
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText(/The sign-in URL must be an https/).first()).toBeVisible();
  await url.fill(provider.settings.sign_in_url);
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText("Not tested yet")).toBeVisible();
  await expect(owner.getByRole("list", { name: "Stored certificates" })).toContainText("Expires");
  await expectAccessible(owner, `${PAGE} with SAML`);
  await owner.setViewportSize(PHONE);
  await expectNoSidewaysScroll(owner);
  await owner.setViewportSize({ width: 1440, height: 900 });

  // DNS shows that the domain is theirs.
  const domains = owner.getByRole("region", { name: "Verified domains" });
  await domains.getByRole("textbox", { name: "Mail domain" }).fill(DOMAIN);
  await domains.getByRole("button", { name: "Add domain" }).click();
  await domains.getByRole("button", { name: `Copy the value of the TXT record of ${DOMAIN}` }).click();
  const value = await owner.evaluate(() => navigator.clipboard.readText());
  names[`_posthorn.${DOMAIN}`] = { texts: [value] };
  await domains.getByRole("button", { name: "Check now" }).click();
  await expect(domains.getByText("Verified", { exact: true })).toBeVisible();

  await owner.getByRole("button", { name: "Test sign-on" }).click();
  await signInThere(owner, `ada@${DOMAIN}`);
  await expect(owner).toHaveURL(PAGE);
  await expect(owner.getByText(/Test sign-on worked in \d+ ms/)).toBeVisible();
  await expect(owner.getByText("of the last test", { exact: true })).toBeVisible();
  await owner.getByRole("switch", { name: "Single sign-on is off" }).click();
  await expect(owner.getByRole("switch", { name: "Single sign-on is on" })).toBeChecked();

  // Somebody without an account comes in.
  const hers = await contextOf(browser, product, SIGNED_OUT);
  const her = await hers.newPage();
  await her.goto("/settings/organization/general");
  await her.getByRole("button", { name: "Continue with single sign-on" }).click();
  await her.getByLabel("Work email").fill(GRACE);
  await her.getByRole("button", { name: "Continue with single sign-on" }).click();
  await signInThere(her, GRACE);
  await expect(her).toHaveURL("/settings/organization/general");
  await expect(her.getByRole("button", { name: /^Account of Grace Hopper/ })).toBeVisible();

  // What somebody else lets a browser post lets nobody in.
  const strangers = await contextOf(browser, product, SIGNED_OUT);
  const stranger = await strangers.newPage();
  const acs = await owner.getByRole("textbox", { name: "ACS URL" }).inputValue();
  await stranger.setContent(
    `<form method="post" action="${acs}"><input name="SAMLResponse" value="PHg+"><input name="RelayState" value="of-somebody-else"><button>Go</button></form>`,
  );
  await stranger.getByRole("button", { name: "Go" }).click();
  await expect(stranger.getByRole("heading", { name: "You are not signed in" })).toBeVisible();
  await expect(stranger.getByRole("alert")).toContainText("Start again");
  await Promise.all([owners.close(), hers.close(), strangers.close()]);
  await provider.close();
});
