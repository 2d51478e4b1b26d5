/** Does the page fit the width of its window, as on a phone? */
import { expect, type Page } from "@playwright/test";

export const PHONE = { width: 360, height: 740 };

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflowPx).toBeLessThanOrEqual(0);
}
