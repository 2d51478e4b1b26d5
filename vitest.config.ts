/**
 * Which tests are there, and what does each kind need?
 *
 *     unit         *.test.ts                nothing but Node
 *     db           *.db.test.ts             one real PostgreSQL for the whole run
 *     conformance  *.conformance.test.ts    other people's clients, against one running product for the whole run
 *     fault        *.fault.test.ts          the whole product, killed on purpose: one file at a time, minutes long
 *     controlled   *.fault.test.ts          the same files, with their controls
 *     long         *.long.test.ts           faults that take longer
 *     browser      *.test.tsx               components of the dashboard in a real Chromium
 *
 * `npm test` runs all but `controlled` and `long`, which are `npm run test:faults`, and `npm test -- db` runs one. Journeys
 * through the product are Playwright's, in e2e/.
 *
 * Without isolation a worker starts once and loads each module once, instead of once for every file. So a test of unit, db
 * or browser leaves behind no changed global, fake timer or environment variable, and nothing that still runs. The files
 * of a browser's worker share one page, which `setupFiles` empties.
 *
 * Every time limit is for a test that hangs. It is many times what the test takes on a quiet machine, because a machine
 * that is busy with other things must not make a test fail; a test that passes never waits for its limit.
 */
import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { brandIcons } from "./packages/dashboard/brand-icons.ts";
import { leanContract } from "./packages/dashboard/lean-contract.ts";
import { BROWSER_FLAGS, installedBrowser } from "./scripts/find-browser.mjs";

const sources = (ending: string) => [
  `packages/*/{src/**/,}*${ending}`,
  `{bench,deploy,scripts}/**/*${ending}`,
];
const executablePath = installedBrowser();
/** How long an `expect.poll` or `expect.element` may take to come true; nothing waits longer than it has to. */
const COMES_TRUE = { poll: { timeout: 30_000 } };
const FAULTS = {
  include: sources(".fault.test.ts"),
  fileParallelism: false,
  globalSetup: "./packages/server/src/testing/ready-data-of-faults.ts",
  testTimeout: 600_000,
  hookTimeout: 180_000,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: COMES_TRUE,
          include: sources(".test.ts"),
          exclude: [
            "**/node_modules/**",
            ...sources(".db.test.ts"),
            ...sources(".conformance.test.ts"),
            ...sources(".fault.test.ts"),
            ...sources(".long.test.ts"),
          ],
        },
      },
      {
        test: {
          name: "db",
          isolate: false,
          include: sources(".db.test.ts"),
          globalSetup: "./packages/server/src/testing/database-server.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: COMES_TRUE,
        },
      },
      {
        test: {
          name: "conformance",
          include: sources(".conformance.test.ts"),
          globalSetup: "./packages/server/src/testing/running-product.ts",
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: COMES_TRUE,
        },
      },
      {
        test: { name: "fault", ...FAULTS, provide: { areControlsWanted: false } },
      },
      {
        test: { name: "controlled", ...FAULTS, provide: { areControlsWanted: true } },
      },
      {
        test: {
          name: "long",
          provide: { areControlsWanted: true },
          include: sources(".long.test.ts"),
          fileParallelism: false,
          testTimeout: 1_800_000,
          hookTimeout: 180_000,
        },
      },
      {
        root: "packages/dashboard",
        plugins: [leanContract(), brandIcons(), react(), tailwindcss()],
        // Bundled before the first test: one that is found on the way reloads the page under a running test.
        optimizeDeps: {
          include: [
            "@base-ui/react/autocomplete",
            "@base-ui/react/combobox",
            "@base-ui/react/menu",
            "@base-ui/react/popover",
            "@codemirror/autocomplete",
            "@codemirror/commands",
            "@codemirror/lang-javascript",
            "@codemirror/lang-json",
            "@codemirror/language",
            "@codemirror/lint",
            "@codemirror/search",
            "@codemirror/state",
            "@codemirror/view",
            "@dnd-kit/core",
            "@dnd-kit/sortable",
            "@dnd-kit/utilities",
            "@hookform/resolvers/standard-schema",
            "@lezer/highlight",
            "@simplewebauthn/browser",
            "@tanstack/react-query",
            "@tanstack/react-router",
            "class-variance-authority",
            "lucide-react",
            "react-dom/client",
            "react-hook-form",
            "sonner",
            "tinykeys",
            "uplot",
            "uqr",
            "vitest-browser-react",
            "zod/mini",
          ],
        },
        test: {
          name: "browser",
          isolate: false,
          setupFiles: join(import.meta.dirname, "packages/dashboard/src/resources/test-set-up.ts"),
          include: ["src/**/*.test.tsx"],
          // By default Vitest leaves one core unused, and a browser project does not take this from the command line.
          maxWorkers: "100%",
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: COMES_TRUE,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: BROWSER_FLAGS, ...(executablePath ? { executablePath } : {}) },
              // Else a click on what does not come waits for the limit of its test.
              actionTimeout: 60_000,
              // A click waits until its target stands still.
              contextOptions: { reducedMotion: "reduce" },
            }),
            commands: { moveMouseAway: ({ page }) => page.mouse.move(0, 0) },
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
