import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { BROWSER_FLAGS, playwrightCommand } from "./find-browser.mjs";

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
