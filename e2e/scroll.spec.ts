/**
 * Does the frame stay in place while a person scrolls a page to its end?
 *
 * On every page of the build's own list, at both sizes, by wheel, by the End key and by touch. The journey opens each page
 * at the first address that `pictures/screens.ts` has for it, so a new page needs a line there. The browser shows its
 * scroll bars, as on Linux and Windows, so the journey also finds bars that have no use.
 */
import type { BrowserContext } from "@playwright/test";
import { BROWSER_FLAGS, installedBrowser } from "../scripts/find-browser.mjs";
import { startFarEnd } from "./far-end.ts";
import { goInside } from "./go-inside.ts";
import { press } from "./pictures/acts.ts";
import { oneScreenPerPage } from "./pages-of-the-build.ts";
import { addressOf, type Screen } from "./pictures/screens.ts";
import { seed } from "./pictures/seed.ts";
import { GESTURE_NAMES, scrollBack, scrollToEnd, strayParts, uselessBars } from "./scrolling.ts";
import { expect, test } from "./test.ts";

const executablePath = installedBrowser();
test.use({
  hasTouch: true,
  launchOptions: {
    args: BROWSER_FLAGS,
    ignoreDefaultArgs: ["--hide-scrollbars"],
    ...(executablePath !== null && { executablePath }),
  },
});

/** Forty pages in one journey: two minutes, and many more on a machine that is starved. Only a hang reaches the limit. */
test.setTimeout(15 * 60_000);

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

/** What only an action shows, and is longer than the page that it began on. */
const UNFOLDED: readonly Screen[] = [
  {
    name: "connection-new-filter",
    address: "/connections/new",
    act: (page) => page.getByRole("checkbox", { name: "Filter" }).check(),
  },
  {
    name: "connection-new-ends",
    address: "/connections/new",
    async act(page) {
      await page.getByRole("radio", { name: "Existing source" }).click();
      await page.getByRole("combobox", { name: "Source" }).click();
      await page.getByRole("option").first().click();
    },
  },
  { name: "connection-new-errors", address: "/connections/new", act: press("Create") },
];

test("rail and header stay in place on every page, however a person scrolls", async ({
  context,
  product,
  browser,
}) => {
  const [ok, broken] = [await startFarEnd(), await startFarEnd()];
  const seeded = await seed(product, ok, broken);
  const stranger = await browser.newContext({
    baseURL: product.url,
    reducedMotion: "reduce",
    hasTouch: true,
  });
  // This installation has an owner, so the page that creates one must be told otherwise.
  await stranger.route("**/dashboard-api/setup", (route) =>
    route.fulfill({ json: { setup_needed: new URL(route.request().frame().url()).pathname === "/sign-up" } }),
  );
  const pages = { signedIn: await openPage(context), signedOut: await openPage(stranger) };

  for (const screen of [...(await oneScreenPerPage(product.url, seeded)), ...UNFOLDED]) {
    await test.step(screen.name, async () => {
      const hand = screen.isSignedOut ? pages.signedOut : pages.signedIn;
      const { page } = hand;
      await page.setViewportSize(DESKTOP);
      const address = addressOf(screen, seeded);
      // A page on which something was done may ask before it is left.
      await (hand.canGoInside ? goInside(page, address) : page.goto(address));
      hand.canGoInside = !screen.isSignedOut && screen.act === undefined;
      await page.getByRole("heading").first().waitFor();
      await page.waitForFunction(() => document.querySelector("[data-skeleton]") === null);
      await screen.act?.(page);
      for (const size of [DESKTOP, PHONE]) {
        await page.setViewportSize(size);
        for (const name of GESTURE_NAMES) {
          await scrollToEnd(hand, name);
          expect
            .soft(await page.evaluate(strayParts), `${screen.name}, ${size.width} px, ${name}`)
            .toEqual([]);
          await page.evaluate(scrollBack);
        }
        expect.soft(await page.evaluate(uselessBars), `${screen.name}, ${size.width} px`).toEqual([]);
      }
    });
  }

  await stranger.close();
  await Promise.all([ok.stop(), broken.stop()]);
});

async function openPage(context: BrowserContext) {
  const page = await context.newPage();
  return { page, touch: await context.newCDPSession(page), canGoInside: false };
}
