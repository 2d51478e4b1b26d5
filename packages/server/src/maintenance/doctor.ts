/**
 * `posthorn doctor`: looks at everything that Posthorn needs, and says what to do.
 *
 * Exit code 1 if there is a problem; warnings alone are 0. Settings that do not go together are problems too: then nothing
 * else can be looked at.
 */
import { ConfigError, type Config, readConfig } from "../config.ts";
import { type Finding, judge } from "./judge.ts";
import { takeReadings } from "./readings.ts";

const SIGNS = { ok: "ok     ", warning: "WARNING", problem: "PROBLEM" } as const;

export async function doctor(isJson: boolean): Promise<{ exitCode: number; text: string }> {
  const findings = await find();
  const text = isJson ? `${JSON.stringify({ findings }, null, 2)}\n` : page(findings);
  return { exitCode: findings.some(({ state }) => state === "problem") ? 1 : 0, text };
}

async function find(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.mistakes.map((mistake) => ({
      check: "settings",
      state: "problem",
      says: mistake,
      advice: "Correct the setting. Every other check needs correct settings.",
    }));
  }
  return judge(await takeReadings(config, Date.now()));
}

/** Pure. One line for each finding; what to do is below it. */
function page(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.map(({ check, state, says, advice }) => {
    const line = `${SIGNS[state]}  ${check.padEnd(width)}  ${says}`;
    return advice === null ? line : `${line}\n${" ".repeat(width + 11)}→ ${advice}`;
  });
  return `${lines.join("\n")}\n\n${summary(findings)}\n`;
}

function summary(findings: readonly Finding[]): string {
  const count = (wanted: Finding["state"]) => findings.filter(({ state }) => state === wanted).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  if (problems + warnings === 0) return "Everything is as it should be.";
  return `${problems} ${problems === 1 ? "problem" : "problems"}, ${warnings} ${warnings === 1 ? "warning" : "warnings"}.`;
}
