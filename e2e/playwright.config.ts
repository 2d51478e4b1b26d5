/**
 * How are the journeys run?
 *
 * Against the real product, which each worker starts for itself (see test.ts), in one browser. Nothing is tried
 * twice here: `npm test` runs what failed once more on its own, after all others, and says so. The time limits are for
 * what hangs, as in vitest.config.ts.
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
  expect: { timeout: 30_000 },
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
