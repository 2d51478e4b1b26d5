import { afterAll, beforeAll, expect, test } from "vitest";
import { gauge } from "../metrics/families.ts";
import { type GivenApi, givenApi } from "../testing/given-api.ts";
import { createRawClient } from "../testing/raw-http.ts";

const TOKEN = "the operator's token, long enough".replaceAll(" ", "-");
let api: GivenApi;
beforeAll(async () => {
  api = await givenApi({ health: { token: TOKEN, read: async () => [gauge("posthorn_up", "Up.", 1)] } });
});
afterAll(() => api.stop());

const scrape = (headers: Record<string, string>) => fetch(`${api.url}/metrics`, { headers });

test("the operator's token opens the health of the process, in the format that the scraper prefers", async () => {
  const authorization = `Bearer ${TOKEN}`;
  const plain = await scrape({ authorization });
  const open = await scrape({ authorization, accept: "application/openmetrics-text;version=1.0.0" });

  expect(plain.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(await plain.text()).toBe("# HELP posthorn_up Up.\n# TYPE posthorn_up gauge\nposthorn_up 1\n");
  expect(open.headers.get("content-type")).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  expect(await open.text()).toMatch(/\n# EOF\n$/);
  expect(plain.headers.get("cache-control")).toBe("no-store");
});

test.each([
  ["no token", {}],
  ["a wrong token", { authorization: "Bearer wrong" }],
  ["a project's API key", { authorization: "key" }],
])("%s gets 401", async (_, headers: { authorization?: string }) => {
  const given = headers.authorization === "key" ? { authorization: `Bearer ${api.key}` } : headers;
  const answer = await scrape({ ...given });

  expect(answer.status).toBe(401);
  expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="metrics"');
  expect(await answer.json()).toMatchObject({ message: "Invalid or missing metrics token" });
});

test("a browser gets the dashboard's page of the same address", async () => {
  const page = await scrape({ accept: "text/html,application/xhtml+xml,*/*;q=0.8" });

  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
});

async function askUnderOtherName(...headers: string[]): Promise<number> {
  const client = createRawClient(api.url, 20_000);
  const head = ["GET /metrics HTTP/1.1", "Host: posthorn.cluster.local", ...headers];
  const { status } = await client.ask(Buffer.from(`${head.join("\r\n")}\r\n\r\n`));
  client.close();
  return status;
}

test("a scraper may use any host name; the page under an unknown name stays shut", async () => {
  expect(await askUnderOtherName(`Authorization: Bearer ${TOKEN}`)).toBe(200);
  expect(await askUnderOtherName()).toBe(401);
  expect(await askUnderOtherName("Accept: text/html")).toBe(421);
});
