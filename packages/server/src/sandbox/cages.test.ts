import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Death } from "./caged-child.ts";
import { type Cage, CAGES, createCageChoice, saidBy } from "./cages.ts";
import { createSandbox } from "./sandbox.ts";

const ended = (detail: string): Death => ({ cause: "ended", detail });
const SHORT_OF_PROCESSES = ended("spawn unshare EAGAIN");
const NOT_PERMITTED = ended("exit code 1, signal null unshare: unshare failed: Operation not permitted");
const UNKNOWN = ended("exit code 9, signal null node: something odd");

test.each([
  [SHORT_OF_PROCESSES, "nothing"],
  [ended("exit code 1, signal null unshare: unshare failed: Resource temporarily unavailable"), "nothing"],
  [ended("exit code 1, signal null setpriv: fork failed: Cannot allocate memory"), "nothing"],
  [ended("spawn unshare EMFILE"), "nothing"],
  [ended("exit code null, signal SIGKILL"), "nothing"], // out of memory, or an operator
  [{ cause: "time", detail: "silent for 30000 ms" }, "nothing"],
  [NOT_PERMITTED, "not allowed"],
  [ended("spawn unshare ENOENT"), "not allowed"],
  [ended("exit code 1, signal null unshare: unrecognized option '--map-current-user'"), "not allowed"],
  [ended("exit code 1, signal null unshare: unshare failed: No space left on device"), "not allowed"],
  [ended("exit code 127, signal null unshare: failed to execute setpriv: No such file"), "not allowed"],
  [UNKNOWN, "unclear"],
  [{ cause: "crashed", detail: "exit code null, signal SIGSEGV" }, "unclear"],
] satisfies [Death, string][])("%j says %s about the cage", (death, said) => {
  expect(saidBy(death)).toBe(said);
});

describe("the choice", () => {
  const [strictest, weaker, weakest] = CAGES;

  test("one failure that says nothing about the cage changes nothing", () => {
    const choice = createCageChoice(CAGES);

    expect(choice.failed(SHORT_OF_PROCESSES, 0)).toBe("same again");
    expect(choice.next(0)).toBe(strictest);
  });

  test("however often the machine is short of something, the cage stays; the callers hear of it", () => {
    const choice = createCageChoice(CAGES);

    const outcomes = Array.from({ length: 6 }, () => choice.failed(SHORT_OF_PROCESSES, 0));

    expect(outcomes).toEqual(["same again", "same again", "none", "same again", "same again", "none"]);
    expect(choice.next(0)).toBe(strictest);
  });

  test("what fails for an unknown reason gets three tries, and a start that works forgets them", () => {
    const choice = createCageChoice(CAGES);

    expect([choice.failed(UNKNOWN, 0), choice.failed(UNKNOWN, 0)]).toEqual(["same again", "same again"]);
    choice.worked();
    const outcomes = Array.from({ length: 3 }, () => choice.failed(UNKNOWN, 0));

    expect(outcomes).toEqual(["same again", "same again", "weaker"]);
    expect(choice.next(0)).toBe(weaker);
  });

  test("what the machine does not allow is not used for a while, and then tried again", () => {
    const choice = createCageChoice(CAGES);
    choice.failed(NOT_PERMITTED, 0);
    choice.failed(NOT_PERMITTED, 0);
    if (!strictest || !weakest) throw new Error("there are three cages");

    const laterMs = 10 * 60_000;
    expect([choice.next(0), choice.next(laterMs - 1)]).toEqual([weakest, weakest]);
    expect(choice.isOutdated(weakest, laterMs - 1)).toBe(false);
    expect(choice.isOutdated(weakest, laterMs)).toBe(true);
    expect(choice.next(laterMs)).toBe(strictest);
    expect(choice.failed(NOT_PERMITTED, laterMs)).toBe("weaker");
    expect(choice.next(laterMs + 1)).toBe(weaker);
  });

  test("with the weakest cage there is nothing left to fall back to", () => {
    const choice = createCageChoice(CAGES.slice(2));

    expect(Array.from({ length: 3 }, () => choice.failed(UNKNOWN, 0))).toEqual([
      "same again",
      "same again",
      "none",
    ]);
  });
});

const NO_CAGE: Cage = { name: "none", command: [] };
const JOB = {
  projectKey: "project",
  connectionKey: "connection",
  code: `addHandler("transform", (request) => request)`,
  envJson: "{}",
  requestJson: JSON.stringify({ headers: {}, body: null, query: "", parsed_query: {}, path: "/" }),
  contextJson: '{"connection":null}',
};

function sandboxWith(cages: Cage[], options: Parameters<typeof createSandbox>[0] = {}) {
  const logged: string[] = [];
  const note = (event: string, fields: Record<string, unknown> = {}) =>
    logged.push(`${event}: ${String(fields["cage"] ?? fields["not_allowed"])}`);
  const log = { debug: null, info: note, warn: note, error: note };
  return { logged, sandbox: createSandbox({ children: 1, cages, log, ...options }) };
}

describe("real children", () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "posthorn-cages-"));
  });
  afterAll(() => rm(directory, { recursive: true }));

  /** A cage that fails its first starts, each with one of `lines` as its message; then it works. */
  async function failingCage(name: string, lines: string[]): Promise<Cage> {
    const file = join(directory, `${name.replaceAll(/\W/g, "-")}.sh`);
    await writeFile(`${file}.lines`, lines.map((line) => `${line}\n`).join(""));
    const script = `line=$(/usr/bin/head -n 1 "$0.lines")
[ -z "$line" ] && exec "$@"
/bin/sed -i 1d "$0.lines"
echo "$line" >&2
exit 1`;
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
    return { name, command: [file] };
  }

  test("one failed start does not weaken the cage: the same is tried again, and the log says so", async () => {
    const shortage = "unshare: unshare failed: Resource temporarily unavailable";
    const strict = await failingCage("short of processes", [shortage]);
    const { sandbox, logged } = sandboxWith([strict, NO_CAGE]);

    const outcome = await sandbox.run(JOB);

    expect(outcome).toHaveProperty("request");
    expect(logged).toEqual([
      "sandbox.start_repeated: short of processes",
      "sandbox.child_started: short of processes",
    ]);
    await sandbox.stop();
  });

  test("a cage that is not allowed gives way to a weaker one, and is tried again also while there is work", async () => {
    const strict = await failingCage("refused once", ["unshare: unshare failed: Operation not permitted"]);
    let nowMs = 0;
    const { sandbox, logged } = sandboxWith([strict, NO_CAGE], { now: () => nowMs });

    expect(await sandbox.run(JOB)).toHaveProperty("request");
    expect(logged).toEqual(["sandbox.weaker_cage: refused once", "sandbox.child_started: none"]);
    nowMs += 10 * 60_000;
    expect(await sandbox.run(JOB)).toHaveProperty("request"); // the last run of the child in the weaker cage
    expect(await sandbox.run(JOB)).toHaveProperty("request");

    expect(logged.slice(2)).toEqual(["sandbox.child_started: refused once"]);
    await sandbox.stop();
  });

  test("without a free descriptor the server lives, the caller is told, and later it works again", async () => {
    const program = `
      import { openSync, closeSync } from "node:fs";
      import { createSandbox } from ${JSON.stringify(join(import.meta.dirname, "sandbox.ts"))};
      const sandbox = createSandbox({ children: 1 });
      const open = [];
      try { for (;;) open.push(openSync("/dev/null")); } catch {}
      const first = await sandbox.run(${JSON.stringify(JOB)}).catch((error) => error.code);
      for (const file of open) closeSync(file);
      const second = await sandbox.run(${JSON.stringify(JOB)});
      console.log(first, "request" in second);
      await sandbox.stop();`;
    const command = `ulimit -n 64 && exec "$0" --input-type=module --eval "$1"`;

    const { stdout } = await promisify(execFile)("sh", ["-c", command, process.execPath, program]);

    expect(stdout.trim()).toBe("SANDBOX_UNAVAILABLE true");
  });
});
