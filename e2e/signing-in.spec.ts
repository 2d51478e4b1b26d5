/** Can a person sign in and out? With wrong passwords, reset links, and sessions that end. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { givenConnection, givenEvents } from "./given.ts";
import { OWNER, startProduct, type Product } from "./product.ts";
import { signIn } from "./session.ts";
import { expect, test } from "./test.ts";

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test.describe("with sessions of their own", () => {
  test.use({ isSignedOut: true });

  test("a wrong password and an unknown address are one answer; sign-out ends it", async ({ page }) => {
    await page.goto("/sign-in");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expectAccessible(page, "/sign-in");
    await fillIn(page, OWNER.email, "");
    await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
    await fillIn(page, OWNER.email, "not the password");
    const alert = page.getByRole("alert");
    await expect(alert).toBeVisible();
    const said = await alert.innerText();
    await expect(page.getByLabel("Password")).toBeFocused();
    await expectAccessible(page, "/sign-in refused");
    await fillIn(page, "nobody@example.com", "not the password");
    await expect(alert).toHaveText(said);

    await fillIn(page, OWNER.email, OWNER.password);
    await expect(page).toHaveURL(/\/events$/);
    await page.getByRole("button", { name: /^Account of/ }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectAccessible(page, "account menu", { behind: "popup" });
    await page.getByRole("menuitem", { name: "Sign out" }).click();

    await expect(page).toHaveURL(/\/sign-in/);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });

  test("a session that ends while a page is open leads to the sign-in and back", async ({
    page,
    context,
    product,
    farEnd,
  }) => {
    const connection = await givenConnection(product, farEnd);
    const [event] = await givenEvents(product, connection, 1);
    const session = await signIn(product);
    await context.addCookies(session.cookies);
    await page.goto(`/events?webhook_id=${connection.id}&selected_event_id=${event.id}&tab=metadata`);
    await expect(page.getByRole("tabpanel")).toContainText("Request ID");
    const address = page.url();

    const cookie = session.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    await fetch(`${product.url}/auth/sign-out`, {
      method: "POST",
      headers: { cookie, origin: product.url, "content-type": "application/json" },
      body: "{}",
    });

    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await fillIn(page, OWNER.email, OWNER.password);
    await expect(page.getByRole("tabpanel")).toContainText("Request ID");
    expect(decodeURIComponent(page.url())).toBe(decodeURIComponent(address));
  });
});

test.describe("a forgotten password", () => {
  let own: Product;
  test.beforeAll(async () => {
    own = await startProduct();
  });
  test.afterAll(async () => own.stop());

  test("the link in the server log works once", async ({ browser }) => {
    const context = await browser.newContext({ baseURL: own.url, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto("/sign-in");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
    await expectAccessible(page, "/forgot-password");
    await page.getByLabel("Email").fill(OWNER.email);
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByRole("heading", { name: "Look for the link" })).toBeVisible();
    await expectAccessible(page, "/forgot-password sent");
    const linkInLog = () => /http:\/\/[^"\s]+\/reset-password\?token=[^"\s]+/.exec(own.output())?.[0] ?? "";
    await expect.poll(linkInLog).not.toBe("");
    const link = linkInLog();

    await page.goto(link);
    await page.getByLabel("New password").fill("another long password");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByText("Your password was changed. Sign in with the new one.")).toBeVisible();
    await fillIn(page, OWNER.email, OWNER.password);
    await expect(page.getByRole("alert")).toBeVisible();
    await fillIn(page, OWNER.email, "another long password");
    await expect(page).toHaveURL(/\/events$/);

    await page.goto(link);
    await page.getByLabel("New password").fill("a third long password");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByRole("alert")).toContainText("This link is no longer valid");
    await expectAccessible(page, "/reset-password refused");
    await page.goto("/reset-password");
    await expectAccessible(page, "/reset-password without a token");
    await context.close();
  });
});

test("a person who is signed in is sent on from the sign-in", async ({ page }) => {
  await page.goto("/sign-in?redirect=/sources");

  await expect(page).toHaveURL(/\/sources$/);
  await page.goto("/sign-in");
  await expect(page).toHaveURL(/\/events$/);
});
