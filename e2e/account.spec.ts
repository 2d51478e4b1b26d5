/**
 * Can people keep their own account, and can nobody else? Name, sessions, address, password, the second factor, passkeys.
 *
 * Each journey invites a person of its own. Mail goes to a real SMTP server; codes come from the key that the page shows;
 * Chromium's virtual authenticator has the passkeys.
 */
import type { Browser, Page } from "@playwright/test";
import type { Session } from "@posthorn/contract/dashboard-api";
import { codeNow } from "../packages/server/src/testing/authenticator.ts";
import { expectAccessible } from "./axe.ts";
import { aName } from "./given.ts";
import { type Mailbox, testWithMailbox } from "./mailbox.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import type { OwnProject } from "./own-project.ts";
import { expect } from "./test.ts";

const PROFILE = "/settings/account/profile";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0";

const test = testWithMailbox();

interface Person {
  email: string;
  password: string;
}

/** A member of the owner's organization, who has signed up with the link in their invitation. */
async function givenMember(product: OwnProject, mailbox: Mailbox): Promise<Person> {
  const { organizations } = await product.dashboardApi<Session>("GET", "/session");
  const [{ id, name } = { id: "none", name: "none" }] = organizations;
  const person = { email: `${aName("bo")}@example.com`, password: "a horse of another colour" };
  await product.dashboardApi("POST", `/organizations/${id}/invitations`, {
    invitations: [{ email: person.email, role: "member" }],
  });
  const text = await mailbox.arrived(person.email, `Join ${name} on Posthorn`);
  const invitation = new URL(/\S+\/invitation\?key=\S+/.exec(text)?.[0] ?? "").searchParams.get("key");
  const response = await fetch(`${product.url}/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: product.url },
    body: JSON.stringify({ ...person, name: "Bo", invitation }),
  });
  expect(response.status).toBe(200);
  return person;
}

/** Enters address and password. With a second factor, the page asks for a code next. */
async function enter(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function openProfile(page: Page, person: Person): Promise<void> {
  await page.goto(`/sign-in?redirect=${PROFILE}`);
  await enter(page, person);
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
}

/** Another browser, in which this person has signed in. */
async function elsewhere(
  browser: Browser,
  baseURL: string,
  userAgent: string,
  person: Person,
): Promise<Page> {
  const context = await browser.newContext({ baseURL, userAgent, reducedMotion: "reduce" });
  const page = await context.newPage();
  await openProfile(page, person);
  return page;
}

async function expectSignedOut(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
}

test.describe("of a member", () => {
  test.use({ isSignedOut: true });

  test("name, sessions, address and password", async ({ page, browser, product, mailbox }) => {
    const person = await givenMember(product, mailbox);
    await openProfile(page, person);
    await page.getByRole("textbox", { name: "Name" }).fill("Bo Derrick");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("button", { name: "Account of Bo Derrick" })).toBeVisible();

    // One session ends, then all others, and their browsers notice.
    const phone = await elsewhere(browser, product.url, IPHONE, person);
    const desk = await elsewhere(browser, product.url, FIREFOX, person);
    await page.reload();
    await page.getByRole("button", { name: "Sign out Safari on iPhone" }).click();
    await expect(page.getByText("Safari on iPhone was signed out")).toBeVisible();
    await expectSignedOut(phone);
    await desk.reload();
    await expect(desk.getByRole("heading", { name: "Sessions" })).toBeVisible();
    await page.getByRole("button", { name: "Sign out others" }).click();
    await expect(page.getByText("All other sessions were signed out")).toBeVisible();
    await expectSignedOut(desk);

    // The new address counts once its mailbox has confirmed it, and the old one hears of it.
    const email = `${aName("derrick")}@example.com`;
    await page.getByRole("button", { name: "Change email…" }).click();
    await page.getByLabel("Current password").fill(person.password);
    await page.getByLabel("New email").fill(email);
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByText(`${email} waits for your confirmation`)).toBeVisible();
    const text = await mailbox.arrived(email, "Confirm your new address for Posthorn");
    await page.goto(/\S+\/confirm-email\?token=\S+/.exec(text)?.[0] ?? "no link");
    await page.getByRole("button", { name: /^Confirm/ }).click();
    await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
    await mailbox.arrived(person.email, "Your Posthorn address was changed");

    // A new password signs the others out.
    const password = "a better horse battery";
    const again = await elsewhere(browser, product.url, IPHONE, { ...person, email });
    await page.goto(PROFILE);
    await page.getByRole("button", { name: "Change password…" }).click();
    await page.getByLabel("Current password").fill(person.password);
    await page.getByLabel("New password").fill(password);
    await page.getByRole("button", { name: "Change password", exact: true }).click();
    await expect(page.getByText("Your password was changed")).toBeVisible();
    await expectSignedOut(again);
    await mailbox.arrived(email, "Your Posthorn password was changed");
    await signOut(page);
    await enter(page, { email, password });
    await expect(page.getByRole("button", { name: "Account of Bo Derrick" })).toBeVisible();
    for (const other of [phone, desk, again]) await other.context().close();
  });

  test("the second factor: on with the app's code, then signing in with a code and with a recovery code", async ({
    page,
    product,
    mailbox,
  }) => {
    const person = await givenMember(product, mailbox);
    await openProfile(page, person);
    await page.getByRole("button", { name: "Turn on…" }).click();
    await page.getByLabel("Current password").fill(person.password);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
    await expectAccessible(page, "the key for the app", { behind: "popup" });
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    const link = await page.getByRole("link", { name: "open it with the key" }).getAttribute("href");
    const secret = new URL(link ?? "").searchParams.get("secret") ?? "";
    const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    const recoveryCode = await codes.first().innerText();
    await page.getByLabel("Code", { exact: true }).fill(codeNow(secret));
    await page.getByRole("button", { name: "Turn on", exact: true }).click();
    await expect(page.getByText("10 of 10 left")).toBeVisible();
    await mailbox.arrived(person.email, "Two-factor authentication is on");

    for (const code of [() => codeNow(secret), () => recoveryCode]) {
      await signOut(page);
      await enter(page, person);
      await page.getByLabel("Code", { exact: true }).fill(code());
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByRole("button", { name: /^Account of/ })).toBeVisible();
    }

    await mailbox.arrived(person.email, "A recovery code was used");
    await page.goto(PROFILE);
    await expect(page.getByText("9 of 10 left")).toBeVisible();
  });

  test("a passkey signs in without password, until it is removed", async ({
    page,
    browser,
    product,
    mailbox,
  }) => {
    const person = await givenMember(product, mailbox);
    await openProfile(page, person);
    await expect(page.getByText(/^Passkeys need a host name\. Open http:\/\/localhost:\d+/)).toBeVisible();

    const context = await browser.newContext({
      baseURL: product.url.replace("127.0.0.1", "localhost"),
      reducedMotion: "reduce",
    });
    const there = await context.newPage();
    const devTools = await context.newCDPSession(there);
    await devTools.send("WebAuthn.enable");
    await devTools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await openProfile(there, person);
    await there.getByRole("button", { name: "Add passkey" }).click();
    await there.getByLabel("Current password").fill(person.password);
    await there.getByRole("dialog").getByLabel("Name").fill("MacBook Pro");
    await expectAccessible(there, "a passkey that is added", { behind: "popup" });
    await there.getByRole("button", { name: "Continue" }).click();
    const passkeys = there.getByRole("list", { name: "Passkeys" });
    await expect(passkeys).toContainText(/MacBook Pro.*never used/);
    await mailbox.arrived(person.email, "A passkey was added to your account");

    await signOut(there);
    await expectAccessible(there, "/sign-in with a passkey");
    await there.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(there.getByRole("button", { name: "Account of Bo" })).toBeVisible();
    await there.goto(PROFILE);
    await expect(passkeys).toContainText(/MacBook Pro.*used/);
    await expect(passkeys).not.toContainText("never used");

    await there.getByRole("button", { name: "Remove MacBook Pro…" }).click();
    await there.getByLabel("Current password").fill(person.password);
    await there.getByRole("button", { name: "Remove passkey" }).click();
    await expect(passkeys).toBeHidden();
    await mailbox.arrived(person.email, "A passkey was removed from your account");
    await signOut(there);
    await there.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(there.getByRole("alert")).toContainText("Posthorn does not know this passkey");
    await context.close();
  });
});

test("an owner cannot delete their account before somebody else owns the organization", async ({ page }) => {
  await page.goto(PROFILE);

  await expect(page.getByRole("button", { name: "Delete account…" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expect(page.getByText(/^Make another member the owner of .* first\.$/)).toBeVisible();
  await expectAccessible(page, "the profile of an owner");
});
