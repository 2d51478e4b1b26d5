/**
 * What does a transformation's code find around it?
 *
 * The text of `openRealm` is evaluated inside an isolate, before any user code, so it may use nothing from outside
 * itself. It takes texts and returns texts. User code has run in the realm that writes the result, so the server trusts
 * none of it.
 *
 * Opening a realm costs more than half a millisecond, a run a twentieth of that. So there are two kinds. A fresh realm
 * has a single run. In a lasting realm every object that code can reach is frozen first (freeze-realm.ts). A run can
 * change only the global object, and its additions are removed before the next run. The whole code is called again for
 * each run, so it creates its own objects again. What a frozen realm refuses throws, and a run that throws there is
 * repeated in a fresh realm (see program.ts).
 */
import type { Restore } from "./freeze-realm.ts";

// The function's text goes into an isolate, so nothing can be outside it. It keeps methods without their objects.
// oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method

export interface RealmLimits {
  bodyMaxCharacters: number;
  lineMaxCharacters: number;
  linesMaxCharacters: number;
  linesMaxCount: number;
}

/** The result of a run: one line of JSON of this form, and after it the body, if there is one. */
export interface RunHead {
  failure?: string;
  /** Where in the user's code the failure happened, both from 1. Missing or 0 if it has no place. */
  line?: number;
  column?: number;
  headers?: Record<string, string>;
  path?: string;
  query?: string;
  has_body?: boolean;
  console: { type: string; message: string }[];
  log_level: string;
}

/** The user's code as a lasting realm calls it: the first call passes what the code gets, the second runs it. */
type CallableCode = (addHandler: unknown, process: unknown, console: unknown, exports: unknown) => () => void;

/** What a run returns instead of its result while its handler's promise has not settled. No result looks like it. */
export const WAITING = "waiting";

export interface Realm {
  /** Lasting realms only: takes the code that `runCode` calls. */
  adopt: (code: CallableCode) => void;
  /** Lasting realms only. Returns an empty text when an earlier run left something that cannot be removed. */
  runCode: (requestJson: string, contextJson: string, envJson: string) => string;
  /** Fresh realms only: `begin` runs before the code's script, `finish` after it. */
  begin: (envJson: string) => void;
  finish: (requestJson: string, contextJson: string) => string;
  /**
   * Returns the result of a run that is waiting. The isolate has run the jobs of all promises before the call before this
   * one ended, so a promise that is still open has nothing to wait for.
   */
  settled: () => string;
  /** Returns the result of a run that was stopped, or whose script threw, with what it has logged. */
  fail: (failure: string, line: number, column: number) => string;
}

/** `freeze` makes it a lasting realm; null: a fresh one. */
export function openRealm(freeze: (() => Restore) | null, limits: RealmLimits): Realm {
  "use strict";
  // Read before any user code runs, because that may replace these.
  const { parse, stringify } = JSON;
  const { create, defineProperty, getPrototypeOf, keys } = Object;
  const { deleteProperty, apply } = Reflect;
  const { isArray } = Array;
  const { slice, toLowerCase, trim, startsWith } = String.prototype;
  const { exec } = RegExp.prototype;
  const encode = encodeURIComponent;
  const text = String;
  const GlobalError = Error;
  const GlobalPromise = Promise;
  const { resolve } = Promise;
  const { then } = Promise.prototype;
  const GlobalMap = Map;
  const GlobalSet = Set;
  const global = globalThis as unknown as Record<PropertyKey, unknown>;

  const ABSENT = [
    "console",
    "WebAssembly",
    "SharedArrayBuffer",
    "Atomics",
    "FinalizationRegistry",
    "WeakRef",
  ];
  for (const name of ABSENT) deleteProperty(global, name);

  type Handler = (request: unknown, context: unknown) => unknown;

  interface Session {
    handler: Handler | undefined;
    /** Another way to give a handler: code written for a Lambda function sets `exports.handler`. */
    exports: { handler?: unknown };
    /** What became of the handler's promise. */
    outcome: { value: unknown } | { thrown: unknown } | undefined;
    /** Turns what the promise brought into the result of the run. */
    conclude: (returned: unknown) => string;
    lines: { type: string; message: string }[];
    lineCount: number;
    characters: number;
    loudness: number;
  }

  const LEVELS = ["debug", "info", "warn", "error"];
  const LOUDNESS: Record<string, number> = { debug: 0, log: 1, info: 1, warn: 2, error: 3 };
  const CUT = "… (cut)";

  let session = newSession();
  let callableCode: CallableCode = () => () => {};

  function newSession(): Session {
    return {
      handler: undefined,
      exports: {},
      outcome: undefined,
      conclude: () => "",
      lines: [],
      lineCount: 0,
      characters: 0,
      loudness: -1,
    };
  }

  function cut(message: string, maxCharacters: number): string {
    return message.length > maxCharacters ? apply(slice, message, [0, maxCharacters]) + CUT : message;
  }

  function show(value: unknown): string {
    if (typeof value === "string") return value;
    if (typeof value === "function") return `[Function: ${text(value.name)}]`;
    if (typeof value === "bigint") return `${text(value)}n`;
    if (typeof value !== "object" || value === null) return text(value);
    if (value instanceof GlobalError) return text(value.stack ?? value);
    const above: unknown[] = [];
    const written = stringify(
      value,
      function showInner(this: unknown, _key, inner: unknown) {
        if (typeof inner === "bigint") return `${text(inner)}n`;
        if (typeof inner === "function") return `[Function: ${text(inner.name)}]`;
        if (typeof inner === "symbol" || inner === undefined) return text(inner);
        if (typeof inner !== "object" || inner === null) return inner;
        if (inner instanceof GlobalError) return text(inner.stack ?? inner);
        while (above.length > 0 && above[above.length - 1] !== this) above.length -= 1;
        for (let at = 0; at < above.length; at++) if (above[at] === inner) return "[Circular]";
        const shown =
          inner instanceof GlobalMap || inner instanceof GlobalSet
            ? { [inner.constructor.name]: [...inner] }
            : inner;
        above[above.length] = shown;
        return shown;
      },
      2,
    );
    return text(written);
  }

  function writeLine(to: Session, type: string, values: unknown[]): void {
    const loudness = LOUDNESS[type] ?? 1;
    if (loudness > to.loudness) to.loudness = loudness;
    if (to.lineCount >= limits.linesMaxCount || to.characters >= limits.linesMaxCharacters) {
      to.lineCount += 1;
      return;
    }
    let message = "";
    for (let at = 0; at < values.length; at++) {
      let shown;
      try {
        shown = show(values[at]);
      } catch {
        shown = "[cannot be shown]";
      }
      message += (at === 0 ? "" : " ") + cut(shown, limits.lineMaxCharacters);
      if (message.length > limits.lineMaxCharacters) break;
    }
    message = cut(message, limits.lineMaxCharacters);
    to.lineCount += 1;
    to.characters += message.length;
    defineProperty(to.lines, to.lines.length, {
      value: { __proto__: null, type, message },
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }

  /** The objects that the code of one run gets. No other run gets the same ones. */
  function surroundings(of: Session, envJson: string) {
    const log =
      (type: string) =>
      (...values: unknown[]) =>
        writeLine(of, type, values);
    return {
      addHandler: (name: unknown, handler: unknown) => {
        if (name !== "transform") return;
        if (typeof handler !== "function") throw new TypeError('addHandler("transform", …) needs a function');
        of.handler = handler as Handler;
      },
      exports: of.exports,
      process: { env: parse(envJson) as unknown },
      console: {
        log: log("log"),
        info: log("info"),
        debug: log("debug"),
        warn: log("warn"),
        error: log("error"),
      },
    };
  }

  function head(of: Session, rest: object): string {
    const lost = of.lineCount - of.lines.length;
    if (lost > 0) {
      const message = `… ${lost} more ${lost === 1 ? "line was" : "lines were"} not kept`;
      defineProperty(of.lines, of.lines.length, {
        value: { __proto__: null, type: "info", message },
        enumerable: true,
      });
    }
    const log_level = "failure" in rest ? "fatal" : LEVELS[of.loudness === -1 ? 1 : of.loudness];
    return `${stringify({ __proto__: null, ...rest, console: of.lines, log_level })}\n`;
  }

  function fail(failure: string, line: number, column: number): string {
    return head(session, { __proto__: null, failure, line, column });
  }

  /** The message, and where in the user's code it came from. */
  function failThrown(thrown: unknown): string {
    let failure = "The code threw something that cannot be shown";
    let [line, column] = [0, 0];
    try {
      if (thrown instanceof GlobalError) {
        const [name, message] = [text(thrown.name), cut(text(thrown.message), 1000)];
        const place = apply(exec, /transformation\.js:(\d+):(\d+)/, [text(thrown.stack)]) as string[] | null;
        if (place) [line, column] = [+text(place[1]), +text(place[2])];
        failure = `${name}: ${message}${place ? ` (line ${line}, column ${column})` : ""}`;
      } else failure = `The code threw ${cut(show(thrown), 1000)}`;
    } catch {
      // What was thrown has a getter that throws; the sentence above says so.
    }
    return fail(failure, line, column);
  }

  /** Throws what is wrong with the handler's result, so that the checks need not return it. */
  function refuse(failure: string): never {
    throw { __proto__: null, refusal: failure } as unknown;
  }

  function appendFields(name: string, value: unknown, fields: string[]): void {
    if (value === undefined || typeof value === "function" || typeof value === "symbol") return;
    if (typeof value === "object" && value !== null) {
      const inner = value as Record<string, unknown>;
      const names = keys(inner);
      for (let at = 0; at < names.length; at++) {
        const key = names[at] as string;
        appendFields(name === "" ? key : `${name}[${key}]`, inner[key], fields);
      }
      return;
    }
    const written = `${encode(name)}=${value === null ? "" : encode(text(value))}`;
    fields[fields.length] = written;
  }

  function formOf(body: object): string {
    const fields: string[] = [];
    appendFields("", body, fields);
    let form = "";
    for (let at = 0; at < fields.length; at++) form += (at === 0 ? "" : "&") + fields[at];
    return form;
  }

  function bodyText(body: unknown, contentType: string, hadBody: boolean): string | null {
    if (body === undefined || (body === null && !hadBody)) return null;
    if (typeof body === "string") return body;
    const isForm = apply(startsWith, contentType, ["application/x-www-form-urlencoded"]);
    if (isForm && typeof body === "object" && body !== null) return formOf(body);
    let written;
    try {
      written = stringify(body);
    } catch (error) {
      refuse(`The returned body cannot be written as JSON: ${cut(text((error as Error).message), 500)}`);
    }
    if (written === undefined) refuse(`The returned body cannot be written as JSON: it is a ${typeof body}`);
    return written;
  }

  function headerFields(headers: unknown): Record<string, string> {
    if (typeof headers !== "object" || headers === null || isArray(headers)) {
      refuse("The handler must return a request object whose headers are an object of names and values");
    }
    const fields: Record<string, string> = create(null) as Record<string, string>;
    const given = headers as Record<string, unknown>;
    const names = keys(given);
    for (let at = 0; at < names.length; at++) {
      const name = names[at] as string;
      const value = given[name];
      if (value === undefined || value === null) continue;
      if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
        refuse(
          `The header ${stringify(cut(name, 100))} must be a string: it is ${isArray(value) ? "an array" : `of type ${typeof value}`}`,
        );
      }
      // A name in another case is the same header: the last value counts.
      fields[apply(toLowerCase, name, [])] = typeof value === "string" ? value : text(value);
    }
    return fields;
  }

  function textOr(value: unknown, name: string, otherwise: string): string {
    if (value === undefined || value === null) return otherwise;
    if (typeof value !== "string")
      refuse(`The ${name} of the returned request must be a string: it is of type ${typeof value}`);
    return value;
  }

  function handlerOf(of: Session): Handler {
    if (of.handler !== undefined) return of.handler;
    const { handler } = of.exports;
    if (typeof handler === "function") return handler as Handler;
    refuse(
      'The code registered no handler. It must call addHandler("transform", (request, context) => request)',
    );
  }

  function answer(of: Session, requestJson: string, contextJson: string): string {
    const handler = handlerOf(of);
    const request = parse(requestJson) as Record<string, unknown>;
    const { path, query, body } = request;
    const context = {
      // Most handlers never use it, so it is parsed on first use.
      get connection(): unknown {
        const { connection } = parse(contextJson) as { connection: unknown };
        defineProperty(this, "connection", { value: connection, writable: true });
        return connection;
      },
      set connection(value: unknown) {
        defineProperty(this, "connection", { value, writable: true });
      },
    };
    const returned = handler(request, context);
    const conclude = (result: unknown) => resultText(of, result, { path, query, hadBody: body !== null });
    if (!isThenable(returned)) return conclude(returned);
    of.conclude = conclude;
    void apply(then, apply(resolve, GlobalPromise, [returned]), [
      (value: unknown) => {
        of.outcome = { __proto__: null, value } as { value: unknown };
      },
      (thrown: unknown) => {
        of.outcome = { __proto__: null, thrown } as { thrown: unknown };
      },
    ]);
    return "waiting";
  }

  function isThenable(value: unknown): boolean {
    if (typeof value !== "object" || value === null) return false;
    return typeof (value as Record<string, unknown>)["then"] === "function";
  }

  function settledText(of: Session): string {
    const { outcome } = of;
    if (outcome === undefined)
      refuse(
        "The handler returned a promise that never settles: there is nothing here that it could wait for",
      );
    if ("thrown" in outcome) throw outcome.thrown;
    return of.conclude(outcome.value);
  }

  function resultText(
    of: Session,
    result: unknown,
    { path, query, hadBody }: { path: unknown; query: unknown; hadBody: boolean },
  ): string {
    if (typeof result !== "object" || result === null || isArray(result)) {
      const kind =
        result === null
          ? "null"
          : isArray(result)
            ? "an array"
            : result === undefined
              ? "undefined"
              : `a ${typeof result}`;
      refuse(
        `The handler must return a request object with headers, body, query and path. It returned ${kind}`,
      );
    }
    const returned = result as Record<string, unknown>;
    const headers = headerFields(returned["headers"]);
    const contentType = apply(toLowerCase, apply(trim, headers["content-type"] ?? "", []), []);
    const written = bodyText(returned["body"], contentType, hadBody);
    if (written !== null && written.length > limits.bodyMaxCharacters)
      refuse(`The returned body is larger than ${limits.bodyMaxCharacters} bytes`);
    const wirePath = textOr(returned["path"], "path", textOr(path, "path", "/"));
    const wireQuery = textOr(
      returned["query"],
      "query",
      returned["query"] === null ? "" : textOr(query, "query", ""),
    );
    return (
      head(of, { __proto__: null, headers, path: wirePath, query: wireQuery, has_body: written !== null }) +
      (written ?? "")
    );
  }

  function guarded(work: () => string): string {
    try {
      return work();
    } catch (thrown) {
      const isRefusal =
        typeof thrown === "object" &&
        thrown !== null &&
        getPrototypeOf(thrown) === null &&
        "refusal" in thrown;
      return isRefusal ? fail(text(thrown.refusal), 0, 0) : failThrown(thrown);
    }
  }

  let restore: Restore = () => false;
  const GIVEN = ["addHandler", "process", "console", "exports"] as const;
  /** What the code of the present run got. */
  let given: ReturnType<typeof surroundings> | undefined;
  if (freeze !== null) {
    // The code gets these as parameters, and may also ask the global object for them, as in a fresh realm.
    for (const name of GIVEN) {
      defineProperty(global, name, {
        get: () => given?.[name],
        set() {
          throw new TypeError(`Cannot assign to read only property '${name}' of object`);
        },
        configurable: true,
      });
    }
    restore = freeze();
  }

  return {
    adopt(code) {
      callableCode = code;
    },
    runCode(requestJson, contextJson, envJson) {
      const own = newSession();
      session = own;
      if (!restore()) return "";
      return guarded(() => {
        given = surroundings(own, envJson);
        callableCode(given.addHandler, given.process, given.console, given.exports)();
        return answer(own, requestJson, contextJson);
      });
    },
    begin(envJson) {
      given = surroundings(session, envJson);
      for (const name of GIVEN) {
        defineProperty(global, name, { value: given[name], writable: true, configurable: true });
      }
    },
    finish: (requestJson, contextJson) => guarded(() => answer(session, requestJson, contextJson)),
    settled: () => guarded(() => settledText(session)),
    fail,
  };
}
