/**
 * How long does it take from the numbers to the painted charts (A11)?
 *
 * On the page with the most charts. The page's calls are answered as always, but the page gets the answers only when the
 * clock starts. The first one comes earlier: it loads the drawing library.
 */
import { percentile, type Figure, type Visit } from "./figure.ts";
import { installStopwatch, RUNS } from "./stopwatch.ts";

/** At least so many of the page's charts have something to draw. */
const DRAWN = 5;

declare global {
  interface Window {
    /** Answers that are held back. */
    heldAnswers: { isDrawn: boolean; release: () => void }[];
  }
}

/** Runs in the page before any other script. */
function holdMetrics(): void {
  window.heldAnswers = [];
  const ask = window.fetch;
  window.fetch = async (...call) => {
    const answer = await ask(...call);
    if (!/\/metrics\//.test(answer.url)) return answer;
    const body = await answer.text();
    await new Promise<void>((release) =>
      window.heldAnswers.push({ isDrawn: /attempts\?.*granularity=/.test(answer.url), release }),
    );
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}

export async function measureCharts(visit: Visit): Promise<Figure> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await visit.browser.newContext({
      storageState: visit.storageState,
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    await page.addInitScript(installStopwatch);
    await page.addInitScript(holdMetrics);
    await page.goto(`${visit.url}/metrics/destinations`);
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => {
      const first = window.heldAnswers.findIndex(({ isDrawn }) => isDrawn);
      window.heldAnswers.splice(first, 1)[0]?.release();
    });
    await page.locator("main canvas").first().waitFor();
    await page.waitForTimeout(300);
    times.push(
      await page.evaluate(
        (count) =>
          window.timeUntil(
            () => window.heldAnswers.forEach(({ release }) => release()),
            () =>
              document.querySelectorAll("main canvas").length >= count &&
              document.querySelector('main figure [role="status"]') === null,
          ),
        DRAWN,
      ),
    );
    await context.close();
  }
  return {
    budget: "A11",
    what: `10 charts and 2 tables, data → paint, median of ${RUNS}`,
    measured: percentile(times, 0.5),
    limit: 150,
    unit: "ms",
  };
}
