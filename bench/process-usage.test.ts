import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { usageOf } from "./process-usage.ts";

/** Runs until the child itself has used 200 ms of CPU, however long it has to wait for a core. */
const BURN = "while (process.cpuUsage().user < 200_000);";

test("a child's CPU counts for its parent while it runs and after it has ended", async () => {
  const before = usageOf(process.pid)?.cpuMs ?? Number.NaN;
  const child = spawn(
    process.execPath,
    ["-e", `${BURN} console.log("burnt"); setInterval(() => {}, 1000);`],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  await once(child.stdout, "data");

  const running = usageOf(process.pid)?.cpuMs ?? Number.NaN;
  const without = usageOf(process.pid, { except: child.pid })?.cpuMs ?? Number.NaN;
  child.kill();
  await once(child, "exit");
  const ended = usageOf(process.pid)?.cpuMs ?? Number.NaN;

  expect(running - before).toBeGreaterThanOrEqual(150);
  expect(running - without).toBeGreaterThanOrEqual(150);
  expect(ended).toBeGreaterThanOrEqual(running);
});

test("resident memory is that of the living", () => {
  expect(usageOf(process.pid)?.residentBytes).toBeGreaterThan(16 * 1024 * 1024);
});
