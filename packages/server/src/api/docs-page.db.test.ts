import { afterAll, beforeAll, expect, test } from "vitest";
import { givenApi, type GivenApi } from "../testing/given-api.ts";
import { VERSIONS } from "./versions/versions.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

const read = async (path: string, headers: Record<string, string> = {}) => fetch(api.url + path, { headers });

test("the page loads our own scripts only, under a policy of its own", async () => {
  const page = await read("/docs");
  const policy = page.headers.get("content-security-policy") ?? "";
  const html = await page.text();

  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(html).toContain("<title>API reference - Posthorn</title>");
  expect(Array.from(html.matchAll(/ src="([^"]+)"/g), ([, source]) => source)).toEqual([
    "/docs/reader.js",
    "/docs/start.js",
  ]);
  expect(html).not.toMatch(/<script>|https?:/);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
});

test("it offers every version, and switches off whatever would ask others", async () => {
  const script = await (await read("/docs/start.js")).text();

  for (const { name } of VERSIONS) expect(script).toContain(`"url":"/${name}/openapi"`);
  for (const off of ['"telemetry":false', '"withDefaultFonts":false', '"agent":{"disabled":true}'])
    expect(script).toContain(off);
  expect(script).not.toMatch(/https?:/);
});

test("the reader comes whole, compressed for who can read that", async () => {
  const plain = await (await read("/docs/reader.js", { "accept-encoding": "identity" })).text();
  const answer = await read("/docs/reader.js");

  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect(await answer.text()).toBe(plain); // fetch has unpacked it
  expect(plain.length).toBeGreaterThan(1_000_000);
});
