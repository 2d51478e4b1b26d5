/**
 * Which browser do the tests use?
 *
 * In this order: the one that POSTHORN_BROWSER names, an installed Chromium or Chrome, the one that Playwright has
 * downloaded or can download, the distribution's package if we may install it. Chromium's headless shell comes first: it
 * has the same engine without windows, and journeys need a fifth less of the processor in it. Tests are never skipped
 * because there is no browser: then `findBrowser` throws an error that says what to do.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

/**
 * What the browser does beside the pages. It heeds only the last flag of this kind, so Playwright's own list is here too.
 * @type {readonly string[]}
 */
const DISABLED_FEATURES = [
  // In each new window the browser would load the list below its address bar, which is as much work as a page of ours.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  // Those of Playwright.
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];

/** Same pixels on every machine, no calls to the vendor. No sandbox: it does not work in containers or as root. */
export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--force-color-profile=srgb",
  "--font-render-hinting=none",
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
];

const PROGRAM_NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
/** Of Debian. Some of its relatives have only the second. */
const PACKAGES = ["chromium-headless-shell", "chromium"];
const MAC_PROGRAMS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The browser that is installed already. Downloads nothing.
 * @returns {string | null}
 */
export function installedBrowser() {
  const given = process.env["POSTHORN_BROWSER"];
  if (given) {
    if (isExecutable(given)) return given;
    throw new Error(`POSTHORN_BROWSER is "${given}", which is not a program that can be run.`);
  }
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates = PROGRAM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...MAC_PROGRAMS].find(isExecutable) ?? playwrightBrowser();
}

/**
 * @param {string} node24 a Node that can run Playwright's installer
 * @returns {string} the path of a browser; throws if it finds none and can install none
 */
export function findBrowser(node24) {
  return installedBrowser() ?? downloadedBrowser(node24) ?? distributionBrowser() ?? giveUp();
}

/** @returns {string | null} */
function playwrightBrowser() {
  try {
    /** @type {typeof import("playwright")} */
    const { chromium } = createRequire(import.meta.url)("playwright");
    return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
  } catch {
    return null; // Playwright has no browser for this system
  }
}

/** The script behind `npx playwright`, which the package's `exports` do not list. */
export function playwrightCommand() {
  const manifest = createRequire(import.meta.url).resolve("playwright/package.json");
  /** @type {{ bin: { playwright: string } }} */
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(dirname(manifest), bin.playwright);
}

/** @param {string} node24 */
function downloadedBrowser(node24) {
  console.log("No Chrome or Chromium found: asking Playwright to download one.");
  spawnSync(node24, [playwrightCommand(), "install", "chromium"], { stdio: "inherit", timeout: 10 * 60_000 });
  const browser = playwrightBrowser();
  // After a successful download, system libraries may still be missing, so check that the browser starts.
  return browser !== null && canStart(browser) ? browser : null;
}

function distributionBrowser() {
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return null;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-q"], { stdio: "inherit", env });
  for (const name of PACKAGES) {
    console.log(`Installing the distribution's package ${name}.`);
    spawnSync("apt-get", ["install", "-q", "-y", "--no-install-recommends", name], { stdio: "inherit", env });
    const browser = installedBrowser();
    if (browser !== null) return browser;
  }
  return null;
}

/** @returns {never} */
function giveUp() {
  throw new Error(
    "The browser tests need Chrome or Chromium, and none could be found or fetched. Install one " +
      "(apt-get install chromium-headless-shell, or npx playwright install --with-deps chromium), or set POSTHORN_BROWSER to its path.",
  );
}

/** @param {string} browser */
function canStart(browser) {
  const args = [...BROWSER_FLAGS, "--headless", "--dump-dom", "about:blank"];
  return spawnSync(browser, args, { timeout: 30_000, stdio: "ignore" }).status === 0;
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
