/**
 * Does axe accept the page in its current state? All rules of WCAG 2.2 A and AA and axe's best practices, in both
 * themes.
 *
 * The dark theme changes colours and nothing else, so axe applies only the rules about colours to it. Legacy mode lets
 * axe finish in the page itself; otherwise it opens an empty page for each result. It leaves out frames of other
 * origins, and the dashboard has no frames.
 *
 * While a popup is open, we leave out one rule: an attribute hides the page behind the popup from assistive technology,
 * and axe reports that the focus could still reach its links, although the popup keeps the focus. The open list of a
 * combobox also hides the page's heading, so we leave out that rule too. A tooltip is outside every landmark, but its
 * element refers to it, so axe skips tooltips.
 */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import axeCore from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules of these tags that depend on colours. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

const LEFT_OUT = {
  popup: ["aria-hidden-focus"],
  "list of choices": ["aria-hidden-focus", "page-has-heading-one"],
};

export async function expectAccessible(
  page: Page,
  state: string,
  { behind }: { behind?: "popup" | "list of choices" } = {},
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const html = page.locator("html");
    await (colorScheme === "dark" ? expect(html).toHaveClass(/dark/) : expect(html).not.toHaveClass(/dark/));
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== "running"),
    );
    const axe = new AxeBuilder({ page, axeSource: axeCore.source })
      .setLegacyMode()
      .exclude('[role="tooltip"]')
      .disableRules(behind ? LEFT_OUT[behind] : []);
    if (colorScheme === "light") axe.withTags(TAGS);
    else axe.withRules(COLOUR_RULES);
    const { violations } = await axe.analyze();
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html: one }) => one).join("  ")}`);
    expect(told, `${state}, ${colorScheme}`).toEqual([]);
  }
}
