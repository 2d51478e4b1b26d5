import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { API_BODY_MAX_BYTES } from "@posthorn/contract/limits";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../store/database.ts";
import { asApiError } from "./api-error.ts";
import { givenApi, type GivenApi } from "../testing/given-api.ts";
import { createRawClient } from "../testing/raw-http.ts";

let api: GivenApi;
let dashboardDir: string;
beforeAll(async () => {
  dashboardDir = await mkdtemp(join(tmpdir(), "posthorn-dist-"));
  await mkdir(join(dashboardDir, "assets"));
  await writeFile(join(dashboardDir, "index.html"), "<!doctype html><head><title>Posthorn</title></head>");
  await writeFile(
    join(dashboardDir, "page-scripts.json"),
    JSON.stringify([
      { path: "^/events/?$", scripts: ["assets/events-1.js"], needsSession: true },
      { path: "^/sign-in/?$", scripts: ["assets/sign-in-1.js"], needsSession: false },
    ]),
  );
  await writeFile(join(dashboardDir, "assets/app-1a2b.js"), "plain");
  await writeFile(join(dashboardDir, "assets/app-1a2b.js.br"), "compressed");
  api = await givenApi({ dashboardDir });
});
afterAll(async () => {
  await api.stop();
  await rm(dashboardDir, { recursive: true });
});

const source = { name: "s" };
const HTML = { accept: "text/html" };

describe("who is calling", () => {
  test("without a key, or with a wrong one, nothing is answered", async () => {
    for (const key of [null, "wrong"]) {
      const { status, body } = await api.call("GET", "/sources", { key });

      expect(status).toBe(401);
      expect(body).toEqual({ code: "UNAUTHORIZED", status: 401, message: "Invalid or missing API key" });
    }
  });

  test("the key also comes as the user of Basic", async () => {
    const authorization = `Basic ${Buffer.from(`${api.key}:`).toString("base64")}`;

    expect((await api.call("GET", "/sources", { key: null, headers: { authorization } })).status).toBe(200);
  });

  test("a page of another origin cannot use the visitor's cookie to change anything", async () => {
    const { cookie } = await api.signUp();
    const post = (headers: Record<string, string>) =>
      api.call("POST", "/sources", {
        key: null,
        body: { name: "by-cookie" },
        headers: { cookie, ...headers },
      });

    for (const headers of [{}, { origin: "http://evil.test" }, { origin: "http://127.0.0.1:4401" }]) {
      const refused = await post(headers);
      expect(refused.status).toBe(403);
      expect(refused.body.message).toBe("Request origin not allowed");
    }
    expect((await post({ origin: "http://127.0.0.1:4400" })).status).toBe(200);
    expect((await api.call("GET", "/sources", { key: null, headers: { cookie } })).status).toBe(200);
  });

  test("signing in is answered on the same origin, by the same rules", async () => {
    const body = { email: "nobody@example.com", password: "wrong password" };
    const post = (origin: string) =>
      api.call("POST", "//auth/sign-in/email", { key: null, body, headers: { origin } });

    const wrong = await post("http://127.0.0.1:4400");

    expect([wrong.status, wrong.body.message]).toEqual([401, "Email or password is wrong"]);
    expect(wrong.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await post("http://evil.test")).status).toBe(403);
    expect((await api.call("GET", "//auth/nothing", { key: null })).status).toBe(404);
  });

  test("every change is in the log with who made it, without what was sent", async () => {
    await api.call("PUT", "/sources", { body: { name: "logged", description: "not-in-the-log" } });

    // The server writes the line after the answer has left, so the caller may be ahead of it.
    await expect.poll(() => api.logged.at(-1)).toContain('"api.answered"');
    expect(JSON.parse(api.logged.at(-1) ?? "")).toMatchObject({
      method: "PUT",
      status: 200,
      team_id: api.team_id,
    });
    expect(api.logged.join("\n")).not.toContain("not-in-the-log");
  });

  test("the dashboard learns who is signed in, and whether anybody ever was", async () => {
    const nobody = await api.call("GET", "//dashboard-api/session", { key: null });
    const setup = await api.call("GET", "//dashboard-api/setup", { key: null });

    expect(nobody.status).toBe(401);
    expect(setup.body).toEqual({ setup_needed: false });
  });
});

describe("what is sent", () => {
  test("a body that is no JSON is refused", async () => {
    const { status, body } = await api.call("POST", "/sources", { body: "{" });

    expect([status, body.message]).toEqual([400, "Invalid JSON"]);
  });

  test("a body of another content type is refused", async () => {
    const headers = { "content-type": "text/plain" };
    const { status, body } = await api.call("POST", "/sources", { body: "name=s", headers });

    expect([status, body.message]).toEqual([415, "Content type not supported"]);
  });

  test("a body past the limit is refused", async () => {
    const { status, body } = await api.call("POST", "/sources", {
      body: { name: "x".repeat(API_BODY_MAX_BYTES) },
    });

    expect([status, body.message]).toEqual([413, "Payload is too large"]);
  });

  test("a key that reaches for the prototype is an unknown field", async () => {
    const { status, body } = await api.call("POST", "/sources", { body: '{"name":"s","__proto__":{"x":1}}' });

    expect([status, body.message, body.data]).toEqual([
      422,
      "Unknown field: __proto__",
      ["__proto__ is not allowed"],
    ]);
  });

  test("actions take an empty object, null, nothing, and a content type without a body", async () => {
    const { id } = (await api.call("PUT", "/sources", { body: source })).body;

    for (const body of [{}, null, ""]) {
      expect((await api.call("PUT", `/sources/${id}/enable`, { body })).status).toBe(200);
    }
    expect((await api.call("PUT", `/sources/${id}/enable`)).status).toBe(200);
    expect((await api.call("PUT", `/sources/${id}/enable`, { body: { force: true } })).status).toBe(422);
  });

  test.each([
    [`GET /healthz HTTP/1.1\r\nhost: x\r\nx-long: ${"a".repeat(20_000)}\r\n\r\n`, 431, "HEADERS_TOO_LARGE"],
    ["GET /2025-07-01/events?path=caf\u00e9 HTTP/1.1\r\nhost: x\r\n\r\n", 400, "BAD_REQUEST"],
    ["hello\r\n\r\n", 400, "BAD_REQUEST"],
  ])("what cannot be read is answered, told why, and ends the connection: %j", async (text, status, code) => {
    const client = createRawClient(api.url, 20_000);

    const answer = await client.ask(Buffer.from(text));

    expect(answer.isLast).toBe(true);
    expect(JSON.parse(answer.body)).toEqual({ code, status, message: expect.stringMatching(/^.{20,}$/) });
    expect(answer.status).toBe(status);
  });
});

describe("what is answered", () => {
  test("every reply of the API tells the rate limit and cannot be taken for a page", async () => {
    const askedAtMs = Date.now();
    for (const { headers } of [
      await api.call("GET", "/sources"),
      await api.call("GET", "/sources", { key: null }),
      await api.call("GET", "/nothing-here"),
      await api.call("POST", "/sources", { body: "{" }),
      await api.call("GET", "/sources/%E0%A4%A"),
      await api.call("GET", `/sources/${"s".repeat(2_000)}`),
    ]) {
      expect(headers.get("x-ratelimit-limit")).toBe("2147483647");
      expect(headers.get("x-ratelimit-remaining")).toBe("2147483647");
      expect(Date.parse(headers.get("x-ratelimit-reset") ?? "")).toBeGreaterThan(askedAtMs - 1_000);
      expect(headers.get("retry-after")).toBe("0");
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    }
  });

  test("there is no such endpoint", async () => {
    const { status, body } = await api.call("GET", "/nothing-here");

    expect(status).toBe(404);
    expect(body).toEqual({ code: "NOT_FOUND", status: 404, message: "Not Found" });
    expect((await api.call("PATCH", "/sources", { body: {} })).status).toBe(404);
    expect((await api.call("GET", `/sources/${"s".repeat(2_000)}`)).status).toBe(404);
  });

  test("a path that cannot be decoded is a bad request", async () => {
    expect((await api.call("GET", "/sources/%E0%A4%A")).status).toBe(400);
  });

  test("without a version, a program gets the API and a browser gets the page", async () => {
    expect((await api.call("GET", "//sources")).body).toHaveProperty("models");
    expect((await api.call("GET", "//sources", { headers: HTML })).body).toContain("<title>Posthorn</title>");
  });

  test("it is alive, and ready as long as it can store", async () => {
    expect((await api.call("GET", "//healthz", { key: null })).status).toBe(200);
    expect((await api.call("GET", "//readyz", { key: null })).status).toBe(200);
  });
});

/** The links that the server adds to the page. */
async function linksAt(path: string) {
  const { body } = await api.call("GET", path, { headers: HTML });
  return Array.from(String(body).matchAll(/rel="(?<rel>\w+)".*?href="(?<href>[^"]+)"/g), ({ groups }) => ({
    ...groups,
  }));
}

describe("the dashboard", () => {
  test("every path of it is the same page, under a strict policy", async () => {
    const { status, headers, body } = await api.call("GET", "//connections/new?x=1", { headers: HTML });

    expect(status).toBe(200);
    expect(body).toContain("<title>Posthorn</title>");
    expect(headers.get("content-security-policy")).toContain("script-src 'self';");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("cache-control")).toContain("max-age=0");
  });

  test("the page names what the screen at its address will load first", async () => {
    expect(await linksAt("//events?status=FAILED")).toEqual([
      { rel: "preload", href: "./dashboard-api/session" },
      { rel: "modulepreload", href: "./assets/events-1.js" },
    ]);
    expect(await linksAt("//sign-in")).toEqual([{ rel: "modulepreload", href: "./assets/sign-in-1.js" }]);
    expect(await linksAt("//nothing-here")).toEqual([]);
  });

  test("a program that accepts anything gets the same page, and what is no screen stays what it is", async () => {
    const asked = (path: string, accept = "*/*") => api.call("GET", path, { key: null, headers: { accept } });

    for (const path of ["//", "//?x=1", "//sign-in", "//settings/project"]) {
      const { status, body } = await asked(path);
      expect([path, status, body]).toEqual([path, 200, expect.stringContaining("<title>Posthorn</title>")]);
    }
    expect((await asked("//connections")).status).toBe(401);
    for (const path of ["//dashboard-api/nothing", "//assets/gone.js", "//assets/gone", "//favicon.png"])
      expect([path, (await asked(path)).body.code]).toEqual([path, "NOT_FOUND"]);
    expect((await asked("//nothing", "application/json")).body.code).toBe("NOT_FOUND");
    expect((await api.call("POST", "//", { body: {} })).status).toBe(404);
  });

  test("hashed files are kept for ever and come compressed where the browser can read it", async () => {
    const plain = await api.call("GET", "//assets/app-1a2b.js", {
      headers: { "accept-encoding": "identity" },
    });
    // fetch would try to unpack content that is not real brotli, so the test reads only the head.
    const packed = await api.call("HEAD", "//assets/app-1a2b.js", { headers: { "accept-encoding": "br" } });

    expect(plain.body).toBe("plain");
    expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(packed.headers.get("content-encoding")).toBe("br");
    expect((await api.call("GET", "//assets/gone.js", { headers: HTML })).status).toBe(404);
  });

  test("no path leads out of its folder", async () => {
    const { hostname, port } = new URL(api.url);
    for (const path of [
      "/../../etc/passwd",
      "/..%2f..%2fetc/passwd",
      "/assets/../../package.json",
      "/.env",
    ]) {
      const socket = connect(Number(port), hostname);
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
      let answer = "";
      for await (const chunk of socket) answer += String(chunk);

      expect(answer).toMatch(/^HTTP\/1\.1 40[04]/);
    }
  });

  test("unbuilt, it says what to do", async () => {
    const bare = await givenApi();

    const { status, body } = await bare.call("GET", "//", { headers: HTML });
    await bare.stop();

    expect(status).toBe(503);
    expect(body).toContain("npm start");
  });
});

test("a database that cannot be reached gives 503 and Retry-After, not 500", async () => {
  const apiDatabase = openDatabase("postgres://nobody@127.0.0.1:1/nothing");
  const broken = await givenApi({ apiDatabase });

  const listed = await broken.call("GET", "/sources");
  const ready = await broken.call("GET", "//readyz", { key: null });
  await broken.stop();
  await apiDatabase.close();

  expect([listed.status, listed.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(listed.body.message).toBe("Temporarily unavailable, try again");
  expect(ready.status).toBe(503);
});

async function errorOf(sql: string): Promise<string> {
  return asApiError(await api.db.query(sql).catch((thrown: unknown) => thrown)).code;
}

test("a connection that the database ends, and a deadline it enforces, give 503", async () => {
  expect(await errorOf("select pg_terminate_backend(pg_backend_pid())")).toBe("UNAVAILABLE");
  expect(await errorOf("set statement_timeout = 10; select pg_sleep(5)")).toBe("UNAVAILABLE");
  expect(await errorOf("select 1 / 0")).toBe("FATAL_ERROR");
});
