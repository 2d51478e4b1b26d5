/**
 * How does a journey come to a page as somebody who is in the dashboard already?
 *
 * A link changes the address, and the router shows its page. Loading the whole document costs the browser several times as
 * much, so journeys that visit every page take this way where they do not ask how a page loads.
 */
import type { Page } from "@playwright/test";

/** No page has it. Seen between two pages, so that nothing of the one before stays: each page begins anew. */
const NOWHERE = "/no/such/page";
/** Every page names itself when it begins. */
const UNNAMED = "not named yet";

export async function goInside(page: Page, address: string): Promise<void> {
  for (const to of [NOWHERE, address]) {
    await page.evaluate(
      ([title, path]) => {
        document.title = title;
        history.pushState(null, "", path);
      },
      [UNNAMED, to] as const,
    );
    await page.waitForFunction((title) => document.title !== title, UNNAMED);
  }
}
