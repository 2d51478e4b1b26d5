/**
 * Does the dashboard meet its budgets (A1 to A13 and A16 of the UX bar, and three of single screens) on this machine?
 *
 * `npm run budgets -w e2e` prints a table, or JSON with `--json`. `--events 2000000` says how long the history is in which
 * lists are filtered, `--only A9,A16` measures a part. Timings are meaningful only on a quiet machine, so this is a report
 * and not a test. weight.spec.ts tests the budgets that do not depend on the machine, and all journeys test A15 (axe).
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { untilIndexed } from "../bench/search-index.ts";
import { seed } from "../bench/seed.ts";
import { buildDashboardIfStale } from "../scripts/build-dashboard.mjs";
import { BROWSER_FLAGS, findBrowser } from "../scripts/find-browser.mjs";
import { startFarEnd } from "./far-end.ts";
import { givenConnection, givenEvents, send, settledEvents } from "./given.ts";
import { aMillionCharacters } from "./large-payload.ts";
import { measureCharts } from "./measure-charts.ts";
import { measureFilters } from "./measure-filters.ts";
import { measureHeap } from "./measure-heap.ts";
import { measureInteractions } from "./measure-interactions.ts";
import { measureLoad, measureRefreshShift } from "./measure-load.ts";
import { measureNavigation, measureStructured } from "./measure-navigation.ts";
import { measureOptimistic } from "./measure-optimistic.ts";
import { measurePageSwitch } from "./measure-pages.ts";
import { measurePayload } from "./measure-payload.ts";
import { measureTrial } from "./measure-trial.ts";
import type { Figure, Visit } from "./figure.ts";
import { givenProject } from "./own-project.ts";
import { weighChunks, weighPage, WEIGHT_LIMITS } from "./page-weight.ts";
import { startProduct } from "./product.ts";
import { signIn } from "./session.ts";
import { pace } from "./stopwatch.ts";

/** Two full pages. */
const EVENTS = 220;
const CONNECTIONS = 200;
const HISTORY_DAYS = 3;

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    events: { type: "string", default: "100000" },
    only: { type: "string", default: "" },
  },
});
const only = new Set(options.only.split(",").filter((name) => name !== ""));

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
  const session = await signIn(product);
  const visit: Visit = {
    browser,
    storageState: session,
    url: product.url,
    events: `/events?webhook_id=${connection.id}`,
  };
  const largeList = `/events?webhook_id=${large.id}`;
  const sendOne = () => send(connection, { late: true });
  const figures: Figure[] = [];
  const measure = async (budgets: string, work: () => Promise<Figure | Figure[]>) => {
    if (only.size > 0 && !budgets.split(" ").some((budget) => only.has(budget))) return;
    const measured = await orItsError(budgets, work);
    figures.push(...measured);
    if (!options.json) for (const figure of measured) console.log(lineOf(figure));
  };

  await measure("A1 A3", () => weighPages(visit));
  await measure("A2", weighLargestChunks);
  await measure("A4 A5 A6", () => measureLoad(visit));
  await measure("A5", () => measureRefreshShift(visit, sendOne));
  await measure("A7 A8", () => measureInteractions(visit));
  await measure("A9", () => measureNavigation(visit));
  await measure("A10", () => measurePayload(visit, largeList, largeEvent?.id ?? ""));
  await measure("A11", () => measureCharts(visit));
  await measure("A12", () => measurePageSwitch(visit));
  await measure("A13", () => measureOptimistic(visit, connection.id));
  await measure("A16", () => measureHeap(visit, sendOne));
  await measure("try", async () => measureTrial(visit, product, await givenConnection(product, farEnd)));
  await measure("map", async () => {
    const project = await givenProject(product, session);
    for (let made = 0; made < CONNECTIONS; made += 1) await givenConnection(project, farEnd);
    return measureStructured({ ...visit, storageState: { ...session, origins: project.remembered } });
  });
  await measure("list", async () => {
    const project = await givenProject(product, session);
    const events = Number(options.events);
    const target = { api: project.api, databaseUrl: product.databaseUrl, destinationUrl: farEnd.url };
    await seed(target, { events, days: HISTORY_DAYS });
    await untilIndexed(product.databaseUrl); // otherwise the index is written meanwhile
    return measureFilters({ ...visit, storageState: { ...session, origins: project.remembered } }, events);
  });
  report(figures);
} finally {
  await browser.close();
  await farEnd.stop();
  await product.stop();
}

async function weighPages({ url, events, storageState }: Visit): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const address of ["/connections", "/connections/new", events]) {
    const context = await browser.newContext({ storageState });
    const { scriptBytes, styleBytes, fontBytes } = await weighPage(context, `${url}${address}`);
    await context.close();
    const route = address.split("?", 1)[0];
    const { scriptBytes: usual, editorScriptBytes } = WEIGHT_LIMITS;
    figures.push(
      {
        budget: "A1",
        what: `scripts of ${route}, gzip`,
        measured: scriptBytes / 1000,
        limit: (route === "/connections/new" ? editorScriptBytes : usual) / 1000,
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
  return figures;
}

async function weighLargestChunks(): Promise<Figure[]> {
  const chunks = (await weighChunks()).toSorted((a, b) => b.bytes - a.bytes);
  return [false, true].map((isEditor) => {
    const largest = chunks.find((chunk) => chunk.isEditor === isEditor);
    return {
      budget: "A2",
      what: `largest chunk ${isEditor ? "of the editor" : "of a route"} (${largest?.file})`,
      measured: (largest?.bytes ?? 0) / 1000,
      limit: (isEditor ? WEIGHT_LIMITS.editorChunkBytes : WEIGHT_LIMITS.chunkBytes) / 1000,
      unit: "kB",
    };
  });
}

/** If a measurement fails, the figures of the others are still of use. */
async function orItsError(budget: string, work: () => Promise<Figure | Figure[]>): Promise<Figure[]> {
  try {
    return [await work()].flat();
  } catch (error) {
    const [what = ""] = String(error).split("\n");
    return [{ budget, what, measured: Number.NaN, limit: 0, unit: "" }];
  }
}

function lineOf({ budget, what, measured, limit, unit }: Figure): string {
  const verdict = measured <= limit ? "ok" : "MISSED";
  const value = `${Number(measured.toFixed(3))} ${unit}`.trim();
  return `${budget.padEnd(4)} ${what.padEnd(58)} ${value.padStart(12)}   ≤ ${`${limit} ${unit}`.trim().padEnd(8)} ${verdict}`;
}

/** A table has its lines already, since each is printed when it is measured. */
function report(figures: readonly Figure[]): void {
  const load = loadavg()[0] ?? 0;
  if (options.json) {
    console.log(JSON.stringify({ load_average: load, figures }, null, 2));
    return;
  }
  console.log(
    `\nLoad of the machine over the last minute: ${load.toFixed(1)}. Timings count only when it is about 1.\n${pace.said()}`,
  );
}
