/**
 * How does one version of a transformation's code run many times, with nothing left from run to run?
 *
 * Runs in the child. Each program has its own isolate. The code runs in a lasting, frozen realm, where it is called
 * again each time, as strict code. If it fails there, the run is repeated in a fresh realm, and that result counts. Code
 * that succeeds only in a fresh realm, or whose text shows that it changes built-in objects, gets only fresh ones.
 * realm.ts describes the two kinds.
 */
import type ivm from "isolated-vm";
import { RUN_MAX_MB, USED_TOO_MUCH, ranTooLong } from "./limits.ts";
import { changesBuiltIns } from "./changes-built-ins.ts";
import { type Collector, collectorOf } from "./collect.ts";
import { freezeRealm } from "./freeze-realm.ts";
import { WAITING, openRealm, type Realm, type RealmLimits, type RunHead } from "./realm.ts";

export interface ProgramInput {
  requestJson: string;
  contextJson: string;
  envJson: string;
}

export interface Program {
  /** Returns the head and body that realm.ts describes. Never throws. */
  run: (input: ProgramInput) => string;
  dispose: () => void;
}

const FILE = { filename: "transformation.js" };
/** The result of a failed run begins with this. */
const BEGINS_WITH_FAILURE = '{"failure":';

/** The time to read the log lines of a run that was stopped. */
const REPORT_MAX_MS = 100;

type Remote<Key extends keyof Realm> = ivm.Reference<Realm[Key]>;

interface LastingRealm {
  /** Other handles that keep the realm in memory. */
  handles: { release: () => void }[];
  runCode: Remote<"runCode">;
  settled: Remote<"settled">;
  fail: Remote<"fail">;
}

interface Machine {
  isolate: ivm.Isolate;
  incoming: Collector;
  /** The user's code, unchanged. */
  script: ivm.Script;
  opener: (isLasting: boolean) => ivm.Script;
  lasting: LastingRealm | null;
}

function remote<Key extends keyof Realm>(realm: ivm.Reference<Realm>, key: Key): Remote<Key> {
  return realm.getSync(key, { reference: true });
}

/** The place is part of the sentence too, because executions store nothing but the sentence. */
type Failure = Required<Pick<RunHead, "failure" | "line" | "column">>;

function failureAt(failure: string, place: RegExpExecArray | null = null): Failure {
  const [line, column] = [Number(place?.[1] ?? 0), Number(place?.[2] ?? 0)];
  return { failure: place ? `${failure} (line ${line}, column ${column})` : failure, line, column };
}

function failureText(failure: Failure): string {
  return `${JSON.stringify({ ...failure, console: [], log_level: "fatal" })}\n`;
}

/** isolated-vm appends the place in brackets. */
function syntaxFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const place = /\s*\[transformation\.js:(\d+):(\d+)\]\s*$/.exec(message);
  return failureAt(`SyntaxError: ${place ? message.slice(0, place.index) : message}`, place);
}

/** Describes what isolated-vm threw: that the time is up, or the error of the code. */
function thrownFailure(error: unknown, runMaxMs: number): Failure {
  if (!(error instanceof Error)) return failureAt(`The code threw ${String(error).slice(0, 1000)}`);
  if (error.message === "Script execution timed out.") return failureAt(ranTooLong(runMaxMs));
  const place = /transformation\.js:(\d+):(\d+)/.exec(error.stack ?? "");
  return failureAt(`${error.name}: ${error.message.slice(0, 1000)}`, place);
}

/** isolated-vm takes a whole number of milliseconds, and no limit for 0. */
function timeUntil(endsAt: number): { timeout: number } {
  return { timeout: Math.max(1, Math.ceil(endsAt - performance.now())) };
}

/** What the child got when it started. */
export interface Engine {
  vm: typeof ivm;
  limits: RealmLimits;
  runMaxMs: number;
  /** Freezing a realm costs as much as a few dozen fresh ones, so a program gets one only after this many runs. */
  freezeAfterRuns: number;
}

export function createProgram({ vm, limits, runMaxMs, freezeAfterRuns }: Engine, code: string): Program {
  let needsFreshRealm = changesBuiltIns(code);
  let machine: Machine | null = null;
  let runs = 0;

  function startMachine(): Machine {
    const isolate = new vm.Isolate({ memoryLimit: RUN_MAX_MB });
    const openers = new Map<boolean, ivm.Script>();
    return {
      isolate,
      incoming: collectorOf(isolate),
      script: isolate.compileScriptSync(code, FILE),
      opener(isLasting) {
        let script = openers.get(isLasting);
        if (script === undefined) {
          script = isolate.compileScriptSync(
            `(${String(openRealm)})(${isLasting ? String(freezeRealm) : "null"}, ${JSON.stringify(limits)})`,
          );
          openers.set(isLasting, script);
        }
        return script;
      },
      lasting: null,
    };
  }

  function open(of: Machine, isLasting: boolean) {
    const context = of.isolate.createContextSync();
    const realm: ivm.Reference<Realm> = of.opener(isLasting).runSync(context, { reference: true });
    return { context, realm };
  }

  /**
   * Makes the code the body of a function. It cannot close that function early, because only code that parses on its
   * own gets here. The function is strict: sloppy code would not notice that a frozen object refuses a change, and would
   * go on with another result than in a fresh realm. Returns null for code that does not parse as the body of such a
   * function.
   */
  function openLasting(of: Machine): LastingRealm | null {
    let body: ivm.Script;
    try {
      const text = `(addHandler, process, console, exports) => () => {"use strict";\n${code}\n}`;
      body = of.isolate.compileScriptSync(text, { ...FILE, lineOffset: -1 });
    } catch {
      return null;
    }
    const { context, realm } = open(of, true);
    const callable = body.runSync(context, { reference: true });
    remote(realm, "adopt").applySync(undefined, [callable.derefInto() as never]);
    const handles = [context, realm, callable];
    const [runCode, settled, fail] = [
      remote(realm, "runCode"),
      remote(realm, "settled"),
      remote(realm, "fail"),
    ];
    return { handles, runCode, settled, fail };
  }

  function closeLasting(of: Machine): void {
    const { lasting } = of;
    of.lasting = null;
    if (lasting === null || of.isolate.isDisposed) return;
    for (const handle of [...lasting.handles, lasting.runCode, lasting.settled, lasting.fail])
      handle.release();
  }

  /** Describes a run that was stopped. isolated-vm throws when the time is up, and disposes the isolate for memory. */
  function stopped(of: Machine, error: unknown, fail: Remote<"fail"> | undefined): string {
    if (of.isolate.isDisposed) {
      machine = null;
      return failureText(failureAt(USED_TOO_MUCH));
    }
    const failure = thrownFailure(error, runMaxMs);
    try {
      const { failure: sentence, line, column } = failure;
      const told = fail?.applySync(undefined, [sentence, line, column], { timeout: REPORT_MAX_MS });
      return told ?? failureText(failure);
    } catch {
      return failureText(failure);
    }
  }

  /** Returns null when this run must be repeated in a fresh realm. */
  function runLasting(of: Machine, { requestJson, contextJson, envJson }: ProgramInput): string | null {
    of.lasting ??= openLasting(of);
    if (of.lasting === null) {
      needsFreshRealm = true;
      return null;
    }
    const { runCode, settled, fail } = of.lasting;
    const endsAt = performance.now() + runMaxMs;
    try {
      const first = runCode.applySync(undefined, [requestJson, contextJson, envJson], timeUntil(endsAt));
      const text = first === WAITING ? settled.applySync(undefined, [], timeUntil(endsAt)) : first;
      if (text === "") {
        needsFreshRealm = true;
        closeLasting(of);
      }
      return text === "" || text.startsWith(BEGINS_WITH_FAILURE) ? null : text;
    } catch (error) {
      const text = stopped(of, error, fail);
      closeLasting(of);
      return text;
    }
  }

  function runFresh(of: Machine, { requestJson, contextJson, envJson }: ProgramInput): string {
    const { context, realm } = open(of, false);
    const [begin, finish] = [remote(realm, "begin"), remote(realm, "finish")];
    const [settled, fail] = [remote(realm, "settled"), remote(realm, "fail")];
    const endsAt = performance.now() + runMaxMs;
    try {
      begin.applySync(undefined, [envJson]);
      of.script.runSync(context, timeUntil(endsAt));
      const text = finish.applySync(undefined, [requestJson, contextJson], timeUntil(endsAt));
      return text === WAITING ? settled.applySync(undefined, [], timeUntil(endsAt)) : text;
    } catch (error) {
      return stopped(of, error, fail);
    } finally {
      // Any one of these handles keeps the whole realm in memory.
      if (!of.isolate.isDisposed)
        for (const handle of [begin, finish, settled, fail, realm, context]) handle.release();
    }
  }

  function runOnce(input: ProgramInput): string {
    try {
      machine ??= startMachine();
    } catch (error) {
      return failureText(syntaxFailure(error));
    }
    const of = machine;
    try {
      of.incoming.crossed(input.requestJson.length + input.contextJson.length);
      runs += 1;
      const isTried = !needsFreshRealm && runs > freezeAfterRuns;
      const text = isTried ? runLasting(of, input) : null;
      if (text !== null) return text;
      const freshText = runFresh(of, input);
      if (isTried && !freshText.startsWith(BEGINS_WITH_FAILURE)) needsFreshRealm = true;
      return freshText;
    } catch (error) {
      return stopped(of, error, undefined);
    }
  }

  return {
    run: runOnce,
    dispose() {
      if (machine !== null && !machine.isolate.isDisposed) machine.isolate.dispose();
      machine = null;
    },
  };
}
