/**
 * How are the journeys run?
 *
 * Against the real product, which each worker starts for itself (see test.ts), in one browser. Nothing is tried
 * twice: a test that passes only sometimes has failed.
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
  timeout: 150_000,
  expect: { timeout: 15_000 },
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
