/** Do the units start what they should, as little as possible allowed, and give Posthorn the time to stop? */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeWith } from "../installed-program.ts";
import { DEPLOY, documentedSettings, stopWithinSeconds } from "../product-facts.ts";

const SINGLE = "posthorn.service";
const SEVERAL = "posthorn@.service";
const TARGET = "posthorn.target";
/** Of 100; a unit without any of our lines has 92 to 96. */
const MOST_EXPOSURE = 21;

function textOf(unit: string): string {
  return readFileSync(join(DEPLOY, "systemd", unit), "utf8");
}

/** The lines that say something, in their order. */
function linesOf(unit: string): string[] {
  return textOf(unit)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

function valueOf(unit: string, name: string): string | undefined {
  return linesOf(unit)
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

function differing(lines: string[], others: string[]): string[] {
  return lines.filter((line) => !others.includes(line));
}

test("several processes differ from a single one only in names, folders and settings", () => {
  expect(differing(linesOf(SINGLE), linesOf(SEVERAL))).toEqual([
    "Description=Posthorn, the webhook gateway",
    "EnvironmentFile=-/etc/posthorn/posthorn.env",
    "Environment=POSTHORN_DATA_DIR=/var/lib/posthorn",
    "StateDirectory=posthorn",
    "WorkingDirectory=/var/lib/posthorn",
    "WantedBy=multi-user.target",
  ]);
  expect(differing(linesOf(SEVERAL), linesOf(SINGLE))).toEqual([
    "Description=Posthorn, the webhook gateway (%i)",
    "PartOf=posthorn.target",
    "EnvironmentFile=/etc/posthorn/posthorn.env",
    "EnvironmentFile=-/etc/posthorn/%i.env",
    "Environment=POSTHORN_DATA_DIR=/var/lib/posthorn/%i",
    "StateDirectory=posthorn/%i",
    "WorkingDirectory=/var/lib/posthorn/%i",
    "WantedBy=posthorn.target",
  ]);
});

test("Posthorn alone gets SIGTERM, and has more time than its longest stop takes", () => {
  expect(valueOf(SINGLE, "KillMode")).toBe("mixed");
  expect(Number(valueOf(SINGLE, "TimeoutStopSec"))).toBeGreaterThan(stopWithinSeconds());
});

test("JavaScript may be compiled, and sandboxes may take the network away", () => {
  expect(valueOf(SINGLE, "MemoryDenyWriteExecute")).toBe("no");
  expect(valueOf(SINGLE, "RestrictNamespaces")).toBe("user net");
  expect(valueOf(SINGLE, "OOMPolicy")).toBe("continue");
  expect(Number(valueOf(SINGLE, "LimitNOFILE"))).toBeGreaterThanOrEqual(8192);
});

test("every setting that the units name is a setting of Posthorn", () => {
  const named = [SINGLE, SEVERAL].flatMap((unit) =>
    [...textOf(unit).matchAll(/POSTHORN_\w+/g)].map(([name]) => name),
  );

  expect(named).toContain("POSTHORN_DATA_DIR");
  expect(named.filter((name) => !documentedSettings().has(name))).toEqual([]);
});

describeWith("systemd-analyze", "what systemd says about the units", (analyze) => {
  /** Runs it on copies, in which a program that is there stands for Posthorn. */
  function analyzed(verb: string[], units: string[]): { status: number | null; output: string } {
    const folder = mkdtempSync(join(tmpdir(), "posthorn-units-"));
    try {
      for (const unit of [SINGLE, SEVERAL, TARGET])
        writeFileSync(join(folder, unit), textOf(unit).replace("ExecStart=posthorn ", "ExecStart=/bin/sh "));
      const paths = units.map((unit) => join(folder, unit));
      const { status, stdout, stderr } = spawnSync(analyze, [...verb, ...paths], {
        encoding: "utf8",
        env: { ...process.env, SYSTEMD_COLORS: "0", SYSTEMD_PAGER: "" },
      });
      return { status, output: stdout + stderr };
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test.each([SINGLE, "posthorn@worker-1.service", TARGET])(
    "%s has nothing that systemd complains about",
    (unit) => {
      const { output } = analyzed(["verify", "--man=no"], [unit]);

      // Other units of the machine are not ours.
      expect(output.split("\n").filter((line) => line.includes("posthorn"))).toEqual([]);
    },
  );

  test.each([SINGLE, SEVERAL])("%s is exposed no more than Posthorn needs", (unit) => {
    const { status, output } = analyzed(
      ["security", "--offline=true", `--threshold=${MOST_EXPOSURE}`, "--no-pager"],
      [unit],
    );

    expect(output).toContain("Overall exposure level");
    expect(status, output).toBe(0);
  });
});
