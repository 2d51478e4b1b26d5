/** How long does a page of 100 rows take whose data is there (A12)? Back and forward lead through two such pages. */
import type { Figure, Visit } from "./figure.ts";
import { installStopwatch, median, RUNS } from "./stopwatch.ts";

const ROWS = 100;
/** The rows below the fold are drawn after the first ones, and a live page reads its list again. */
const SETTLE_MS = 500;

export async function measurePageSwitch(visit: Visit): Promise<Figure> {
  const context = await visit.browser.newContext({
    storageState: visit.storageState,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.addInitScript(installStopwatch);
  await page.goto(`${visit.url}${visit.events}`);
  await page
    .locator("[data-event-id]")
    .nth(ROWS - 1)
    .waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.waitForURL(/next=/);
  await page.locator('[aria-busy="true"]').waitFor({ state: "detached" });
  await page.waitForTimeout(SETTLE_MS);
  let isAtEnd = true;
  const measured = await median(async () => {
    const first = await page.locator("[data-event-id]").first().getAttribute("data-event-id");
    const took = await page.evaluate(
      ({ rows, before, isBack }) =>
        window.timeUntil(
          () => (isBack ? history.back() : history.forward()),
          () => {
            const shown = document.querySelectorAll("[data-event-id]");
            return shown.length === rows && shown[0]?.getAttribute("data-event-id") !== before;
          },
        ),
      { rows: ROWS, before: first, isBack: isAtEnd },
    );
    isAtEnd = !isAtEnd;
    await page.waitForTimeout(SETTLE_MS);
    return took;
  });
  await context.close();
  return {
    budget: "A12",
    what: `another page of ${ROWS} rows, data there, median of ${RUNS}`,
    measured,
    limit: 80,
    unit: "ms",
  };
}
