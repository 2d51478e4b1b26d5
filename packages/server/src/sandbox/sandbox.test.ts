import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { TRANSFORMATION_CODE_MAX_BYTES } from "@posthorn/contract/limits";
import { ADDED_GLOBALS, GLOBALS_OF_ELSEWHERE, LANGUAGE_GLOBALS } from "@posthorn/contract/transformation-api";
import { afterAll, describe, expect, test } from "vitest";
import { RUN_MAX_MS } from "./limits.ts";
import { createSandbox, sandboxOfEach } from "./sandbox.ts";
import type { TransformationJob, TransformationRun } from "./transformation-run.ts";

/** For code that ends by itself, however busy the machine is. */
const AMPLE_MS = 30_000;
const sandbox = createSandbox({ children: 2 });
/** One child, in which a program gets a lasting realm with its third run. */
const freezing = createSandbox({ children: 1, freezeAfterRuns: 2, runMaxMs: AMPLE_MS });
afterAll(() => Promise.all([sandbox.stop(), freezing.stop()]));

const REQUEST = {
  headers: { "content-type": "application/json", "x-sender": "shop" },
  body: { order: 7 },
  query: "a=1&b=2",
  parsed_query: { a: "1", b: "2" },
  path: "/orders",
};

function job(
  code: string,
  {
    request = {},
    env = {},
    ...rest
  }: { request?: object; env?: Record<string, string> } & Partial<TransformationJob> = {},
) {
  return {
    projectKey: "project",
    connectionKey: "connection",
    code,
    envJson: JSON.stringify(env),
    requestJson: JSON.stringify({ ...REQUEST, ...request }),
    contextJson: '{"connection":{"id":"web_1"}}',
    ...rest,
  };
}

/** A handler with this body. */
const handler = (body: string) => `addHandler("transform", (request, context) => {${body}})`;
const run = (code: string, more?: Parameters<typeof job>[1]) => sandbox.run(job(code, more));
const runBody = (body: string, more?: Parameters<typeof job>[1]) => run(handler(body), more);

function requestOf(outcome: TransformationRun) {
  if ("failure" in outcome) throw new Error(outcome.failure);
  return outcome.request;
}

const failureOf = (outcome: TransformationRun) => ("failure" in outcome ? outcome.failure : "no failure");
/** The result of a handler's expression, as the body on the wire. */
async function valueOf(expression: string, before = ""): Promise<unknown> {
  const code = `${before};${handler(`request.body = { value: ${expression} }; return request;`)}`;
  const { body } = requestOf(await run(code));
  return (JSON.parse(body ?? "") as { value: unknown }).value;
}

describe("what a handler gets and gives", () => {
  test("the request, the connection and the variables", async () => {
    const code = handler(`
      request.headers["X-Shop"] = process.env.SHOP;
      request.body.connection = context.connection.id;
      request.query = "q=" + request.parsed_query.b;
      request.path += "/new";
      return request;`);

    const outcome = await run(code, { env: { SHOP: "north" } });

    expect(outcome).toEqual({
      request: {
        headers: { "content-type": "application/json", "x-sender": "shop", "x-shop": "north" },
        path: "/orders/new",
        query: "q=2",
        body: '{"order":7,"connection":"web_1"}',
      },
      console: [],
      log_level: "info",
    });
  });

  test("the last handler counts, and other names count for nothing", async () => {
    const code = `
      addHandler("transform", () => { throw new Error("the first") });
      addHandler("transform", (request) => request);
      addHandler("other", () => { throw new Error("the other") });`;

    expect(requestOf(await run(code)).path).toBe("/orders");
  });

  test("what is not returned stays as it was, parsed_query is not looked at", async () => {
    const code = handler(`return { headers: request.headers, body: [1], parsed_query: { a: "9" } };`);

    expect(requestOf(await run(code))).toMatchObject({ path: "/orders", query: "a=1&b=2", body: "[1]" });
  });

  test("no handler, and a handler that is no function", async () => {
    expect(failureOf(await run("const a = 1;"))).toContain('must call addHandler("transform"');
    expect(failureOf(await run(`addHandler("transform", 5)`))).toContain("needs a function");
    expect(failureOf(await run(""))).toContain("registered no handler");
  });

  test.each([
    ["undefined", "undefined"],
    ["null", "null"],
    ["[]", "an array"],
    ["'text'", "a string"],
    ["() => 1", "a function"],
  ])("a handler that returns %s is told so", async (value, named) => {
    const failure = failureOf(await runBody(`return ${value};`));

    expect(failure).toContain("must return a request object");
    expect(failure).toContain(`It returned ${named}`);
  });

  test("headers that are numbers or booleans become text; null and undefined go; the last of two cases holds", async () => {
    const code = handler(`return { body: 1, headers: {
      "content-type": "text/plain", "Content-Type": "application/json", n: 5, b: true, gone: null, away: undefined } };`);

    expect(requestOf(await run(code)).headers).toEqual({
      "content-type": "application/json",
      n: "5",
      b: "true",
    });
  });

  test.each([
    ["headers: 5", "whose headers are an object"],
    [`headers: { "content-type": "a/b", x: {} }`, 'The header "x" must be a string'],
    [`headers: { "content-type": "a/b", x: ["1"] }`, "an array"],
    [`headers: { "content-type": "a/b", "a b": "1" }`, 'header name "a b" is not one that HTTP can carry'],
    [
      `headers: { "content-type": "a/b", x: "1\\r\\ny: 2" }`,
      'value of the returned header "x" has characters',
    ],
    [`headers: { "content-type": "a/b", x: "\\u{1F600}" }`, "has characters that HTTP cannot carry"],
    [`headers: { "x-a": "1" }`, "valid content-type header"],
    [`headers: { "content-type": "json" }`, "valid content-type header"],
    [`headers: { "content-type": "a/b", x: "y".repeat(40000) }`, "larger than 32768 characters"],
    [`headers: { "content-type": "a/b" }, path: "orders"`, 'path "orders" must begin with "/"'],
    [`headers: { "content-type": "a/b" }, path: "/a?b"`, 'must begin with "/"'],
    [`headers: { "content-type": "a/b" }, path: "/a b"`, 'must begin with "/"'],
    [`headers: { "content-type": "a/b" }, path: 5`, "path of the returned request must be a string"],
    [`headers: { "content-type": "a/b" }, query: "a#b"`, 'query "a#b" must have no "#"'],
    [`headers: { "content-type": "a/b" }, query: "a\\u0000b"`, "control characters"],
    [`headers: { "content-type": "a/b" }, query: {}`, "query of the returned request must be a string"],
  ])("a request with %s is refused", async (fields, reason) => {
    expect(failureOf(await runBody(`return { body: 1, ${fields} };`))).toContain(reason);
  });
});

const bodyFor = async (contentType: string, value: string, request: object = {}) => {
  const code = `request.headers["content-type"] = ${JSON.stringify(contentType)}; request.body = ${value}; return request;`;
  return requestOf(await runBody(code, { request })).body;
};

describe("bodies", () => {
  test.each([
    ["application/json", `{ a: [1, null] }`, '{"a":[1,null]}'],
    ["application/vnd.api+json", "5", "5"],
    ["application/json", "false", "false"],
    ["application/json", "null", "null"],
    ["application/json", `"as it is"`, "as it is"],
    ["text/plain", `"as it is"`, "as it is"],
    ["text/plain", "{ a: 1 }", '{"a":1}'],
    [
      "application/x-www-form-urlencoded",
      `{ a: 1, "b c": "d&e", f: { g: [1, 2] }, h: null }`,
      "a=1&b%20c=d%26e&f%5Bg%5D%5B0%5D=1&f%5Bg%5D%5B1%5D=2&h=",
    ],
    ["application/x-www-form-urlencoded; charset=utf-8", `"a=1"`, "a=1"],
  ])("%s with %s", async (contentType, value, written) => {
    expect(await bodyFor(contentType, value)).toBe(written);
  });

  test("a request that came without a body leaves without one, and needs no content type", async () => {
    const request = { headers: {}, body: null };

    expect(requestOf(await runBody("return request;", { request })).body).toBeNull();
    expect(await bodyFor("application/json", "undefined")).toBeNull();
  });

  test("what cannot be written is told", async () => {
    expect(failureOf(await runBody("request.body.self = request.body; return request;"))).toContain(
      "cannot be written as JSON: Converting circular",
    );
    expect(failureOf(await runBody("request.body = 1n; return request;"))).toContain(
      "cannot be written as JSON",
    );
    expect(failureOf(await runBody("request.body = () => 1; return request;"))).toContain("it is a function");
  });

  test("letters of every script arrive whole", async () => {
    expect(await valueOf(`"żółć \\u{1F600} \\u2028"`)).toBe("żółć \u{1F600} \u2028");
  });

  test("a body past the limit is refused, by its bytes", async () => {
    expect(
      failureOf(await runBody(`request.body = "x".repeat(11 * 1024 * 1024); return request;`)),
    ).toContain("larger than 10485760 bytes");
    expect(failureOf(await runBody(`request.body = "ż".repeat(6 * 1024 * 1024); return request;`))).toContain(
      "larger than 10485760 bytes",
    );
    expect(
      requestOf(await runBody(`request.body = "x".repeat(10 * 1024 * 1024); return request;`)).body,
    ).toHaveLength(10 * 1024 * 1024);
  });
});

test("the contract describes exactly what code finds around it", async () => {
  const look = `request.body = Object.getOwnPropertyNames(globalThis); return request;`;

  const found: unknown = JSON.parse(requestOf(await runBody(look)).body ?? "");

  const described = [...LANGUAGE_GLOBALS, ...Object.keys(ADDED_GLOBALS)];
  expect((found as string[]).toSorted()).toEqual(described.toSorted());
  expect(described.filter((name) => GLOBALS_OF_ELSEWHERE.includes(name))).toEqual([]);
});

describe("errors", () => {
  test("say where in the code they are", async () => {
    expect(failureOf(await run("const a = 1;\nconst = 2;"))).toMatch(
      /^SyntaxError: .* \(line 2, column 7\)$/,
    );
    expect(failureOf(await run("\n\n  undefined.x;"))).toMatch(
      /^TypeError: .*reading 'x'\) \(line 3, column 13\)$/,
    );
    expect(failureOf(await runBody("\n\n null.y"))).toMatch(
      /^TypeError: .*reading 'y'\) \(line 3, column 7\)$/,
    );
    expect(failureOf(await runBody(`throw "a word";`))).toBe("The code threw a word");
    expect(failureOf(await runBody(`throw { code: 5 };`))).toContain('"code": 5');
  });

  test("carry their place as numbers, if they have one", async () => {
    expect(await run("const a = 1;\nconst = 2;")).toMatchObject({ position: { line: 2, column: 7 } });
    expect(await run("\n\n  undefined.x;")).toMatchObject({ position: { line: 3, column: 13 } });
    expect(await runBody("\n\n null.y")).toMatchObject({ position: { line: 3, column: 7 } });
    expect(await runBody(`throw "a word (line 1, column 2)";`)).toMatchObject({ position: null });
    expect(await runBody("return 1;")).toMatchObject({ position: null });
  });

  test("name what code from elsewhere will not find", async () => {
    for (const name of ["fetch", "require", "setTimeout"]) {
      expect(failureOf(await runBody(`${name}("x")`))).toContain("no network, timers, modules or files");
    }
  });

  test("keep what was logged before", async () => {
    expect(await runBody(`console.warn("almost"); throw new Error("no");`)).toMatchObject({
      failure: expect.stringContaining("Error: no"),
      console: [{ type: "warn", message: "almost" }],
      log_level: "fatal",
    });
    expect(await runBody(`console.log("turning"); while (true) {}`)).toMatchObject({
      failure: expect.stringContaining("ran longer than 1000 ms"),
      console: [{ type: "log", message: "turning" }],
    });
  });

  test("that cannot even be shown are no way out", async () => {
    const failure = failureOf(
      await runBody(
        `const e = new Error("x"); Object.defineProperty(e, "message", { get() { throw e } }); throw e;`,
      ),
    );

    expect(failure).toContain("cannot be shown");
  });

  test.each([
    [
      "an async handler",
      `addHandler("transform", async (request) => ({ ...(await request), path: "/later" }))`,
    ],
    ["a promise", handler("return Promise.resolve({ ...request, path: '/later' });")],
    ["anything with a then", handler("return { then: (done) => done({ ...request, path: '/later' }) };")],
    [
      "a handler as Lambda functions have it",
      "exports.handler = async (request, context) => ({ ...request, path: '/later' });",
    ],
    ["one that is not async", "exports.handler = (request) => { request.path = '/later'; return request; };"],
  ])("%s is waited for, in either kind of realm", async (_what, code) => {
    const paths: unknown[] = [];
    for (let at = 0; at < 5; at++) paths.push(requestOf(await freezing.run(job(code))).path);

    expect(paths).toEqual(["/later", "/later", "/later", "/later", "/later"]);
  });

  test("a promise that fails, never settles or brings no request is a failed run", async () => {
    const failed = await run(
      `exports.handler = async () => { await null;\n  throw new TypeError("late"); };`,
    );
    expect(failed).toMatchObject({
      failure: expect.stringContaining("TypeError: late"),
      position: { line: 2 },
    });
    expect(failureOf(await runBody("return new Promise(() => {});"))).toContain("never settles");
    expect(failureOf(await runBody("return Promise.reject('no');"))).toBe("The code threw no");
    expect(failureOf(await runBody("return Promise.resolve(1);"))).toContain("It returned a number");
    expect(failureOf(await runBody("return (async () => { for (;;) await null; })();"))).toBe(
      "The code ran longer than 1000 ms",
    );
    expect(failureOf(await run("await 1;"))).toContain("SyntaxError");
  });

  test("a handler that was added comes before an exported one", async () => {
    const code = `exports.handler = (request) => ({ ...request, path: "/exported" }); ${handler("return request;")}`;

    expect(requestOf(await run(code)).path).toBe("/orders");
  });
});

describe("console", () => {
  test.each([
    ["", "info"],
    ["console.debug(1)", "debug"],
    ["console.log(1)", "info"],
    ["console.debug(1); console.info(1)", "info"],
    ["console.warn(1); console.log(1)", "warn"],
    ["console.error(1); console.warn(1)", "error"],
  ])("%s makes the level %s", async (code, level) => {
    expect((await runBody(`${code}; return request;`)).log_level).toBe(level);
  });

  test("shows values readably", async () => {
    const lines = await runBody(`
      console.log("text", 1, true, null, undefined, 5n, Symbol("s"));
      console.info({ a: [1, { b: 2 }] });
      const circle = { name: "c" }; circle.self = circle; console.warn(circle);
      console.error(new TypeError("bad"));
      console.debug(function named() {}, new Map([["k", 1]]), new Set([2]));
      console.log({ get boom() { throw new Error("x") } });
      return request;`);

    const messages = lines.console.map(({ type, message }) => [type, message.replaceAll(/\s+/g, " ")]);
    expect(messages).toEqual([
      ["log", "text 1 true null undefined 5n Symbol(s)"],
      ["info", '{ "a": [ 1, { "b": 2 } ] }'],
      ["warn", '{ "name": "c", "self": "[Circular]" }'],
      ["error", expect.stringContaining("TypeError: bad")],
      ["debug", '[Function: named] { "Map": [ [ "k", 1 ] ] } { "Set": [ 2 ] }'],
      ["log", "[cannot be shown]"],
    ]);
  });

  test("keeps so many lines, and says how many it did not", async () => {
    const { console } = await runBody(
      `for (let i = 0; i < 1000; i++) console.log("line " + i); console.error("last"); return request;`,
    );

    expect(console).toHaveLength(201);
    expect(console.at(199)).toEqual({ type: "log", message: "line 199" });
    expect(console.at(200)?.message).toBe("… 801 more lines were not kept");
  });

  test("a line that is not kept still counts for the level", async () => {
    expect(
      (await runBody(`for (let i = 0; i < 300; i++) console.log(i); console.error(1); return request;`))
        .log_level,
    ).toBe("error");
  });

  test("cuts long lines, and all lines together, and marks the cut", async () => {
    const { console } = await runBody(
      `for (let i = 0; i < 50; i++) console.log("x".repeat(1_000_000)); return request;`,
    );

    expect(console[0]?.message).toMatch(/^x{8192}… \(cut\)$/);
    expect(console.reduce((sum, { message }) => sum + message.length, 0)).toBeLessThan(80_000);
    expect(console.at(-1)?.message).toMatch(/more lines were not kept/);
  });
});

describe("limits", () => {
  // A fifth of the usual time shows the same, and these runs use a processor until they are stopped.
  const hasty = createSandbox({ children: 1, runMaxMs: 200 });
  afterAll(() => hasty.stop());

  test.each([
    ["a loop", "while (true) {}"],
    ["a loop before any handler", "});while (true) {};(() => {"],
    ["a loop of promises", "const turn = () => Promise.resolve().then(turn); turn(); return request;"],
    ["a pattern that backtracks", `/^(a+)+$/.test("a".repeat(50) + "b"); return request;`],
    ["a loop while the result is read", `return { get headers() { while (true) {} } };`],
    [
      "a loop while the result is written",
      `request.body = { toJSON() { while (true) {} } }; return request;`,
    ],
    ["a loop in a proxy", `return { headers: new Proxy({}, { ownKeys() { while (true) {} } }) };`],
  ])("%s ends when its time is up", async (_name, body) => {
    expect(failureOf(await hasty.run(job(handler(body))))).toBe("The code ran longer than 200 ms");
  });

  test.each([
    ["arrays", "const all = []; while (true) all.push(new Array(100_000).fill(1.5));"],
    ["one array", "new Array(5e8).fill(1.1);"],
    [
      "text",
      `const all = []; for (let i = 0; ; i++) all.push(("x" + i).padEnd(1_000_000, String(i)).split("").join("-"));`,
    ],
  ])("memory is bounded: %s", async (_name, body) => {
    expect(failureOf(await runBody(body))).toMatch(/used more than 128 MB|ran longer than 1000 ms/);
    expect(requestOf(await runBody("return request;")).path).toBe("/orders");
  });

  test("buffers are bounded too", async () => {
    expect(failureOf(await runBody("new ArrayBuffer(3e9);"))).toContain("RangeError");
  });

  test("code of exactly the limit runs, a byte more does not", async () => {
    const code = handler("return request;");
    const filled = code + "\n//".padEnd(TRANSFORMATION_CODE_MAX_BYTES - code.length, "x");

    expect(requestOf(await freezing.run(job(filled))).path).toBe("/orders");
    expect(failureOf(await run(`${filled}x`))).toBe("The code is larger than 5242880 bytes");
  });

  test("code is not to blame for a machine that stands still", async () => {
    const own = createSandbox({ children: 1 });
    const others = new Set(childrenOf(process.pid));
    await own.run(job(handler("return request;")));
    const pid = Number(childrenOf(process.pid).find((child) => !others.has(child)));
    const usedBefore = ticksOf(pid);
    const busy = "let sum = 0; for (let at = 0; at < 2e7; at++) sum += at % 7; request.path = `/${sum}`;";

    const running = own.run(job(handler(`${busy} return request;`)));
    await expect.poll(() => ticksOf(pid), { interval: 5 }).toBeGreaterThan(usedBefore);
    process.kill(pid, "SIGSTOP");
    await delay(RUN_MAX_MS + 100); // longer than code may run
    process.kill(pid, "SIGCONT");

    expect(requestOf(await running).path).toBe("/59999997");
    await own.stop();
  });

  test("recursion without end is an error like any other", async () => {
    expect(failureOf(await runBody("(function again() { again(); })();"))).toContain(
      "RangeError: Maximum call stack",
    );
  });

  test("more jobs than the pool may hold are refused, not kept", async () => {
    const small = createSandbox({ children: 1, jobsMaxCount: 6 });
    const runFor = (projectKey: string) => small.run(job(handler("return request;"), { projectKey }));

    const outcomes = await Promise.allSettled(["a", "a", "a", "a", "b", "b", "b", "c", "d"].map(runFor));
    await small.stop();

    // A project may hold as many as are free: three of six, then two of the other three, then the last.
    const statuses = outcomes.map(({ status }) => (status === "fulfilled" ? "ran" : "refused"));
    expect(statuses).toEqual(["ran", "ran", "ran", "refused", "ran", "ran", "refused", "ran", "refused"]);
    expect(outcomes[3]).toMatchObject({
      reason: { code: "SANDBOX_UNAVAILABLE", message: expect.stringContaining("try again") },
    });
  });

  test("jobs whose texts are too much together are refused, one alone never", async () => {
    const small = createSandbox({ children: 1, jobsMaxCharacters: 100 });

    const [first, second] = await Promise.allSettled(
      [1, 2].map(() => small.run(job(handler("return request;")))),
    );
    await small.stop();

    expect([first?.status, second?.status]).toEqual(["fulfilled", "rejected"]);
  });
});

describe("the pool", () => {
  test("two hundred jobs, some of which hang or grow, each get their own answer", async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_job, at) => {
        const own =
          at % 100 === 7
            ? "while (true) {}"
            : at === 23
              ? "new Array(5e8).fill(1.1);"
              : `request.body = ${at};`;
        return runBody(`${own} return request;`, { connectionKey: `connection ${at % 10}` });
      }),
    );

    for (const [at, answer] of answers.entries()) {
      if (at % 100 === 7) expect(failureOf(answer)).toContain("ran longer than");
      else if (at === 23) expect(failureOf(answer)).toMatch(/used more than|ran longer than/);
      else expect(requestOf(answer).body).toBe(String(at));
    }
  });

  test("forty connections whose code hangs now and then do not hold up another project", async () => {
    const own = createSandbox({ children: 2 });
    const code = handler("while (request.body.hangs) {} return request;");
    let hungCount = 0;
    const bad = async (connectionKey: string, hangs: boolean) => {
      await own.run(job(code, { projectKey: "bad", connectionKey, request: { body: { hangs } } }));
      if (hangs) hungCount += 1;
    };
    const good = (connectionKey: string) =>
      own.run(job(handler("return request;"), { projectKey: "good", connectionKey }));
    await bad("first", true);
    requestOf(await good("a"));
    const connections = Array.from({ length: 40 }, (_connection, at) => `connection ${at}`);
    const runs = connections.flatMap((key) => [false, true, false, true].map((hangs) => bad(key, hangs)));
    const hungBefore = hungCount;

    for (let at = 0; at < 5; at++) requestOf(await good("a"));

    expect(hungCount - hungBefore).toBeLessThan(20);
    await Promise.all([own.stop(), Promise.allSettled(runs)]);
  });

  test("a connection whose code hangs does not hold up the others of its project", async () => {
    const own = createSandbox({ children: 2 });
    const hang = () => own.run(job("while (true) {}", { connectionKey: "hangs" }));
    await hang();
    let hungCount = 0;
    const hanging = Array.from({ length: 30 }, async () => {
      await hang();
      hungCount += 1;
    });

    for (let at = 0; at < 10; at++) {
      requestOf(await own.run(job(handler("return request;"), { connectionKey: "works" })));
    }

    expect(hungCount).toBeLessThan(30);
    await Promise.all([own.stop(), Promise.allSettled(hanging)]);
  });

  test("a child that is killed from outside costs nobody a result", async () => {
    const own = createSandbox({ children: 1 });
    await own.run(job(handler("return request;")));
    const [pid] = childrenOf(process.pid)
      .filter((child) => isCagedIn(child))
      .slice(-1);

    const slow = own.run(
      job(handler("for (const end = Date.now() + 300; Date.now() < end;); return request;")),
    );
    process.kill(Number(pid), "SIGKILL");

    expect(requestOf(await slow).path).toBe("/orders");
    await own.stop();
  });

  test("stop ends the children, and what waits is told", async () => {
    const own = createSandbox({ children: 2 });
    await own.run(job(handler("return request;")));
    const waiting = own.run(job("while (true) {}"));

    const [outcome] = await Promise.allSettled([waiting, own.stop()]);

    expect(outcome).toMatchObject({ status: "rejected", reason: { message: "The sandbox has stopped" } });
    await expect(own.run(job(""))).rejects.toThrow("The sandbox has stopped");
  });

  test("a child with nothing to do ends, and the next job starts another", async () => {
    const before = new Set(childrenOf(process.pid));
    const own = createSandbox({ children: 1, idleMs: 1 });
    await own.run(job(handler("return request;")));
    await expect.poll(() => childrenOf(process.pid).filter((pid) => !before.has(pid))).toEqual([]);

    expect(requestOf(await own.run(job(handler("return request;")))).path).toBe("/orders");
    await own.stop();
  });

  test("what is loaded in a batch is there, though a slow run ended it early", async () => {
    const deaths: string[] = [];
    const note = (event: string) => void deaths.push(event);
    const small = createSandbox({
      children: 1,
      log: { debug: null, info: () => {}, warn: note, error: note },
    });
    try {
      await small.run(job(handler("return request;"))); // starts the child, so that the next two travel together
      const slow = small.run(
        job(handler("const end = Date.now() + 80; while (Date.now() < end); return request;")),
      );
      const quick = () =>
        small.run(job(handler("return { ...request, path: '/quick' };"), { connectionKey: "b" }));
      const beside = quick();

      expect((await slow).log_level).toBe("info");
      expect(requestOf(await beside).path).toBe("/quick");
      expect(requestOf(await quick()).path).toBe("/quick");
      expect(deaths).toEqual([]);
    } finally {
      await small.stop();
    }
  });

  test("variables and context that change reach a program that is loaded already", async () => {
    const code = handler("return { ...request, path: '/' + process.env.A + context.connection.id };");
    const path = async (A: string, id: string) =>
      requestOf(await run(code, { env: { A }, contextJson: JSON.stringify({ connection: { id } }) })).path;

    expect(await path("1", "x")).toBe("/1x");
    expect(await path("2", "x")).toBe("/2x");
    expect(await path("2", "y")).toBe("/2y");
  });

  test("what a script ends with is nobody's business", async () => {
    for (const last of ["({ a: 1 })", "(() => 1)", "Symbol('s')", "new Map()"]) {
      expect(requestOf(await run(`${handler("return request;")}; ${last}`)).path).toBe("/orders");
    }
  });

  test("a program that is used often gets a realm that lasts, and answers as before", async () => {
    const code = `let n = 0; ${handler("request.body = ++n; return request;")}`;
    const bodies: unknown[] = [];
    for (let at = 0; at < 6; at++) bodies.push(requestOf(await freezing.run(job(code))).body);

    expect(bodies).toEqual(["1", "1", "1", "1", "1", "1"]);
  });

  test.each([
    [
      "a method for all lists",
      "const lists = Array.prototype; lists.last = function () { return this.at(-1); };",
      "[1, 2].last?.() ?? 'none'",
    ],
    [
      "a property of all objects",
      "const { prototype } = Object; prototype.shop = 'north';",
      "({}).shop ?? 'none'",
    ],
    ["another method", "const texts = String.prototype; texts.trim = () => 'trimmed';", "' a '.trim()"],
    [
      "a method that is gone",
      "const numbers = Number.prototype; delete numbers.toFixed;",
      "typeof (1).toFixed",
    ],
    ["a variable without a declaration", "total = 3;", "total"],
    ["the global object as `this`", "const all = (function () { return this; })();", "all.Math.max(1, 2)"],
    ["a name that strict code cannot have", "var static = 1;", "static"],
    [
      "what it gets, read from the global object",
      "",
      "typeof globalThis.process?.env, typeof Function('return console')()",
    ],
  ])("sloppy code behaves in every run as in the first: %s", async (_what, first, result) => {
    const code = `${first} ${handler(`request.body = [${result}]; return request;`)}`;
    const bodies: unknown[] = [];
    for (let at = 0; at < 6; at++) bodies.push(requestOf(await freezing.run(job(code))).body);

    expect(new Set(bodies).size).toBe(1);
  });

  test("more programs than a child keeps all go on working", async () => {
    const codes = Array.from({ length: 30 }, (_code, at) => handler(`request.body = ${at}; return request;`));
    const once = async () =>
      (await Promise.all(codes.map((code) => run(code)))).map((outcome) => requestOf(outcome).body);

    const expected = codes.map((_code, at) => String(at));
    expect(await once()).toEqual(expected);
    expect(await once()).toEqual(expected);
  });
});

/** The time that a process had a processor, in hundredths of a second. */
function ticksOf(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
  return Number(afterName[11]) + Number(afterName[12]);
}

function childrenOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ").filter(Boolean);
}

/** Empty when it was closed meanwhile. */
function targetOf(descriptor: string): string[] {
  try {
    return [readlinkSync(descriptor)];
  } catch {
    return [];
  }
}

function isCagedIn(pid: string): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("sandbox/child.ts");
}

describe("a child from outside", () => {
  test("has no environment, three pipes and a harmless folder", async () => {
    await runBody("return request;");
    const pid = childrenOf(process.pid).find(isCagedIn);
    const open = readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) =>
      targetOf(`/proc/${pid}/fd/${descriptor}`),
    );

    expect(readFileSync(`/proc/${pid}/environ`, "latin1")).toBe("");
    expect(readlinkSync(`/proc/${pid}/cwd`)).toBe("/");
    expect(
      open.filter((target) => target.startsWith("socket:") || target.startsWith("pipe:")),
    ).not.toHaveLength(0);
    // For a moment the child may read how much memory it uses itself.
    const harmless = new Set(["/dev/null", `/proc/${pid}/stat`]);
    expect(open.filter((target) => target.startsWith("/") && !harmless.has(target))).toEqual([]);
  });

  test("has a network of its own wherever the system allows it", async () => {
    await runBody("return request;");
    const pid = childrenOf(process.pid).find(isCagedIn);
    const isAllowed = spawnSync("unshare", ["--user", "--map-current-user", "--net", "true"]).status === 0;

    const isOwn = readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync("/proc/self/ns/net");

    expect(isOwn).toBe(isAllowed);
  });

  test("dies with the server, even if that is killed while code hangs", async () => {
    const program = `
      import { createSandbox } from ${JSON.stringify(new URL("sandbox.ts", import.meta.url).href)};
      import { readFileSync } from "node:fs";
      const sandbox = createSandbox({ children: 1 });
      const rest = { projectKey: "a", connectionKey: "a", envJson: "{}", requestJson: "{}", contextJson: "{}" };
      const job = (code) => ({ code, ...rest });
      await sandbox.run(job(""));
      sandbox.run(job("while (true) {}")).catch(() => {});
      await new Promise((resolve) => setImmediate(resolve));
      console.log(readFileSync("/proc/self/task/" + process.pid + "/children", "latin1").trim());
      setImmediate(() => process.kill(process.pid, "SIGKILL"));`;

    let pid = "";
    try {
      execFileSync(process.execPath, ["--no-warnings", "--input-type=module", "-e", program], {
        encoding: "utf8",
      });
    } catch (error) {
      pid = (error as { stdout: string }).stdout.trim();
    }

    expect(pid).toMatch(/^\d+$/);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

function isAlive(pid: string): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "latin1"));
  } catch {
    return false;
  }
}

test("several processes share the children and the places, and each has two children at least", () => {
  expect(sandboxOfEach(1, 8)).toEqual({ children: 8, jobsMaxCount: 20_000, jobsMaxCharacters: 2 ** 28 });
  expect(sandboxOfEach(4, 16)).toEqual({ children: 4, jobsMaxCount: 5_000, jobsMaxCharacters: 2 ** 26 });
  expect(sandboxOfEach(4, 4).children).toBe(2);
});
