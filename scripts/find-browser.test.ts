import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { playwrightCommand } from "./find-browser.mjs";

test("a machine without a browser can ask Playwright for one", () => {
  const { status, stdout } = spawnSync(process.execPath, [playwrightCommand(), "install", "--help"], {
    encoding: "utf8",
  });
  expect(stdout).toContain("Usage:");
  expect(status).toBe(0);
});
