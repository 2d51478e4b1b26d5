/**
 * `npm run pictures`: writes pictures of every screen into pictures/: loaded, empty, failing, and as a viewer or a member
 * of the organization sees it.
 *
 * Each state is pictured in both themes on a desktop, and on a phone, whole. If a page is longer than the desktop's
 * window, there is a picture of all of it too. One product, one browser, and data as a real project has it; what only a
 * day of traffic fills is pictured in the sample project. To add a
 * screen, add its line to pictures/screens.ts; a state that no address leads to is a line of pictures/acts.ts or
 * repair-acts.ts.
 * `npm run pictures -- filter trial` takes only those whose names contain one of the words. pictures/index.html shows
 * them all.
 */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Session } from "@posthorn/contract/dashboard-api";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { GrantedRole } from "@posthorn/contract/roles";
import { createSampleProject } from "@posthorn/contract/sample-project";
import { chromium, type BrowserContext, type Page } from "@playwright/test";
import { buildDashboardIfStale } from "../scripts/build-dashboard.mjs";
import { BROWSER_FLAGS, findBrowser } from "../scripts/find-browser.mjs";
import { startFarEnd } from "./far-end.ts";
import { givenColleague } from "./given-colleague.ts";
import { givenProject, remembering } from "./own-project.ts";
import { ACTS } from "./pictures/acts.ts";
import { REPAIR_ACTS } from "./pictures/repair-acts.ts";
import { addressOf, SCREENS, type State, statesOf } from "./pictures/screens.ts";
import { seed } from "./pictures/seed.ts";
import { startProduct } from "./product.ts";
import { signIn, type SignedIn } from "./session.ts";

const FOLDER = join(import.meta.dirname, "../pictures");
const THEMES = ["light", "dark"] as const;
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
/** A list of a hundred rows says nothing more after this. */
const TALLEST = 2_400;
/** The dashboard asks three times before it says that a call failed. */
const FAILED_WITHIN_MS = 20_000;

const wanted = process.argv.slice(2);
const screens = [...SCREENS, ...ACTS, ...REPAIR_ACTS].filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
await buildDashboardIfStale();
const product = await startProduct();
const [ok, broken] = [await startFarEnd(), await startFarEnd()];
// Scroll bars are in the pictures: Linux and Windows show them, and a bar without a use is a defect.
const browser = await chromium.launch({
  executablePath: findBrowser(process.execPath),
  args: BROWSER_FLAGS,
  ignoreDefaultArgs: ["--hide-scrollbars"],
});
try {
  const session = await signIn(product);
  const full = await givenProject(product, session, { name: "Production", connections_view: "structured" });
  const bare = await givenProject(product, session, { name: "Staging", connections_view: "structured" });
  const seeded = await seed(full, ok, broken);
  const sample = await full.dashboardApi<ReplyOf<typeof createSampleProject>>(
    "POST",
    createSampleProject.path,
  );
  const openWith = (state: SignedIn) =>
    browser.newContext({
      baseURL: product.url,
      storageState: state,
      viewport: DESKTOP,
      reducedMotion: "reduce",
    });
  const { organizations, user } = await full.dashboardApi<Session>("GET", "/session");
  const openAs = async (role: GrantedRole) => {
    const { context } = await givenColleague(browser, full, organizations[0]?.id ?? "", role);
    return context;
  };
  const contexts: Record<State | "signed out", BrowserContext> = {
    loaded: await openWith({ cookies: session.cookies, origins: full.remembered }),
    sample: await openWith({
      cookies: session.cookies,
      origins: remembering({ url: product.url, id: sample.id }, user.id, "structured"),
    }),
    empty: await openWith({ cookies: session.cookies, origins: bare.remembered }),
    failing: await openWith({ cookies: session.cookies, origins: full.remembered }),
    viewer: await openAs("viewer"),
    member: await openAs("member"),
    "signed out": await openWith({ cookies: [], origins: [] }),
  };
  for (const calls of [/\/\d{4}-\d\d-\d\d\//, /\/dashboard-api\/(?!session|setup)/])
    await contexts.failing.route(calls, (route) => route.fulfill({ status: 500, json: {} }));
  for (const screen of screens) {
    const { name, isSignedOut, act } = screen;
    for (const state of statesOf(screen)) {
      const page = await contexts[isSignedOut ? "signed out" : state].newPage();
      await page.goto(addressOf(screen, seeded));
      if (state === "failing") await isSaidToFail(page);
      await page.getByRole("heading").first().waitFor();
      await isLoaded(page);
      await act?.(page).catch((error: unknown) => {
        say(`  ${name} is not the state that it should be: ${String(error)}`);
        process.exitCode = 1;
      });
      await takePictures(page, `${name}.${state}`);
      await page.close();
      say(`${name}, ${state}`);
    }
  }
  await writeFile(
    join(FOLDER, "index.html"),
    pageOf((await readdir(FOLDER)).filter((file) => file.endsWith(".png"))),
  );
  say(`The pictures are in ${FOLDER}; open index.html.`);
} finally {
  await browser.close();
  await product.stop();
  await Promise.all([ok.stop(), broken.stop()]);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function takePictures(page: Page, name: string): Promise<void> {
  const take = async (kind: string) => {
    await settle(page);
    await page.screenshot({ path: join(FOLDER, `${name}.${kind}.png`) });
  };
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await take(colorScheme);
  }
  await page.emulateMedia({ colorScheme: "light" });
  if (await growToFit(page, DESKTOP)) await take("whole");
  await page.setViewportSize(PHONE);
  await settle(page);
  await growToFit(page, PHONE);
  await take("phone");
}

/** Makes the window as tall as the longest part that scrolls, outside of editors. False if nothing was hidden. */
async function growToFit(page: Page, size: typeof DESKTOP): Promise<boolean> {
  const hidden = await page.evaluate(() => {
    const parts = [...document.querySelectorAll("main, main *, aside *, [role=dialog], [role=dialog] *")];
    const scrolling = parts.filter(
      (part) => /auto|scroll/.test(getComputedStyle(part).overflowY) && part.closest(".cm-editor") === null,
    );
    return Math.max(0, ...scrolling.map((part) => part.scrollHeight - part.clientHeight));
  });
  if (hidden === 0) return false;
  await page.setViewportSize({ ...size, height: Math.min(size.height + hidden, TALLEST) });
  return true;
}

/** Parts of a page load later, and show what they wait for. A part that fails to load shows that instead. */
async function isLoaded(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => document.querySelector("[data-skeleton]") === null);
}

async function settle(page: Page): Promise<void> {
  await isLoaded(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
}

/** A screen that says nothing is pictured as it is: that is what the pictures are for. */
async function isSaidToFail(page: Page): Promise<void> {
  await page
    .getByRole("alert")
    .first()
    .waitFor({ timeout: FAILED_WITHIN_MS })
    .catch(() => say(`  nothing says that it failed: ${page.url()}`));
}

function pageOf(files: string[]): string {
  const figures = files.map(
    (file) =>
      `<figure><a href="${file}"><img src="${file}" alt=""></a><figcaption>${file}</figcaption></figure>`,
  );
  return `<!doctype html>
<meta charset="utf-8">
<title>Pictures</title>
<style>body{display:grid;grid-template-columns:repeat(auto-fill,minmax(30rem,1fr));gap:1rem}figure{margin:0}img{width:100%}</style>
${figures.join("\n")}
`;
}
