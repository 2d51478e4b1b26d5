/**
 * How are the journeys run?
 *
 * In one browser, against the real product, which each worker starts for itself (see test.ts). There are no retries
 * here: `npm test` runs failed journeys once more, alone, after all others, and reports that. Only a journey that hangs
 * reaches the time limits, as in vitest.config.ts.
 */
import { defineConfig } from "@playwright/test";
import { BROWSER_FLAGS, installedBrowser } from "../scripts/find-browser.mjs";

const executablePath = installedBrowser();

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: "*.spec.ts",
  globalSetup: "./build-first.ts",
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    permissions: ["clipboard-read", "clipboard-write"],
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: { args: BROWSER_FLAGS, ...(executablePath !== null && { executablePath }) },
  },
});
