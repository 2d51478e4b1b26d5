import { expect, test } from "vitest";
import { checkCode } from "./check-code.ts";

/** Each problem as `the code it is about: the message`. */
function problems(code: string, variables: string[] = []): string[] {
  return checkCode(code, variables).map(({ from, to, message }) => `${code.slice(from, to)}: ${message}`);
}

const handler = (body: string) =>
  `addHandler("transform", (request, context) => {\n${body}\nreturn request;\n});`;

test("code that uses what there is has no problem", () => {
  const good = `"use strict";
    const seen = new Map();
    function hash(text) { let h = 0; for (const char of text) h = h * 31 + char.codePointAt(0); return h; }
    const shorten = ({ sku, ...others }) => ({ sku, others, count: others.length ?? NaN });
    class Total { #sum = 0; add(n) { this.#sum += n; return this; } get sum() { return this.#sum; } }
    addHandler("transform", (request, { connection }) => {
      const { body: { lines = [] } = {}, headers, ...rest } = request;
      if (typeof fetch === "function") throw new Error("never");
      label: for (const [at, line] of lines.entries()) { if (!line) continue label; seen.set(at, shorten(line)); }
      try { JSON.parse("{"); } catch (error) { console.warn(error.message, rest?.path); }
      headers["x-shop"] = process.env.SHOP;
      process.env.OWN = "1";
      sloppy = request.hasOwnProperty("body") ? hash(connection.source.name) : new Total().add(1).sum;
      request.body.id = sloppy;
      return request;
    });`;

  expect(problems(good, ["SHOP"])).toEqual([]);
});

test("a named function is a handler too", () => {
  expect(problems(`function change(request) { return request; }\naddHandler("transform", change);`)).toEqual(
    [],
  );
  expect(
    problems(`const change = (request) => { request.body = 1; };\naddHandler("transform", change);`),
  ).toEqual(["(request) => { request.body = 1; }: The handler returns nothing. It must return the request"]);
});

test("broken code is reported at its place, and nothing else", () => {
  const [first] = checkCode("const a = 1;\nconst = fetch(;", []);

  expect(first).toMatchObject({ severity: "error", message: "Unexpected = here" });
  expect(first?.from).toBeGreaterThanOrEqual(13);
  expect(problems('addHandler("transform", (request) => {').at(-1)).toMatch(/ends too early/);
  expect(checkCode("(".repeat(10_000), []).length).toBeGreaterThan(0);
});

test("names that the sandbox does not have", () => {
  expect(problems(handler("fetch(request.body.url); lodash.get(1); const own = { other };"))).toEqual([
    "fetch: fetch is not available. A transformation has the JavaScript language and its input: no network, timers, modules or files",
    "lodash: lodash is not defined",
    "other: other is not defined",
  ]);
  expect(problems(`import x from "x";\n${handler("")}`)[0]).toMatch(
    /^import x from "x";: Modules cannot be used/,
  );
});

test("properties that request, context, console and process do not have", () => {
  const has = "It has headers, body, query, parsed_query, and path";

  expect(problems(handler("request.method = request.body.method;"))).toEqual([
    `method: request has no method. ${has}`,
  ]);
  expect(problems(handler('const { bdy } = request; request["heders"].a = 1;'))).toEqual([
    `bdy: request has no bdy. ${has}`,
    `"heders": request has no heders. ${has}`,
  ]);
  expect(problems(handler("console.trace(context.connection.sorce.name);"))[0]).toMatch(
    /^trace: console has no/,
  );
  expect(problems(handler("context.connection.sorce"))[0]).toMatch(/^sorce: context.connection has no sorce/);
  expect(problems('addHandler("transform", ({ heders }) => ({ headers: heders }))')).toEqual([
    `heders: The request has no heders. ${has}`,
  ]);
  expect(problems(handler("process.argv[0]; process.env.SHOP; process.env.KEY"), ["KEY"])).toEqual([
    "argv: process has no argv. It has env",
    "SHOP: There is no variable SHOP. Add it under Variables",
  ]);
});

test("another thing of the same name is not meant", () => {
  expect(problems(handler("lines.map((request) => request.method); function lines() {}"))).toEqual([]);
  expect(problems(`const console = { trace() {} };\n${handler("console.trace(1)")}`)).toEqual([]);
});

test.each([
  ["1 + 1;", /The code adds no handler/],
  ['addHandler("filter", (request) => request);', /Only the handler "transform" is used/],
  ['addHandler("transform", () => {});', /The handler returns nothing/],
  [
    'addHandler("transform", () => { [1].map((n) => { return n; }); return; });',
    /The handler returns nothing/,
  ],
  ['addHandler("transform", function* (request) { return request; });', /A generator cannot be a handler/],
])("%s", (code, message) => {
  expect(problems(code)).toEqual([expect.stringMatching(message)]);
});

test("a handler may be async, and may be exported", () => {
  expect(problems('addHandler("transform", async (request) => request);')).toEqual([]);
  expect(problems("exports.handler = async (request, context) => request;")).toEqual([]);
  expect(problems("exports.handler = (request) => { request.method; };")).toEqual([
    expect.stringMatching(/The handler returns nothing/),
    expect.stringMatching(/request has no method/),
  ]);
});

test("a handler may only refuse", () => {
  expect(problems('addHandler("transform", () => { throw new Error("no"); });')).toEqual([]);
});

test("empty and very long code is not checked", () => {
  expect(checkCode(" \n", [])).toEqual([]);
  expect(checkCode("x".repeat(200_001), [])).toEqual([]);
});
