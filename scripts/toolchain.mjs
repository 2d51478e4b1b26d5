/**
 * Is everything installed that the product needs, and which Node runs it?
 *
 * Every npm script except smoke calls `ensureInstalled` first, so any of them may be the first command on a fresh
 * clone. This file runs on the system's own Node (20 or newer), and imports nothing that must be installed first.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const NEEDED_NODE = 24;
const LOCKFILE = join(ROOT, "package-lock.json");
const STAMP = join(ROOT, "node_modules", ".posthorn-installed");
/** npm writes this file at the end of every installation. */
const NPM_RECORD = join(ROOT, "node_modules", ".package-lock.json");

/** Installs the packages unless exactly those of the lockfile are there already. Then it takes a millisecond. */
export function ensureInstalled() {
  const wanted = createHash("sha256").update(readFileSync(LOCKFILE)).digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  if (!wasInstalledByHand()) {
    console.log("Installing packages with npm ci. This takes a minute or two, once and after updates.");
    runNpm("ci", "--no-audit", "--no-fund", "--loglevel=error");
  }
  writeFileSync(STAMP, wanted);
}

/**
 * Ends this process if npm fails. What it says about that comes on stderr; the rest is of no use to people who start us.
 * @param {...string} args
 */
export function runNpm(...args) {
  const npm = process.env["npm_execpath"];
  const [command, ...first] = npm?.endsWith(".js") ? [process.execPath, npm] : ["npm"];
  const { status, error } = spawnSync(command, [...first, ...args], {
    cwd: ROOT,
    stdio: ["inherit", "ignore", "inherit"],
  });
  if (status !== 0) fail(`npm ${args[0]} failed${error ? `: ${error.message}` : ""}. What it said is above.`);
}

function wasInstalledByHand() {
  return existsSync(NPM_RECORD) && statSync(NPM_RECORD).mtimeMs >= statSync(LOCKFILE).mtimeMs;
}

/**
 * The running Node if it is new enough, otherwise the one that npm installed with our packages.
 * @returns {string}
 */
export function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= NEEDED_NODE) return process.execPath;
  const brought = broughtNode();
  if (brought !== null) return brought;
  return fail(
    `Posthorn runs on Node ${NEEDED_NODE} or newer. This is Node ${process.versions.node}, and npm has brought none for ` +
      `${process.platform}-${process.arch}. Install Node ${NEEDED_NODE} from https://nodejs.org and start again.`,
  );
}

/** Wherever npm has put it: for the npm package that is a folder above. */
function broughtNode() {
  try {
    return createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/bin/node`);
  } catch {
    return null;
  }
}

/**
 * The environment in which tools from node_modules run on the right Node.
 * @param {Record<string, string>} [extra]
 */
export function toolEnvironment(extra = {}) {
  const folders = [dirname(findNode()), join(ROOT, "node_modules", ".bin"), process.env["PATH"] ?? ""];
  return { ...process.env, PATH: folders.join(delimiter), ...extra };
}

/**
 * Runs a program in the foreground, forwards signals to it, and returns its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, isTied?: boolean, print?: (chunk: Uint8Array) => void }} [options]
 * `isTied`: the program gets a channel that closes when this process ends, however it ends, and a SIGTERM when npm ends.
 * `print` takes its output, if it does not go where ours goes
 * @returns {Promise<number>}
 */
export function runInForeground(command, args, { isTied = false, print, ...options } = {}) {
  return new Promise((done, failed) => {
    const stdio = isTied ? TIED : print ? PRINTED : "inherit";
    const child = spawn(command, args, { cwd: ROOT, env: toolEnvironment(), ...options, stdio });
    if (print) for (const stream of [child.stdout, child.stderr]) stream?.on("data", print);
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => child.kill(signal);
    for (const signal of FORWARDED) process.on(signal, forward);
    const forget = isTied ? whenNpmEnds(() => forward("SIGTERM")) : () => undefined;
    /**
     * @param {number | null} code
     * @param {NodeJS.Signals | null} signal
     */
    const ended = (code, signal) => {
      for (const name of FORWARDED) process.off(name, forward);
      forget();
      done(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
    };
    child.once("error", failed);
    // Only `close` comes after all output.
    if (print) child.once("close", ended);
    else child.once("exit", ended);
  });
}

/** @type {("inherit" | "ipc")[]} */
const TIED = ["inherit", "inherit", "inherit", "ipc"];
/** @type {("ignore" | "pipe")[]} */
const PRINTED = ["ignore", "pipe", "pipe"];
const LOOK_FOR_NPM_MS = 250;

/**
 * npm forwards SIGTERM to the shell in which it runs a script, and the shell ends without a word to us. The system then
 * gives us another parent. Only npm is watched: a person may leave the shell in which they typed `node scripts/start.mjs`.
 * @param {() => void} act
 * @returns {() => void} stops watching
 */
function whenNpmEnds(act) {
  if (process.env["npm_lifecycle_event"] === undefined) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, LOOK_FOR_NPM_MS);
  return () => clearInterval(timer);
}

/** @type {NodeJS.Signals[]} */
const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}
