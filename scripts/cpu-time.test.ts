import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { createCpuMeter } from "./cpu-time.mjs";

const stat = (cutime: number, cstime: number) =>
  `7 (a name) with ) brackets) S 1 7 7 0 -1 0 1 2 3 4 500 600 ${cutime} ${cstime} 20 0 11 0`;

test("each look returns the time of the children that ended since the last one", () => {
  const stats = [stat(100, 20), stat(150, 30), stat(150, 30)];
  const look = createCpuMeter(() => stats.shift() ?? "");

  expect([look(), look()]).toEqual([600, 0]);
});

test("where the system does not say, nothing is known", () => {
  const look = createCpuMeter(() => {
    throw new Error("ENOENT: /proc/self/stat");
  });

  expect(look()).toBeNull();
});

test("the time of a real child is counted when it has ended, where the system says it", () => {
  const look = createCpuMeter();
  spawnSync(process.execPath, ["-e", "while (process.cpuUsage().user < 200_000);"]);

  const usedMs = look();

  if (process.platform === "linux") expect(usedMs).toBeGreaterThanOrEqual(200);
  else expect(usedMs).toBeNull();
});
