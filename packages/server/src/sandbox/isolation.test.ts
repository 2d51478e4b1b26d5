import { afterAll, describe, expect, test } from "vitest";
import { createSandbox } from "./sandbox.ts";
import type { TransformationRun } from "./transformation-run.ts";

// One child, so that every run of a code is in the same process, the same program and, if it lasts, the same realm.
const sandbox = createSandbox({ children: 1, freezeAfterRuns: 0 });
afterAll(() => sandbox.stop());

const REQUEST = {
  headers: { "content-type": "application/json" },
  body: {},
  query: "",
  parsed_query: {},
  path: "/",
};

function run(code: string, body: unknown = {}, env: Record<string, string> = {}): Promise<TransformationRun> {
  const requestJson = JSON.stringify({ ...REQUEST, body });
  return sandbox.run({
    projectKey: "project",
    connectionKey: "connection",
    code,
    envJson: JSON.stringify(env),
    requestJson,
    contextJson: '{"connection":{}}',
  });
}

/** What the code put into `body.found`, or the failure. */
async function found(code: string, body?: unknown): Promise<unknown> {
  const outcome = await run(code, body);
  if ("failure" in outcome) return outcome.failure;
  return (JSON.parse(outcome.request.body ?? "") as { found?: unknown }).found;
}

const finding = (expression: string) =>
  `addHandler("transform", (request) => { request.body.found = ${expression}; return request; });`;

const counting = (before: string, reach: string) =>
  `${before}; addHandler("transform", (request) => { ${reach}; return request; });`;

const returning = (expression: string) => `addHandler("transform", (request) => (${expression}))`;
const outcomes = async (...codes: string[]) => {
  const runs: TransformationRun[] = [];
  for (const code of codes) runs.push(await run(code));
  return runs;
};

describe("nothing but the language is there", () => {
  test.each([
    `this.constructor.constructor("return process")()`,
    `(0, eval)("typeof process === 'object' ? Object.keys(process).join() : 'none'")`,
    `Function("return typeof process")()`,
    `(async () => {}).constructor("return typeof require")`,
    `(() => { try { return request.constructor.constructor("return process.binding")() } catch (e) { return "" } })()`,
    `addHandler.constructor("return typeof process.mainModule")()`,
    `console.log.constructor("return this.constructor.name + typeof this.process?.exit")()`,
    `(() => { try { null.x } catch (e) { return e.constructor.constructor("return typeof process.mainModule")() } })()`,
  ])("%s leads nowhere", async (expression) => {
    const shown = JSON.stringify(await found(finding(`String(${expression})`))) ?? "";

    expect(shown).not.toMatch(/function.*native code.*binding|exit.*function|version/);
    expect(shown).toMatch(/process is not defined|undefined|env|none|async|""|object Object|^"object"$/);
  });

  test("no way out is on the global object, in either kind of realm", async () => {
    const names = `Object.getOwnPropertyNames(globalThis).concat(Object.getOwnPropertyNames(Object.getPrototypeOf(globalThis))).filter((name) => /^(process|require|module|console|gc|fetch|set\\w+|clear\\w+|WebAssembly|SharedArrayBuffer|Atomics|FinalizationRegistry|WeakRef|global$|Buffer|performance|ivm|isolated)/.test(name))`;

    expect(await found(finding(names))).toEqual(["process", "console"]); // what the code gets anyway
    expect(await found(`String.prototype.fresh = 1; ${finding(names)}`)).toEqual(["process", "console"]);
    expect(await found(finding("Object.keys(process).concat(Object.keys(process.env))"))).toEqual(["env"]);
  });

  test("import leads nowhere", async () => {
    const outcome = await run(`import("node:fs").then((fs) => console.log("in"), () => {}); ${finding("1")}`);

    expect(outcome.console).toEqual([]);
    expect(await found(`import fs from "node:fs"; ${finding("1")}`)).toContain("SyntaxError");
  });

  test("code cannot end the function that it became, nor see what calls it", async () => {
    expect(await found(`}; globalThis.out = 1; () => {`)).toContain("SyntaxError");
    expect(await found(`}}); (() => {{`)).toContain("SyntaxError");
    expect(
      await found(
        `function seek() { try { return String(seek.caller.caller) } catch { return "refused" } } ${finding("seek()")}`,
      ),
    ).toBe("refused");
    expect(await found(`const all = typeof arguments; ${finding("all")}`)).toBe("undefined");
  });

  test("variables of one run are not those of the next", async () => {
    const code = `addHandler("transform", (r) => { r.body = { found: Object.entries(process.env) }; return r; })`;

    await run(code, {}, { SECRET: "1" });
    const outcome = await run(code, {}, { OTHER: "2" });

    expect("request" in outcome && outcome.request.body).toBe('{"found":[["OTHER","2"]]}');
  });
});

describe("a run finds nothing of the one before", () => {
  test.each([
    ["a variable", counting("let n = 0", "request.body.found = ++n")],
    ["a var", counting("var n = (typeof n === 'number' ? n : 0)", "request.body.found = ++n")],
    [
      "a variable that nobody declared",
      counting("", "try { n } catch { n = 0 } n = n + 1; request.body.found = n"),
    ],
    [
      "the global object",
      counting("", "globalThis.n = (globalThis.n ?? 0) + 1; request.body.found = globalThis.n"),
    ],
    ["this", counting("this.n = (this.n ?? 0) + 1; const seen = this.n", "request.body.found = seen")],
    [
      "a symbol of the global object",
      counting(
        "",
        "const s = Symbol.for('n'); globalThis[s] = (globalThis[s] ?? 0) + 1; request.body.found = globalThis[s]",
      ),
    ],
    [
      "eval",
      counting("", "(0, eval)('var n = (typeof n === \"number\" ? n : 0) + 1'); request.body.found = n"),
    ],
    [
      "a property that cannot be deleted",
      counting(
        "",
        "request.body.found = (globalThis.n ?? 0) + 1; Object.defineProperty(globalThis, 'n', { value: request.body.found })",
      ),
    ],
    [
      "the global object's prototype",
      counting(
        "",
        "request.body.found = (globalThis.n ?? 0) + 1; try { Object.setPrototypeOf(globalThis, { n: 1 }) } catch {}",
      ),
    ],
    [
      "a global object that is sealed",
      counting(
        "",
        "request.body.found = Object.isExtensible(globalThis) ? 1 : 2; Object.preventExtensions(globalThis)",
      ),
    ],
    ["Object.prototype", counting("", "request.body.found = ({}).n ?? 1; Object.prototype.n = 2")],
    [
      "Object.prototype, by the back door",
      counting("", "request.body.found = ({}).n ?? 1; ({})['__pro' + 'to__'].n = 2"),
    ],
    [
      "Array.prototype, by the back door",
      counting(
        "",
        "const p = Object.getPrototypeOf([]); request.body.found = p.n ?? 1; try { p.n = 2 } catch {}",
      ),
    ],
    [
      "a function of the language",
      counting("", "const f = [].map; request.body.found = f.n ?? 1; try { f.n = 2 } catch {}"),
    ],
    ["JSON", counting("", "request.body.found = JSON.n ?? 1; JSON['n'] = 2")],
    [
      "the last match",
      counting("", "request.body.found = (RegExp['last' + 'Match'] || '') === 'n' ? 2 : 1; /n/.test('n')"),
    ],
    [
      "the last match, named",
      counting("", "request.body.found = RegExp.$1 === 'n' ? 2 : 1; /(n)/.test('n')"),
    ],
    ["console", counting("", "request.body.found = console.n ?? 1; console.n = 2")],
    ["process", counting("", "request.body.found = process.n ?? 1; process.n = 2; process.env.n = 2")],
    ["addHandler", counting("const n = addHandler.n ?? 1; addHandler.n = 2", "request.body.found = n")],
    [
      "a tagged template",
      counting(
        "const tag = (strings) => strings; const at = () => tag`x`",
        "request.body.found = at().n ?? 1; try { at().n = 2 } catch {}",
      ),
    ],
    [
      "a promise that is late",
      counting(
        "",
        "request.body.found = globalThis.n ?? 1; Promise.resolve().then(() => { globalThis.n = 2 })",
      ),
    ],
    [
      "Error.prepareStackTrace",
      counting(
        "",
        "request.body.found = Error['prepare' + 'StackTrace'] ? 2 : 1; Error['prepare' + 'StackTrace'] = () => 'n'",
      ),
    ],
  ])("through %s", async (_name, code) => {
    expect(await found(code)).toBe(1);
    expect(await found(code)).toBe(1);
    expect(await found(code)).toBe(1);
  });

  /** Walks to every object that any syntax leads to, marks each, and counts those marked before. */
  const WALK = `
    const mark = "mar" + "ked";
    const roots = [
      globalThis, function () {}, () => {}, async () => {}, function* () {}, async function* () {}, class {}, (function* () {})(),
      (async function* () {})(), (async () => {})(), [].values(), "".matchAll(/x/g), ""[Symbol.iterator](), new Map().entries(), new Set().values(),
      [].values().map((x) => x), Iterator.from({ next() {} }), /x/.exec("x"), new Error("x"), new AggregateError([]),
      (function () { return arguments })(), (function () { "use strict"; return arguments })(), Object(1n), Object(Symbol()), new Date(), new Proxy({}, {}),
      new Intl.Segmenter().segment("x"), new Intl.Segmenter().segment("x")[Symbol.iterator](), new Intl.NumberFormat(), new Intl.DateTimeFormat(),
      new Intl.Collator(), new Intl.PluralRules(), new Intl.ListFormat(), new Intl.Locale("en"), new Intl.RelativeTimeFormat(), new Intl.DisplayNames("en", { type: "region" }),
      new ArrayBuffer(1), new DataView(new ArrayBuffer(1)), new Uint8Array(1), new WeakMap(), new WeakSet(), Object.getOwnPropertyDescriptor(new Error("x"), "stack"), "".at, Promise.withResolvers(), Object.groupBy([], () => 1), new DisposableStack(), new AsyncDisposableStack(),
    ].filter(Boolean);`;
  const MARK_ALL = `${WALK}
    const seen = new Set(); const queue = []; let before = 0; let all = 0;
    const reach = (value) => { if ((typeof value === "object" || typeof value === "function") && value !== null && !seen.has(value)) { seen.add(value); queue.push(value); } };
    for (const root of roots) reach(root);
    while (queue.length > 0) {
      const object = queue.pop();
      all += 1;
      if (object !== globalThis && Object.getOwnPropertyNames(object).includes(mark)) before += 1;
      for (const key of Reflect.ownKeys(object)) {
        const property = Reflect.getOwnPropertyDescriptor(object, key);
        if (property === undefined) continue;
        reach(property.value); reach(property.get); reach(property.set);
        // Only what was there for all: this run's own functions may be changed.
        if (key !== "stack") try { Reflect.defineProperty(object, key, { writable: true, configurable: true }); } catch {}
      }
      reach(Reflect.getPrototypeOf(object));
      if (object !== globalThis) Reflect.defineProperty(object, mark, { value: 1, configurable: true });
    }`;

  test("through any object that can be reached at all", async () => {
    const code = `addHandler("transform", (request) => { ${MARK_ALL}; request.body.found = [before, all > 800, "".trim.marked ?? 0]; return request; });`;

    for (let time = 0; time < 3; time++) expect(await found(code)).toEqual([0, true, 0]);
  });
});

describe("what a realm that lasts refuses still works", () => {
  test.each([
    [
      "a polyfill",
      `String.prototype.shout = function () { return this.toUpperCase() + "!" }; ${finding(`"a".shout()`)}`,
      "A!",
    ],
    [
      "a polyfill in disguise",
      `const p = "".constructor["proto" + "type"]; p.shout = () => "!"; ${finding(`"a".shout()`)}`,
      "!",
    ],
    ["a built-in replaced", `Date.now = () => 5; ${finding("Date.now()")}`, 5],
    [
      "a strict addition",
      `"use strict"; Object.getPrototypeOf([]).last = function () { return this.at(-1) }; ${finding("[1, 2].last()")}`,
      2,
    ],
    [
      "an undeclared variable",
      finding("(() => { total = 0; for (i = 0; i < 3; i++) total += i; return total })()"),
      3,
    ],
    [
      "a global from a bundle",
      `(function (root) { root.Library = { one: 1 } })(this); ${finding("Library.one")}`,
      1,
    ],
    [
      "an own toString",
      finding(
        "(() => { const o = {}; o.toString = () => 'mine'; o.constructor = 1; o.valueOf = 2; return [String(o), Object.keys(o).join()] })()",
      ),
      ["mine", "toString,constructor,valueOf"],
    ],
    [
      "an error's own name",
      `class Mine extends Error { constructor() { super("m"); this.name = "Mine"; } } ${finding("String(new Mine())")}`,
      "Mine: m",
    ],
    [
      "inheritance of old",
      `function A() {} function B() {} B.prototype = Object.create(A.prototype); B.prototype.constructor = B; B.prototype.toString = () => "B"; ${finding("String(new B()) + new B().constructor.name")}`,
      "BB",
    ],
    ["the last match", finding("(/(\\d+)/.test('a12'), RegExp.$1)"), "12"],
    ["octal numbers and with", finding("(() => { with ({ a: 010 }) return a })()"), 8],
    [
      "a constant of a name we use",
      `const process = { env: 1 }, console = 2; ${finding("[process.env, console]")}`,
      [1, 2],
    ],
    ["a script's first line", `#!/usr/bin/env node\n${finding("1")}`, 1],
    ["a comment at the end", `${finding("2")} // the end`, 2],
  ])("%s", async (_name, code, value) => {
    expect(await found(code)).toEqual(value);
    expect(await found(code)).toEqual(value);
  });
});

describe("a result is not believed", () => {
  test("getters and proxies are asked once, and what they say is checked", async () => {
    const changing = `let n = 0; ${returning(`{ body: 1, path: "/", query: "", headers: { get "content-type"() { return n++ === 0 ? "text/plain" : "x\\r\\ny" } } }`)}`;
    const proxied = returning(
      `new Proxy(request, { get: (of, key) => key === "path" ? "//evil\\r\\n" : of[key] })`,
    );

    const [first, second] = await outcomes(changing, proxied);

    expect(first).toMatchObject({ request: { headers: { "content-type": "text/plain" } } });
    expect(second).toMatchObject({ failure: expect.stringContaining("must begin with") });
  });

  test.each([
    ["JSON is replaced", `JSON.stringify = () => "{}"; JSON.parse = () => ({});`],
    ["toJSON is added to everything", `Object.prototype.toJSON = () => 5; Array.prototype.toJSON = () => 5;`],
    [
      "Reflect and Object are emptied",
      `for (const all of [Reflect, Object]) for (const key of Object.getOwnPropertyNames(all)) try { delete all[key] } catch {}`,
    ],
    [
      "text is changed",
      `for (const key of Object.getOwnPropertyNames(String.prototype)) if (key !== "constructor") try { String.prototype[key] = () => "x" } catch {}`,
    ],
    [
      "the array is changed",
      `Object.defineProperty(Array.prototype, 0, { set() { throw new Error("x") } }); Array.isArray = () => true;`,
    ],
    [
      "errors are changed",
      `Error.prepareStackTrace = () => { throw 1 }; Object.defineProperty(Error, Symbol.hasInstance, { value: () => { throw 1 } });`,
    ],
  ])("when %s", async (_name, before) => {
    const [good, bad] = await outcomes(
      `${before} addHandler("transform", (request) => ({ headers: { "content-type": "text/plain" }, path: "/ok", query: "", body: "text" }))`,
      `${before} addHandler("transform", () => { throw new Error("thrown") })`,
    );

    expect(good).toMatchObject({
      request: { path: "/ok", body: "text", headers: { "content-type": "text/plain" } },
    });
    expect(bad).toMatchObject({ failure: expect.any(String), log_level: "fatal" });
    expect(await found(finding("JSON.stringify({ a: [1] })"))).toBe('{"a":[1]}');
  });

  test("names of the language are only names in headers and bodies", async () => {
    const code = returning(
      `({ path: "/", query: "", headers: JSON.parse('{"content-type":"application/json","__proto__":"p","constructor":"c"}'), body: JSON.parse('{"__proto__":{"a":1}}') })`,
    );

    const [outcome] = await outcomes(code);

    if (outcome === undefined || "failure" in outcome) throw new Error(JSON.stringify(outcome));
    expect(Object.entries(outcome.request.headers)).toEqual([
      ["content-type", "application/json"],
      ["__proto__", "p"],
      ["constructor", "c"],
    ]);
    expect(outcome.request.body).toBe('{"__proto__":{"a":1}}');
    expect(({} as { a?: number }).a).toBeUndefined();
  });
});
