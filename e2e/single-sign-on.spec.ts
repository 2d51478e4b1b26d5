/**
 * How do the people of an organization sign in at its own identity provider?
 *
 * The whole product with a real provider of OpenID Connect and a real name server on loopback. The owner sets it up, a second
 * person signs in through it and becomes a member, and when it is required the password no longer lets them in.
 */
import type { Page } from "@playwright/test";
import { PROVIDER_CLIENT, startIdentityProvider } from "../packages/server/src/testing/identity-provider.ts";
import { type GivenName, startNameServer } from "../packages/server/src/testing/name-server.ts";
import { expectAccessible } from "./axe.ts";
import { contextOf } from "./given-colleague.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { OWNER, startProduct } from "./product.ts";
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

test("the owner sets it up, a person comes in through it, and required it is the only way for them", async ({
  browser,
  product,
  session,
}) => {
  // Both leave the product's own pages, which the watch on other contexts would report.
  const owners = await contextOf(browser, product, { ...session, origins: product.remembered });
  await owners.grantPermissions(["clipboard-read", "clipboard-write"]);
  const owner = await owners.newPage();
  await owner.goto(PAGE);

  // The provider learns the redirect URL, and the page the provider's address, client and secret.
  await owner.getByRole("button", { name: "Copy the redirect URL" }).click();
  const redirectUrl = await owner.evaluate(() => navigator.clipboard.readText());
  expect(redirectUrl).toMatch(/\/sso\/org_\w+$/);
  const provider = await startIdentityProvider(redirectUrl);
  await owner.getByRole("textbox", { name: "Issuer" }).fill("http://127.0.0.1:1");
  await owner.getByRole("textbox", { name: "Client ID" }).fill(PROVIDER_CLIENT.client_id);
  await owner.getByLabel("Client secret", { exact: true }).fill(PROVIDER_CLIENT.client_secret);
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText(/identity provider could not be reached/).first()).toBeVisible();
  await owner.getByRole("textbox", { name: "Issuer" }).fill(provider.issuer);
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText("Not tested yet")).toBeVisible();

  // DNS shows that the domain is theirs.
  const domains = owner.getByRole("region", { name: "Verified domains" });
  await domains.getByRole("textbox", { name: "Mail domain" }).fill(DOMAIN);
  await domains.getByRole("button", { name: "Add domain" }).click();
  await domains.getByRole("button", { name: `Copy the value of the TXT record of ${DOMAIN}` }).click();
  const value = await owner.evaluate(() => navigator.clipboard.readText());
  await domains.getByRole("button", { name: "Check now" }).click();
  await expect(domains.getByText(/There is no TXT record at this name yet/)).toBeVisible();
  await expectAccessible(owner, `${PAGE} with a pending domain`);
  await owner.setViewportSize(PHONE);
  await expectNoSidewaysScroll(owner);
  await owner.setViewportSize({ width: 1440, height: 900 });
  names[`_posthorn.${DOMAIN}`] = { texts: [value] };
  await domains.getByRole("button", { name: "Check now" }).click();
  await expect(domains.getByText("Verified", { exact: true })).toBeVisible();

  // A test shows that it works, and changes nothing about who is signed in.
  await owner.getByRole("button", { name: "Test sign-on" }).click();
  await signInThere(owner, `ada@${DOMAIN}`);
  await expect(owner).toHaveURL(PAGE);
  await expect(owner.getByText(/Test sign-on worked in \d+ ms/)).toBeVisible();
  await owner.getByRole("switch", { name: "Single sign-on is off" }).click();
  await expect(owner.getByRole("switch", { name: "Single sign-on is on" })).toBeChecked();
  await expect(owner.getByRole("link", { name: "Plans" })).toBeHidden();
  await expectAccessible(owner, `${PAGE} that is on`);

  // Somebody without an account comes in.
  const hers = await contextOf(browser, product, SIGNED_OUT);
  const her = await hers.newPage();
  await her.goto("/settings/organization/general");
  await her.getByRole("button", { name: "Continue with single sign-on" }).click();
  await expectAccessible(her, "/sign-in with single sign-on");
  await her.getByLabel("Work email").fill("grace@nowhere.test");
  await her.getByRole("button", { name: "Continue with single sign-on" }).click();
  await expect(her.getByRole("alert")).toContainText(
    "No organization uses single sign-on for this mail domain",
  );
  await her.getByLabel("Work email").fill(GRACE);
  await her.getByRole("button", { name: "Continue with single sign-on" }).click();
  await signInThere(her, GRACE);
  await expect(her).toHaveURL("/settings/organization/general");
  await expect(her.getByRole("button", { name: /^Account of Grace Hopper/ })).toBeVisible();
  await expect(her.getByRole("button", { name: "Leave organization…" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );

  await owner.goto("/settings/organization/members");
  await expect(owner.getByText(GRACE)).toBeVisible();

  // Required: she is signed out, and a password is no way in. The owner's still is.
  await owner.goto(PAGE);
  await owner.getByRole("switch", { name: "Require single sign-on" }).click();
  await expectAccessible(owner, `${PAGE} asking`, { behind: "popup" });
  await owner.getByRole("dialog").getByRole("button", { name: "Require single sign-on" }).click();
  await expect(owner.getByRole("switch", { name: "Required for 1 member" })).toBeChecked();
  await her.goto("/sign-in");
  await her.getByLabel("Email").fill(GRACE);
  await her.getByLabel("Password").fill("any password at all");
  await her.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(her.getByRole("alert")).toContainText("People with this address use single sign-on");
  await expectAccessible(her, "/sign-in where single sign-on is required");
  await her.goto("/forgot-password");
  await her.getByLabel("Email").fill(GRACE);
  await her.getByRole("button", { name: "Send link" }).click();
  await expect(her.getByRole("alert")).toContainText("there is no password to reset");
  await provider.close();
  await her.goto("/sign-in");
  await her.getByRole("button", { name: "Continue with single sign-on" }).click();
  await her.getByLabel("Work email").fill(GRACE);
  await her.getByRole("button", { name: "Continue with single sign-on" }).click();
  await expect(her.getByRole("alert")).toContainText("The identity provider could not be reached");
  await her.getByRole("button", { name: "Back to the password" }).click();
  await her.getByLabel("Email").fill(OWNER.email);
  await her.getByLabel("Password").fill(OWNER.password);
  await her.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(her.getByRole("button", { name: /^Account of/ })).toBeVisible();
  await Promise.all([owners.close(), hers.close()]);
});

test("an answer that nobody waits for lets nobody in, and leads back", async ({ browser, product }) => {
  const context = await contextOf(browser, product, SIGNED_OUT);
  const page = await context.newPage();

  await page.goto("/sso/org_0000000000000000000000?code=stolen&state=of-somebody-else");

  await expect(page.getByRole("heading", { name: "You are not signed in" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Start again");
  await expectAccessible(page, "/sso/{organization} refused");
  await page.getByRole("link", { name: "Back to the sign-in" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await context.close();
});
