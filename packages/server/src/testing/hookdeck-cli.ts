/**
 * How does a test run the vendor's command-line client?
 *
 * The Go binary inside the npm package, unmodified, pointed at a product by its configuration file alone. It has its
 * own home directory, and its proxy is a closed port: its calls to other people's servers fail at once, and nothing
 * leaves the machine.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { eventually } from "./gateway.ts";

const require = createRequire(import.meta.url);
const PACKAGE = dirname(require.resolve("hookdeck-cli/package.json"));
/** Go's names of processors, by Node's names. */
const PROCESSORS: Partial<Record<string, string>> = { x64: "amd64", arm64: "arm64", ia32: "386" };
/** No server listens there, and an ordinary user cannot start one. */
const CLOSED_PROXY = "http://127.0.0.1:1";
/** A command that takes longer hangs: it waits for an answer or for input. */
const COMMAND_WITHIN_MS = 120_000;

export function hookdeckBinary(
  platform: string = process.platform,
  processor: string = process.arch,
): string {
  const file = platform === "win32" ? "hookdeck.exe" : "hookdeck";
  const binary = join(PACKAGE, "binaries", `${platform}-${PROCESSORS[processor] ?? processor}`, file);
  if (existsSync(binary)) return binary;
  throw new Error(
    `hookdeck-cli has no binary for ${platform} on ${processor}, so the conformance of the CLI cannot be tested here. ` +
      `Run npm test on Linux or macOS, on x64 or arm64; if this is such a machine, run npm ci: ${binary} is missing.`,
  );
}

/** All running commands of all clients in this process: none may outlive the tests. */
const running = new Set<ChildProcess>();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** How a command ended. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A command that keeps running, such as `listen`. */
export interface Running {
  /** Everything it has printed. */
  output(): string;
  /** Resolves once the text has been printed that many times. */
  printed(text: string, times?: number): Promise<void>;
  /** Writes one line of JSON to its standard input. */
  write(line: string): void;
  /**
   * Sends Ctrl-C, and returns the exit code. Only once its events have ended: a client that is still writing an answer
   * sometimes panics ("send on closed channel"), and its code is 2.
   */
  interrupt(): Promise<number | null>;
}

export interface HookdeckCli {
  run(args: readonly string[], environment?: Record<string, string>): Promise<Ended>;
  start(args: readonly string[], environment?: Record<string, string>): Running;
  /** The client's configuration file. */
  config(): Promise<string>;
  /** Puts a file into the client's directory; returns its path. */
  file(name: string, text: string): Promise<string>;
  /** Ends all commands that still run, and removes the client's files. */
  remove(): Promise<void>;
}

export interface HookdeckCliOptions {
  publicUrl: string;
  /** As after signing in; without it the client has no key. */
  signedIn?: { key: string; project: string };
}

export async function createHookdeckCli({ publicUrl, signedIn }: HookdeckCliOptions): Promise<HookdeckCli> {
  const binary = hookdeckBinary();
  const home = await mkdtemp(join(tmpdir(), "posthorn-cli-"));
  const configFile = join(home, ".config", "hookdeck", "config.toml");
  await mkdir(dirname(configFile), { recursive: true });
  await writeFile(configFile, configText(publicUrl, signedIn), { mode: 0o600 });
  const children = new Set<ChildProcess>();

  function launch(args: readonly string[], environment: Record<string, string> = {}) {
    const child = spawn(binary, args, {
      cwd: home,
      env: {
        HOME: home,
        XDG_CONFIG_HOME: join(home, ".config"),
        HTTP_PROXY: CLOSED_PROXY,
        HTTPS_PROXY: CLOSED_PROXY,
        HOOKDECK_CLI_TELEMETRY_DISABLED: "1",
        ...environment,
      },
      stdio: ["pipe", "pipe", "pipe"],
    });
    children.add(child);
    running.add(child);
    child.on("exit", () => children.delete(child) && running.delete(child));
    child.stdin.on("error", () => undefined); // it ended without reading what was left
    const printed = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.stderr += text));
    return { child, printed };
  }

  return {
    async run(args, environment) {
      const { child, printed } = launch(args, environment);
      child.stdin.end();
      const deadline = setTimeout(() => child.kill("SIGKILL"), COMMAND_WITHIN_MS);
      await once(child, "close");
      clearTimeout(deadline);
      if (child.signalCode !== null)
        throw new Error(`hookdeck ${args.join(" ")} did not end: ${printed.stdout}${printed.stderr}`);
      return { code: child.exitCode, ...printed };
    },
    start(args, environment) {
      const { child, printed } = launch(args, environment);
      const output = () => printed.stdout + printed.stderr;
      return {
        output,
        async printed(text, times = 1) {
          const isThere = () => output().split(text).length > times;
          await eventually(
            async () => isThere() || child.exitCode !== null || child.signalCode !== null,
            (isDone) => isDone,
          );
          if (!isThere()) throw new Error(`hookdeck ${args.join(" ")} ended early: ${output()}`);
        },
        write: (line) => child.stdin.write(`${line}\n`),
        async interrupt() {
          if (child.exitCode === null && child.signalCode === null) {
            const closed = once(child, "close");
            child.kill("SIGINT");
            await closed;
          }
          return child.exitCode;
        },
      };
    },
    config: () => readFile(configFile, "utf8"),
    async file(name, text) {
      await writeFile(join(home, name), text);
      return join(home, name);
    },
    async remove() {
      const ended = [...children].map((child) => once(child, "exit"));
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(ended);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** TOML as the client's documentation has it; all values are ours and need no escaping. */
function configText(publicUrl: string, signedIn: HookdeckCliOptions["signedIn"]): string {
  const lines = [
    `api_base = "${publicUrl}"`,
    `ws_base = "${publicUrl.replace(/^http/, "ws")}"`,
    `dashboard_base = "${publicUrl}"`,
    `console_base = "${publicUrl}"`,
    `telemetry_disabled = true`,
  ];
  if (signedIn) {
    lines.push(
      `profile = "default"`,
      `[default]`,
      `api_key = "${signedIn.key}"`,
      `project_id = "${signedIn.project}"`,
      `project_mode = "inbound"`,
      `project_type = "Gateway"`,
    );
  }
  return `${lines.join("\n")}\n`;
}
