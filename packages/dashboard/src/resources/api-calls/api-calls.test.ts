/** Are the calls ready to be pasted? They run in a real shell, which sends what was meant. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { apiCalls, terraformFile } from "./api-calls.ts";

const address = "https://hooks.example.com/posthorn";
const connection = { id: "web_1", source_id: "src_1", destination_id: "des_1" };

/** What curl would be called with. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${command}`;
  const env = { POSTHORN_API_KEY: "the key" };
  return execFileSync("/bin/sh", ["-c", script], { env }).toString().split("\0").slice(0, -1);
}

test("every call names the installation and takes the key from the environment", () => {
  const calls = apiCalls({ address, connection });

  expect(calls.map(({ name }) => name)).toEqual([
    "PUT /sources",
    "PUT /destinations",
    "POST /connections",
    "GET /requests",
    "GET /events",
  ]);
  for (const { curl, sdk } of calls) {
    const given = argumentsOf(curl);
    expect(given.some((one) => one.startsWith(`${address}/2025-07-01/`))).toBe(true);
    expect(given).toContain("Authorization: Bearer the key");
    expect(sdk).toContain(`environment: "${address}/2024-03-01"`);
  }
});

/** The body of the call that creates a connection. */
const bodyOf = (values: Parameters<typeof apiCalls>[0]) => {
  const given = argumentsOf(apiCalls(values)[2]?.curl ?? "");
  return JSON.parse(given[given.indexOf("-d") + 1] ?? "") as unknown;
};

test("bodies are JSON, and a connection joins the ends that the project has", () => {
  expect(bodyOf({ address, connection })).toEqual({
    name: "from-the-api",
    source_id: "src_1",
    destination_id: "des_1",
  });
  expect(bodyOf({ address, connection: null })).toMatchObject({
    source: { name: "example-orders" },
    destination: { name: "example-warehouse" },
  });
});

test("lists are narrowed to the connection", () => {
  const [, , , requests, events] = apiCalls({ address, connection });

  expect(argumentsOf(requests?.curl ?? "")[0]).toContain("/requests?source_id=src_1&limit=10");
  expect(argumentsOf(events?.curl ?? "")[0]).toContain("/events?webhook_id=web_1&status=FAILED&limit=10");
  expect(events?.sdk).toContain('webhookId: "web_1"');
});

test("Terraform is told the address without a version", () => {
  expect(terraformFile({ address })).toContain(`api_base = "${address}"`);
});
