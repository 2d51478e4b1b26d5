/**
 * What does axe say about the page as it stands? All rules of WCAG 2.2 A and AA and axe's best practices, in both themes.
 *
 * With a popup open, one rule is left out: the page behind is hidden from assistive technology by attribute, and
 * axe reports that its links could still be reached, though focus is held in the popup. The list of a combobox hides
 * the page's heading too, though the page has one. A tooltip lies outside every landmark; what it belongs to names it.
 */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import axeCore from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

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
      .withTags(TAGS)
      .exclude('[role="tooltip"]')
      .disableRules(behind ? LEFT_OUT[behind] : []);
    const { violations } = await axe.analyze();
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html: one }) => one).join("  ")}`);
    expect(told, `${state}, ${colorScheme}`).toEqual([]);
  }
}
