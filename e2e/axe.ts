/**
 * Does axe accept the page in its current state? All rules of WCAG 2.2 A and AA and axe's best practices, in both
 * themes.
 *
 * The dark theme changes colours and nothing else, so axe applies only the rules about colours to it. axe runs in the
 * page itself, which has no frames, and describes only what it refuses: describing every element that is right takes
 * longer than checking it.
 *
 * While a popup is open, we leave out one rule: an attribute hides the page behind the popup from assistive technology,
 * and axe reports that the focus could still reach its links, although the popup keeps the focus. The open list of a
 * combobox also hides the page's heading, so we leave out that rule too. A tooltip is outside every landmark, but its
 * element refers to it, so axe skips tooltips.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axeCore from "axe-core";
import type { RunOptions } from "axe-core";

/** The program that the page runs. The package's main file is the same with its comments, and takes twice as long to load. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

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
  const leftOut = behind ? LEFT_OUT[behind] : [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const html = page.locator("html");
    await (colorScheme === "dark" ? expect(html).toHaveClass(/dark/) : expect(html).not.toHaveClass(/dark/));
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== "running"),
    );
    const refused = await refusedByAxe(page, {
      runOnly:
        colorScheme === "light" ? { type: "tag", values: TAGS } : { type: "rule", values: COLOUR_RULES },
      rules: Object.fromEntries(leftOut.map((rule) => [rule, { enabled: false }])),
      resultTypes: ["violations"],
    });
    expect(refused, `${state}, ${colorScheme}`).toEqual([]);
  }
}

/** One line for each rule that the page breaks, with the elements that break it. */
async function refusedByAxe(page: Page, options: RunOptions): Promise<string[]> {
  // A page keeps axe until it loads another document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (asked) => {
    const axe = Reflect.get(window, "axe") as typeof axeCore; // safe: the line above has put it there
    const { violations } = await axe.run({ exclude: ['[role="tooltip"]'] }, asked);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("  ")}`);
  }, options);
}
