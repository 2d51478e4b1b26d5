/** Can a new user get from nothing to a delivered event? This is what the product is for. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expect, SIGNED_OUT, test as base } from "./test.ts";

const test = base.extend({
  baseURL: async ({ freshProduct }, use) => use(freshProduct.url),
});
test.use({ storageState: SIGNED_OUT, remembered: [] });

const CLICKS_MAX = 8;
const SECONDS_MAX = 120;
/** The keystroke-level model: an average typist's key, and to decide, to point and to press. */
const SECONDS = { key: 0.28, click: 2.6 };

/** What a person does with their hands, as the page notices it. */
interface Hands {
  clicks: number;
  keys: number;
}

async function watchHands(page: Page): Promise<Hands> {
  const hands: Hands = { clicks: 0, keys: 0 };
  await page.exposeFunction("countByHand", (kind: keyof Hands) => void hands[kind]++);
  await page.addInitScript(() => {
    for (const [type, kind] of [
      ["pointerdown", "clicks"],
      ["keydown", "keys"],
    ] as const)
      window.addEventListener(
        type,
        (event) => {
          const countByHand: unknown = Reflect.get(window, "countByHand");
          if (event.isTrusted && typeof countByHand === "function") countByHand(kind);
        },
        { capture: true },
      );
  });
  return hands;
}

/** Types where the focus is, as a person does who never reaches for the mouse between two fields. */
async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await expect(field).toBeFocused();
  await page.keyboard.type(text);
}

async function tabTo(page: Page, field: Locator, text: string): Promise<void> {
  await page.keyboard.press("Tab");
  await typeInto(page, field, text);
}

test("sign-up, organization, source, request, destination, delivery: eight clicks and two minutes", async ({
  page,
  farEnd,
}) => {
  const hands = await watchHands(page);

  await page.goto("/");
  await expect(page).toHaveURL(/\/sign-up$/);
  await expect(page.getByRole("heading", { name: "Set up Posthorn" })).toBeVisible();
  await typeInto(page, page.getByLabel("Your name"), "Ada Lovelace");
  await tabTo(page, page.getByLabel("Email"), "ada@example.com");
  await tabTo(page, page.getByLabel("Password"), "correct horse battery");
  await page.getByRole("button", { name: "Create account" }).click();

  await expect(page.getByRole("heading", { name: "Welcome, Ada" })).toBeVisible();
  await expectAccessible(page, "/onboarding");
  await page.getByText("GitHub", { exact: true }).click();
  await page.getByText("Receive webhooks").click();
  // The focus goes on from the last choice.
  await tabTo(page, page.getByLabel("What should your organization be called?"), "Analytical Engines");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Create your first connection" })).toBeVisible();
  await typeInto(page, page.getByLabel("Source name"), "shopify");
  await expectAccessible(page, "/create-first-connection, source");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Send a test request" })).toBeVisible();
  await expectAccessible(page, "/create-first-connection, requests");
  await page.getByRole("button", { name: "Send a test request" }).click();
  await expect(page.getByText("1 request so far")).toBeVisible();
  await expect(page.getByText("shopify is sending. Where should its events go?")).toBeVisible();

  await typeInto(page, page.getByLabel("Destination name"), "orders-api");
  await tabTo(page, page.getByRole("textbox", { name: "URL" }), `${farEnd.url}/webhooks`);
  await expectAccessible(page, "/create-first-connection, destination");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("form", { name: "Define connection rules" })).toBeVisible();
  await expectAccessible(page, "/create-first-connection, rules");
  await page
    .getByRole("form", { name: "Define connection rules" })
    .getByRole("button", { name: "Next" })
    .click();

  await expect(page.getByText("Request has been retried and 1 event was created.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Latest events" })).toContainText("Successful");
  await expectAccessible(page, "/create-first-connection, review");
  expect(farEnd.deliveries).toHaveLength(1);
  expect(farEnd.deliveries[0]).toMatchObject({ method: "POST", path: "/webhooks" });
  expect(farEnd.deliveries[0]?.body).toContain("test event");
  expect(farEnd.deliveries[0]?.headers["x-posthorn-signature"]).toBeTruthy();
  await page.getByRole("link", { name: "Confirm connection" }).click();

  expect(hands.clicks).toBeLessThanOrEqual(CLICKS_MAX);
  expect(hands.clicks * SECONDS.click + hands.keys * SECONDS.key).toBeLessThan(SECONDS_MAX);
  const row = page.getByRole("region", { name: "Events" }).getByRole("row").nth(1);
  await expect(row).toContainText("Successful");
  await expect(row).toContainText("shopify → orders-api");
  await row.getByRole("time").first().hover();
  await expect(page.getByRole("tooltip")).toHaveText(/\d{4}, \d\d:\d\d:\d\d\.\d{3} .+(now|ago)$/s);
  await row.click();

  const panel = page.getByRole("complementary", { name: "Event" });
  await expect(panel).toContainText("The destination answered 200");
  await expect(panel.getByRole("tree")).toContainText("test event");
  await expectAccessible(page, "/events, request");
  await panel.getByRole("tree").press("Shift+F10");
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page, "/events, menu of a JSON row", { behind: "popup" });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await panel.getByRole("tab", { name: "Metadata" }).click();
  await expect(panel.getByRole("tabpanel")).toContainText("Request ID");
  await expectAccessible(page, "/events, metadata");
  await panel.getByRole("tab", { name: "Response" }).click();
  const attempts = panel.getByRole("list", { name: "Delivery attempts" }).getByRole("listitem");
  await expect(attempts).toHaveCount(1);
  await expectAccessible(page, "/events, response");

  await panel.getByRole("button", { name: "Retry", exact: true }).click();

  await expect(page.getByText("Event queued for retry")).toBeVisible();
  await expect(attempts).toHaveCount(2);
  await expect(attempts.first()).toContainText("Manual Retry");
  await expect(attempts.first()).toContainText("Successful");
  expect(farEnd.deliveries[1]?.body).toBe(farEnd.deliveries[0]?.body);
});

test("a founder who closes the tab goes on later, where the first browser stopped", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto("/sign-up");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Enter your name")).toBeVisible();
  await expectAccessible(page, "/sign-up with mistakes");
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, Ada" })).toBeVisible();

  const elsewhere = await browser.newContext({
    baseURL: baseURL ?? "",
    viewport: { width: 360, height: 740 },
  });
  const phone = await elsewhere.newPage();
  await phone.goto("/sign-up");
  await expect(phone).toHaveURL(/\/sign-in/);
  await phone.getByLabel("Email").fill("ada@example.com");
  await phone.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await phone.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(phone.getByRole("heading", { name: "Welcome, Ada" })).toBeVisible();
  await phone.getByRole("button", { name: "Create organization" }).click();
  await expect(phone.getByText("Required")).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await phone.getByLabel("What should your organization be called?").fill("Analytical Engines");
  await phone.getByRole("button", { name: "Create organization" }).click();
  await phone.getByLabel("Source name").fill("shopify");
  await phone.getByRole("button", { name: "Next" }).click();
  await expect(phone.getByRole("button", { name: "Send a test request" })).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await elsewhere.close();

  await page.goto("/create-first-connection");
  await expect(page.getByRole("button", { name: "Send a test request" })).toBeVisible();
  await page.getByRole("link", { name: "Skip to dashboard" }).click();
  await expect(page.getByRole("link", { name: "Create first connection" })).toBeVisible();
  await expectAccessible(page, "/connections empty");
  await page.goto("/events");
  await expect(page.getByRole("heading", { name: "Monitor outbound events" })).toBeVisible();
  await expectAccessible(page, "/events without a connection");
  await page.getByRole("link", { name: "Create first connection" }).click();
  await expect(page.getByRole("button", { name: "Send a test request" })).toBeVisible();
});
