/** Does everything work with the keyboard alone? The focus is always visible, and returns to where it came from. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { aName, givenConnection, givenEvents } from "./given.ts";
import { OWNER } from "./product.ts";
import { expect, test } from "./test.ts";

/** Presses Tab until the named control has the focus. */
async function tabTo(page: Page, name: string | RegExp, most = 30): Promise<void> {
  for (let pressed = 0; pressed < most; pressed += 1) {
    const focused = page.locator(":focus");
    if ((await focused.count()) > 0 && (await focused.and(page.getByLabel(name)).count()) > 0) return;
    for (const role of ["button", "radio"] as const)
      if ((await focused.count()) > 0 && (await focused.and(page.getByRole(role, { name })).count()) > 0)
        return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab did not reach ${name} within ${most} presses`);
}

async function expectFocusRing(page: Page): Promise<void> {
  const outlinePx = await page.locator(":focus").evaluate((element) => {
    // A field draws its ring around itself or around its box; a tree draws it around its scroller.
    const drawn = [element, element.parentElement].map((one) => one && getComputedStyle(one));
    return Math.max(
      ...drawn.map((style) =>
        style && style.outlineStyle !== "none" ? Number.parseFloat(style.outlineWidth) : 0,
      ),
    );
  });
  expect(outlinePx).toBeGreaterThanOrEqual(2);
}

test.describe("signed out", () => {
  test.use({ isSignedOut: true });

  test("sign in, make a connection, and leave, by keyboard alone", async ({ page, farEnd }) => {
    await page.goto("/connections");
    await tabTo(page, "Email");
    await expectFocusRing(page);
    await page.keyboard.type(OWNER.email);
    await tabTo(page, /^Password/);
    await page.keyboard.type(OWNER.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Connections" })).toBeVisible();

    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Search pages, names and commands" })).toBeFocused();
    await page.keyboard.type("new conn");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "New connection" })).toBeVisible();
    await expectAccessible(page, "/connections/new");
    const source = aName("typed-source");
    await tabTo(page, /Source name/);
    await page.keyboard.type(source);
    await tabTo(page, /Destination name/);
    await page.keyboard.type(aName("typed-destination"));
    await tabTo(page, /^URL/);
    await expectFocusRing(page);
    await page.keyboard.type(farEnd.url);
    await page.keyboard.press("Enter");

    const created = page.getByRole("dialog", { name: /is ready$/ });
    await expect(created).toBeVisible();
    await expect(created.locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(created).toBeHidden();
    await expect(page.getByRole("row").filter({ hasText: source })).toBeVisible();
  });
});

test("the skip link leads past the rail", async ({ page, product, farEnd }) => {
  await givenConnection(product, farEnd);
  await page.goto("/connections");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connections");

  await page.keyboard.press("Tab");

  await expect(page.locator(":focus")).toHaveText("Skip to the page");
  await expect(page.locator(":focus")).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator("#page :focus")).toHaveCount(1);
});

test("events are walked, opened, closed and sent again by keys", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  const events = await givenEvents(product, connection, 3);
  await page.goto(`/events?webhook_id=${connection.id}`);
  await expect(page.getByRole("row")).toHaveCount(4);
  await expectAccessible(page, "/events");
  const rowOf = (at: number) => page.locator(`[data-event-id="${events[at]?.id}"]`);
  const panel = page.getByRole("complementary", { name: "Event" });

  await page.keyboard.press("j");
  await expect(rowOf(0).getByRole("link").first()).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(rowOf(1).getByRole("link").first()).toBeFocused();
  await expectFocusRing(page);

  await page.keyboard.press("Enter");
  await expect(panel).toBeFocused();
  await expect(panel).toContainText(events[1]?.id ?? "no event");
  await page.keyboard.press("j");
  await expect(panel).toContainText(events[2]?.id ?? "no event");
  await page.keyboard.press("r");
  await expect(page.getByText("Event queued for retry")).toBeVisible();
  await expect(rowOf(2).getByRole("cell").nth(5)).toHaveText("2");
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(rowOf(2).getByRole("link").first()).toBeFocused();

  await page.keyboard.press("f");
  await expect(page.locator(":focus")).toContainText("Date");
});

test("g c and g e go, ? lists the keys, Mod+K finds, and focus returns", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  await givenEvents(product, connection, 1);
  await page.goto(`/events?webhook_id=${connection.id}`);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.keyboard.press("j");
  const link = page.locator(":focus");
  await expect(link).toHaveAttribute("href", /selected_event_id=evt_/);

  await page.keyboard.press("Shift+?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toContainText("Retry event");
  await expect(sheet).toContainText("Go to Connections");
  await expectAccessible(page, "shortcut sheet", { behind: "popup" });
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(link).toHaveAttribute("href", /selected_event_id=evt_/);

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page, "palette", { behind: "popup" });
  await page.keyboard.type("jjj");
  await expect(page).toHaveURL(/\/events/);
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await expect(page.locator(":focus")).toHaveAttribute("href", /selected_event_id=evt_/);

  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/connections$/);
  // The address changes before the page does. The key works as soon as the page is there.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type("g e");
  await expect(page).toHaveURL(/\/connections/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/\/events$/);
});

test("a source and a destination are made and changed, and a service is connected, by keyboard alone", async ({
  page,
  farEnd,
}) => {
  const [source, destination] = [aName("typed"), aName("typed-end")];
  await page.goto("/sources/new");
  await expect(page.getByRole("heading", { name: "New source" })).toBeVisible();
  await tabTo(page, "Search types");
  await page.keyboard.type("webhook");
  await tabTo(page, /^Webhook/);
  await page.keyboard.press("Space");
  await tabTo(page, "Source name");
  await expectFocusRing(page);
  await page.keyboard.type(source);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: source })).toBeVisible();

  await page.goto(`${new URL(page.url()).pathname}/settings`);
  await expect(page.getByLabel("Description")).toBeVisible();
  await tabTo(page, "Description");
  await page.keyboard.type("Typed");
  await tabTo(page, "Save");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Source saved")).toBeVisible();

  await page.goto("/destinations/new");
  await expect(page.getByLabel("URL", { exact: true })).toBeVisible();
  await tabTo(page, /^Name/);
  await page.keyboard.type(destination);
  await tabTo(page, /^URL/);
  await page.keyboard.type(farEnd.url);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: destination })).toBeVisible();

  await page.goto(`${new URL(page.url()).pathname}/settings`);
  await expect(page.getByLabel("Description")).toBeVisible();
  await tabTo(page, "Description");
  await page.keyboard.type("Typed");
  await tabTo(page, "Save");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Destination saved")).toBeVisible();

  await page.goto("/connect?provider=acme");
  await expect(page.getByLabel("Source Name")).toBeVisible();
  await tabTo(page, "Source Name");
  await page.keyboard.press("Control+a");
  await page.keyboard.type(aName("typed-managed"));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Source Token")).toBeVisible();
});
