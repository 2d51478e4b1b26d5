/** How does a CLI get a person's key? From the terminal to the browser and back. */
import { startCliLogin } from "@posthorn/contract/cli-auth";
import { API_VERSION, type ReplyOf } from "@posthorn/contract/endpoint";
import { expectAccessible } from "./axe.ts";
import { OWNER, type Product } from "./product.ts";
import { expect, test } from "./test.ts";

const ASKED = "Did you start this CLI?";
const DONE = "You are now authenticated with the CLI go back to your terminal!";

/** What a CLI does before it opens the browser. */
async function beginLogin(product: Pick<Product, "url">): Promise<ReplyOf<typeof startCliLogin>> {
  const response = await fetch(`${product.url}/${API_VERSION}${startCliLogin.path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ device_name: "Ada's laptop" }),
  });
  return (await response.json()) as ReplyOf<typeof startCliLogin>; // the contract says so
}

const poll = async (url: string) => (await fetch(url)).json() as Promise<Record<string, unknown>>;

test("a click lets the CLI in, which then has a key that works; opening the link does not", async ({
  page,
  product,
}) => {
  const { browser_url, poll_url } = await beginLogin(product);

  await page.goto(browser_url);
  await expect(page.getByRole("heading", { name: ASKED })).toBeVisible();
  const main = page.getByRole("main");
  for (const shown of ["Ada's laptop", "127.0.0.1 same as yours", " ago, ", OWNER.email])
    await expect(main).toContainText(shown);
  await expectAccessible(page, "/cli-auth asks");
  await page.waitForLoadState("networkidle");
  expect(await poll(poll_url)).toEqual({ claimed: false });
  await page.getByRole("button", { name: "Yes, allow this CLI" }).click();

  await expect(page.getByRole("heading", { name: DONE })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("The CLI on Ada's laptop acts as ada@example.com");
  await expect(page).toHaveTitle("CLI authentication - Posthorn");
  const collected = await poll(poll_url);
  expect(collected).toMatchObject({ claimed: true, user_email: OWNER.email });
  const answer = await fetch(`${product.url}/${API_VERSION}/sources`, {
    headers: { authorization: `Bearer ${String(collected["key"])}` },
  });
  expect(answer.status).toBe(200);

  // A person who opens the page again reads the same; the CLI gets no second key.
  await page.reload();
  await expect(page.getByRole("heading", { name: DONE })).toBeVisible();
  expect(await poll(poll_url)).toMatchObject({ code: "LINK_NOT_VALID" });
});

test("a refusal ends the login, for the CLI too", async ({ page, product }) => {
  const { browser_url, poll_url } = await beginLogin(product);

  await page.goto(browser_url);
  await page.getByRole("button", { name: "No, refuse it" }).click();

  await expect(page.getByRole("heading", { name: "You refused this CLI" })).toBeVisible();
  expect(await poll(poll_url)).toMatchObject({ code: "LINK_NOT_VALID", data: { reason: "refused" } });
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("The login was refused in the browser.");
});

test.describe("signed out", () => {
  test.use({ isSignedOut: true });

  test("a person signs in first, and comes back to the link", async ({ page, product }) => {
    const { browser_url, poll_url } = await beginLogin(product);

    await page.goto(browser_url);
    await page.getByLabel("Email").fill(OWNER.email);
    await page.getByLabel("Password").fill(OWNER.password);
    expect(await poll(poll_url)).toEqual({ claimed: false });
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: ASKED })).toBeVisible();
    expect(await poll(poll_url)).toEqual({ claimed: false });
    await page.getByRole("button", { name: "Yes, allow this CLI" }).click();

    await expect(page.getByRole("heading", { name: DONE })).toBeVisible();
    expect(await poll(poll_url)).toMatchObject({ claimed: true });
  });
});
