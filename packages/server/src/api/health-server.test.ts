import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../log.ts";
import { gauge } from "../metrics/families.ts";
import { createHealthServer } from "./health-server.ts";

const TOKEN = "the-operator's-token-long-enough";
let isWell = true;
let isBroken = false;
const lines: string[] = [];
const server = createHealthServer({
  health: {
    token: TOKEN,
    async read() {
      if (isBroken) throw new Error("broken");
      return [gauge("posthorn_up", "Up.", 1)];
    },
  },
  isReady: async () => isWell,
  log: createLog((line) => lines.push(line)),
});
let url: string;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an AddressInfo
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const scrape = (headers: Record<string, string> = {}) => fetch(`${url}/metrics`, { headers });

test("the operator's token opens the health of the process, in the format that the scraper prefers", async () => {
  const authorization = `Bearer ${TOKEN}`;
  const plain = await scrape({ authorization });
  const open = await scrape({ authorization, accept: "application/openmetrics-text;version=1.0.0" });

  expect(plain.status).toBe(200);
  expect(plain.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(await plain.text()).toBe("# HELP posthorn_up Up.\n# TYPE posthorn_up gauge\nposthorn_up 1\n");
  expect(await open.text()).toMatch(/\n# EOF\n$/);
});

test.each([["no token"], ["a wrong token", "Bearer wrong"], ["an empty one", "Bearer "]])(
  "%s gets 401 and no metrics",
  async (_, authorization = "") => {
    const answer = await scrape({ authorization });

    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="metrics"');
    expect(await answer.json()).toEqual({ message: "Invalid or missing metrics token" });
  },
);

test("health checks need no token; nothing else is found", async () => {
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  isWell = false;
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(404);
});

test("a scrape that fails is answered and logged", async () => {
  isBroken = true;

  expect((await scrape({ authorization: `Bearer ${TOKEN}` })).status).toBe(500);
  expect(JSON.parse(lines[0] ?? "{}")).toMatchObject({ event: "metrics.scrape_failed" });
});
