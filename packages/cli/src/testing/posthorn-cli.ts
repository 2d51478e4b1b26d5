/**
 * How does a test run the client as a person does?
 *
 * The built bundle as a process of its own, with a home directory of its own and nothing of this machine's environment; in
 * a pipe, or in a real terminal (a pseudo-terminal of the system). Its browser is a program that writes down which links it
 * was given.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type IPty, spawn as spawnInTerminal } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { eventually } from "../../../server/src/testing/gateway.ts";

const BUILD = join(import.meta.dirname, "../../build.mjs");
/** A command that takes longer hangs. */
const COMMAND_WITHIN_MS = 120_000;
/** Of the terminals. */
const SIZE = { cols: 110, rows: 32 };

let built: string | undefined;
/** Builds once for each process of the tests. */
export function builtCli(): string {
  if (built === undefined) {
    const folder = mkdtempSync(join(tmpdir(), "posthorn-cli-built-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    execFileSync(process.execPath, [BUILD, folder], { stdio: ["ignore", "ignore", "inherit"] });
    built = join(folder, "posthorn.mjs");
  }
  return built;
}

/** All that still run, of all clients in this process: none may outlive the tests. */
const running = new Set<() => void>();
process.on("exit", () => running.forEach((kill) => kill()));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A command that goes on, in a pipe or in a terminal. */
export interface Running {
  /** Everything it has printed, without colours and movements of the cursor. */
  output(): string;
  /** The same, with them. */
  rawOutput(): string;
  /** Resolves once the text has been printed that many times; fails if the command ends before. */
  printed(text: string, times?: number): Promise<void>;
  /** Types, or writes to its stdin. */
  type(text: string): void;
  interrupt(): void;
  /** The exit code; null if a signal has ended it. */
  ended(): Promise<number | null>;
}

export interface Terminal extends Running {
  resize(columns: number, rows: number): void;
  /** What stands on the screen now, row by row, without spaces at their ends. */
  screen(): string;
  /** Resolves once the text stands there. */
  shows(text: string): Promise<void>;
  showsNoMore(text: string): Promise<void>;
  /** Whether a view has taken the screen that terminals keep for views. */
  isTaken(): boolean;
  signal(name: NodeJS.Signals): void;
}

export interface PosthornCli {
  run(args: readonly string[], more?: { env?: Record<string, string>; input?: string }): Promise<Ended>;
  start(args: readonly string[], env?: Record<string, string>): Running;
  startInTerminal(args: readonly string[], env?: Record<string, string>): Terminal;
  /** A shell with job control, in which the line is typed. */
  startInShell(args: readonly string[], env?: Record<string, string>): Terminal;
  configFile: string;
  config(): Promise<{ profile?: string; profiles: Record<string, Record<string, string>> }>;
  /** The links that its browser was given. */
  opened(): string[];
  file(name: string, text: string): Promise<string>;
  remove(): Promise<void>;
}

export interface PosthornCliOptions {
  url: string;
  /** As after `posthorn ci` or `login`. */
  signedIn?: { key: string; project: string };
  /** The Node that runs it, and the file it runs. */
  program?: { node: string; main: string };
}

export async function createPosthornCli({
  url,
  signedIn,
  program,
}: PosthornCliOptions): Promise<PosthornCli> {
  const { node, main } = program ?? { node: process.execPath, main: builtCli() };
  const home = await mkdtemp(join(tmpdir(), "posthorn-cli-home-"));
  const browser = join(home, "browser.sh");
  const links = join(home, "links");
  await writeFile(browser, `#!/bin/sh\necho "$1" >> '${links}'\n`);
  await chmod(browser, 0o755);
  const configFile = join(home, ".config", "posthorn", "config.json");
  const children = new Set<ChildProcess | IPty>();
  const environment = (more: Record<string, string> = {}) => ({
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    POSTHORN_URL: url,
    BROWSER: browser,
    NO_UPDATE_NOTIFIER: "1", // a test that wants the question empties it
    ...(signedIn && { POSTHORN_API_KEY: signedIn.key, POSTHORN_PROJECT: signedIn.project }),
    ...more,
  });

  async function keep(child: ChildProcess | IPty, ended: Promise<unknown>): Promise<void> {
    const kill = () => void child.kill("SIGKILL");
    children.add(child);
    running.add(kill);
    await ended;
    children.delete(child);
    running.delete(kill);
  }

  function launch(args: readonly string[], env: Record<string, string> | undefined) {
    const child = spawn(node, [main, ...args], {
      cwd: home,
      env: environment(env),
      stdio: ["pipe", "pipe", "pipe"],
    });
    void keep(child, once(child, "exit"));
    child.stdin.on("error", () => undefined); // it ended without reading what was left
    const printed = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.stderr += text));
    return { child, printed };
  }

  function inTerminal(
    name: string,
    file: string,
    args: string[],
    env: Record<string, string> | undefined,
  ): Terminal {
    const child = spawnInTerminal(file, args, {
      name: env?.["TERM"] ?? "xterm-256color",
      ...SIZE,
      cwd: home,
      env: environment(env),
    });
    const shown = new xterm.Terminal({ ...SIZE, allowProposedApi: true });
    let raw = "";
    let code: number | null | undefined;
    child.onData((text) => {
      raw += text;
      shown.write(text);
    });
    // What the terminal itself answers to questions of the program.
    shown.onData((text) => child.write(text));
    void keep(
      child,
      new Promise<void>((resolve) => {
        child.onExit(({ exitCode, signal }) => {
          code = signal ? null : exitCode;
          resolve();
        });
      }),
    );
    const screen = () => {
      const { active } = shown.buffer;
      return Array.from(
        { length: shown.rows },
        (_, at) => active.getLine(active.viewportY + at)?.translateToString(true) ?? "",
      ).join("\n");
    };
    const until = async (what: string, isSo: () => boolean) => {
      const deadline = performance.now() + COMMAND_WITHIN_MS;
      await eventually(
        async () => isSo() || code !== undefined || performance.now() > deadline,
        (isDone) => isDone,
      );
      const state = code === undefined ? "goes on" : `has ended (${code})`;
      if (!isSo()) throw new Error(`posthorn ${name} ${state}, but not: ${what}. Its screen:\n${screen()}`);
    };
    return {
      ...runningOf(
        name,
        () => raw,
        () => code,
        { type: (text) => child.write(text), interrupt: () => child.write("\u0003") },
      ),
      resize(columns, rows) {
        shown.resize(columns, rows);
        child.resize(columns, rows);
      },
      screen,
      shows: (text) => until(`"${text}" is shown`, () => screen().includes(text)),
      showsNoMore: (text) => until(`"${text}" is gone`, () => !screen().includes(text)),
      isTaken: () => shown.buffer.active.type === "alternate",
      signal: (signal) => child.kill(signal),
    };
  }

  return {
    configFile,
    async run(args, { env, input = "" } = {}) {
      const { child, printed } = launch(args, env);
      const closed = once(child, "close");
      child.stdin.end(input);
      const deadline = setTimeout(() => child.kill("SIGKILL"), COMMAND_WITHIN_MS);
      await closed;
      clearTimeout(deadline);
      if (child.signalCode !== null)
        throw new Error(`posthorn ${args.join(" ")} did not end: ${printed.stdout}${printed.stderr}`);
      return { code: child.exitCode, ...printed };
    },
    start(args, env) {
      const { child, printed } = launch(args, env);
      let hasClosed = false;
      child.once("close", () => (hasClosed = true));
      return runningOf(
        args.join(" "),
        () => printed.stdout + printed.stderr,
        () => (hasClosed ? child.exitCode : undefined),
        { type: (text) => void child.stdin.write(text), interrupt: () => void child.kill("SIGINT") },
      );
    },
    startInTerminal: (args, env) => inTerminal(args.join(" "), node, [main, ...args], env),
    startInShell(args, env) {
      const words = [node, main, ...args].map((word) => `'${word}'`).join(" ");
      const shell = inTerminal(args.join(" "), "bash", ["--norc", "--noprofile", "-i"], { ...env, PS1: "" });
      shell.type(`${words}\r`);
      return shell;
    },
    config: async () => JSON.parse(await readFile(configFile, "utf8")),
    opened() {
      try {
        return readFileSync(links, "utf8").split("\n").filter(Boolean);
      } catch {
        return []; // none yet
      }
    },
    async file(name, text) {
      await writeFile(join(home, name), text);
      return join(home, name);
    },
    async remove() {
      for (const child of children) child.kill("SIGKILL");
      await eventually(
        async () => children.size,
        (count) => count === 0,
      );
      await rm(home, { recursive: true, force: true });
    },
  };
}

function runningOf(
  name: string,
  raw: () => string,
  code: () => number | null | undefined,
  act: Pick<Running, "type" | "interrupt">,
): Running {
  const output = () => withoutEscapes(raw());
  return {
    ...act,
    output,
    rawOutput: raw,
    async printed(text, times = 1) {
      const isThere = () => output().split(text).length > times;
      await eventually(
        async () => isThere() || code() !== undefined,
        (isDone) => isDone,
      );
      if (!isThere()) throw new Error(`posthorn ${name} ended (${code()}) before "${text}": ${output()}`);
    },
    async ended() {
      await eventually(
        async () => code(),
        (it) => it !== undefined,
      );
      return code() ?? null;
    },
  };
}

/** As a person reads it. */
function withoutEscapes(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is taken away
  return text.replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_=>])/g, "");
}
