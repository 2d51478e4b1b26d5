import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { BROWSER_FLAGS, playwrightCommand } from "./find-browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "posthorn-browsers-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a machine without a browser can ask Playwright for one", () => {
  const { status, stdout } = spawnSync(process.execPath, [playwrightCommand(), "install", "--help"], {
    encoding: "utf8",
  });
  expect(stdout).toContain("Usage:");
  expect(status).toBe(0);
});

test("what Playwright turns off in a browser stays off", () => {
  const playwright = createRequire(createRequire(import.meta.url).resolve("playwright"));
  const source = readFileSync(playwright.resolve("playwright-core/lib/coreBundle"), "utf8");
  const [, list = ""] = /disabledFeatures = \[(.+?)\]\.filter/s.exec(source) ?? [];
  const theirs = [...list.matchAll(/^\s*"(\w+)",?$/gm)].map(([, name]) => name);
  const ours = BROWSER_FLAGS.find((flag) => flag.startsWith("--disable-features="));

  expect(theirs).toContain("PaintHolding");
  expect(ours?.split("=")[1]?.split(",")).toEqual(expect.arrayContaining(theirs));
});

test("of the installed browsers, the one without windows is taken, wherever it is", () => {
  const folders = ["first", "second"].map((name) => join(folder, name));
  for (const [at, name] of ["chromium", "chromium-headless-shell"].entries()) {
    mkdirSync(folders[at] ?? "");
    writeFileSync(join(folders[at] ?? "", name), "", { mode: 0o755 });
  }
  const found = spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `import { installedBrowser } from "./find-browser.mjs"; console.log(installedBrowser())`,
    ],
    { cwd: import.meta.dirname, encoding: "utf8", env: { PATH: folders.join(delimiter) } },
  );

  expect(found.stdout.trim()).toBe(join(folders[1] ?? "", "chromium-headless-shell"));
});
