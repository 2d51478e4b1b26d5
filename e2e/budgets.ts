/**
 * Does the dashboard meet its budgets (A1 to A8 and A10 of the UX bar) on this machine?
 *
 * `npm run budgets -w e2e` prints a table, or JSON with `--json`. Timings are meaningful only on a quiet machine, so
 * this is a report and not a test. weight.spec.ts tests the budgets that do not depend on the machine.
 */
import { loadavg } from "node:os";
import { chromium } from "@playwright/test";
import { buildDashboardIfStale } from "../scripts/build-dashboard.mjs";
import { BROWSER_FLAGS, findBrowser } from "../scripts/find-browser.mjs";
import { startFarEnd } from "./far-end.ts";
import { givenConnection, givenEvents, send, settledEvents } from "./given.ts";
import { aMillionCharacters } from "./large-payload.ts";
import { measureInteractions } from "./measure-interactions.ts";
import { measureLoad, measureRefreshShift } from "./measure-load.ts";
import { measurePayload } from "./measure-payload.ts";
import type { Figure } from "./figure.ts";
import { weighChunks, weighPage, WEIGHT_LIMITS } from "./page-weight.ts";
import { startProduct } from "./product.ts";
import { signIn } from "./session.ts";

const EVENTS = 120;

await buildDashboardIfStale();
const product = await startProduct();
const farEnd = await startFarEnd();
const browser = await chromium.launch({ executablePath: findBrowser(process.execPath), args: BROWSER_FLAGS });
try {
  const connection = await givenConnection(product, farEnd);
  await givenEvents(product, connection, EVENTS);
  const large = await givenConnection(product, farEnd);
  await send(large, aMillionCharacters());
  const [largeEvent] = await settledEvents(product, large, 1);
  const visit = {
    browser,
    storageState: await signIn(product),
    url: product.url,
    events: `/events?webhook_id=${connection.id}`,
  };

  const figures: Figure[] = [];
  for (const address of ["/connections", "/connections/new", visit.events]) {
    const context = await browser.newContext({ storageState: visit.storageState });
    const { scriptBytes, styleBytes, fontBytes } = await weighPage(context, `${product.url}${address}`);
    await context.close();
    const route = address.split("?", 1)[0];
    figures.push(
      {
        budget: "A1",
        what: `scripts of ${route}, gzip`,
        measured: scriptBytes / 1000,
        limit:
          (route === "/connections/new" ? WEIGHT_LIMITS.editorScriptBytes : WEIGHT_LIMITS.scriptBytes) / 1000,
        unit: "kB",
      },
      {
        budget: "A3",
        what: `styles of ${route}, gzip`,
        measured: styleBytes / 1000,
        limit: WEIGHT_LIMITS.styleBytes / 1000,
        unit: "kB",
      },
      {
        budget: "A3",
        what: `fonts of ${route}`,
        measured: fontBytes / 1000,
        limit: WEIGHT_LIMITS.fontBytes / 1000,
        unit: "kB",
      },
    );
  }
  const chunks = (await weighChunks()).toSorted((a, b) => b.bytes - a.bytes);
  for (const isEditor of [false, true]) {
    const largest = chunks.find((chunk) => chunk.isEditor === isEditor);
    figures.push({
      budget: "A2",
      what: `largest chunk ${isEditor ? "of the editor" : "of a route"} (${largest?.file})`,
      measured: (largest?.bytes ?? 0) / 1000,
      limit: (isEditor ? WEIGHT_LIMITS.editorChunkBytes : WEIGHT_LIMITS.chunkBytes) / 1000,
      unit: "kB",
    });
  }
  figures.push(...(await measureLoad(visit)));
  figures.push(await measureRefreshShift(visit, () => send(connection, { late: true })));
  figures.push(...(await measureInteractions(visit)));
  figures.push(...(await measurePayload(visit, `/events?webhook_id=${large.id}`, largeEvent?.id ?? "")));
  report(figures);
} finally {
  await browser.close();
  await farEnd.stop();
  await product.stop();
}

function report(figures: readonly Figure[]): void {
  const load = loadavg()[0] ?? 0;
  if (process.argv.includes("--json")) {
    console.log(JSON.stringify({ load_average: load, figures }, null, 2));
    return;
  }
  console.log(
    `Load of the machine over the last minute: ${load.toFixed(1)}. Timings count only when it is about 1.\n`,
  );
  for (const { budget, what, measured, limit, unit } of figures) {
    const verdict = measured <= limit ? "ok" : "MISSED";
    const value = `${Number(measured.toFixed(3))} ${unit}`.trim();
    console.log(
      `${budget.padEnd(4)} ${what.padEnd(58)} ${value.padStart(12)}   ≤ ${`${limit} ${unit}`.trim().padEnd(8)} ${verdict}`,
    );
  }
}
