import { createConnection, listConnections } from "@posthorn/contract/connections";
import { listEvents } from "@posthorn/contract/events";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { createSource } from "@posthorn/contract/sources";
import { expect, test } from "vitest";
import { OWN_COMMANDS, allCommands, commandsFor } from "../commands/command-table.ts";
import { Failure } from "../failure.ts";
import { unpainted } from "../output/paint.ts";
import { NO_COMMANDS, commandNameOf } from "./endpoint-commands.ts";
import { bodyFields, bodyOf, queryFields, queryOf } from "./fields.ts";
import { shownReply } from "./show.ts";

const called = PUBLIC_ENDPOINTS.map((endpoint) => `${endpoint.method} ${endpoint.path}`);

test("every endpoint of the contract is a command, or is listed with the reason why not", () => {
  for (const endpoint of PUBLIC_ENDPOINTS) {
    const call = `${endpoint.method} ${endpoint.path}`;
    expect([call, commandNameOf(endpoint) !== null]).toEqual([call, !Object.hasOwn(NO_COMMANDS, call)]);
  }
  for (const call of Object.keys(NO_COMMANDS)) expect(called).toContain(call);
});

test("no two commands have one name, and none hides another", async () => {
  const names = (await allCommands()).map(({ name }) => name);

  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(names.filter((other) => other.startsWith(`${name} `))).toEqual([]);
});

test.each([
  ["GET", "/sources", "source list"],
  ["PUT", "/sources", "source upsert"],
  ["GET", "/sources/count", "source count"],
  ["DELETE", "/sources/{id}", "source delete"],
  ["PUT", "/transformations/run", "transformation run"],
  ["GET", "/transformations/{id}/executions", "transformation executions"],
  ["GET", "/transformations/{id}/executions/{execution_id}", "transformation execution"],
  ["GET", "/requests/{id}/ignored_events", "request ignored-events"],
  ["PUT", "/integrations/{id}/attach/{source_id}", "integration attach"],
  ["POST", "/bulk/events/retry/{id}/cancel", "bulk event-retry cancel"],
  ["GET", "/bulk/events/retry/plan", "bulk event-retry plan"],
  ["GET", "/metrics/queue-depth", "metrics queue-depth"],
  ["POST", "/projects/{id}/custom_domains", "project domain create"],
  ["GET", "/nowhere", null],
] as const)("%s %s is %s", (method, path, name) => expect(commandNameOf({ method, path })).toBe(name));

test("our own commands do without the schemas of the API", async () => {
  expect(await commandsFor(["--profile", "source", "login", "--help"])).toBe(OWN_COMMANDS);
  expect(await commandsFor(["project", "use", "x"])).toBe(OWN_COMMANDS);
  for (const typed of [
    ["source", "get", "login"],
    ["project", "create"],
    ["--help"],
    ["--profile", "login", "source", "list"],
  ])
    expect(await commandsFor(typed)).not.toBe(OWN_COMMANDS);
});

test("options become a query: one value, several, and ranges", () => {
  const fields = queryFields(listEvents, "event");
  const query = (given: Record<string, string | string[]>) => queryOf(fields, given);

  expect(
    query({ status: ["FAILED"], limit: "5", "created-at": ["gte=2026-01-01", "lte=2026-02-01"] }),
  ).toEqual({
    status: "FAILED",
    limit: "5",
    created_at: { gte: "2026-01-01", lte: "2026-02-01" },
  });
  expect(query({ "webhook-id": ["web_1", "web_2"], "created-at": ["2026-01-01"] })).toEqual({
    webhook_id: ["web_1", "web_2"],
    created_at: "2026-01-01",
  });
  expect(queryOf(queryFields(listConnections, "connection"), {})).toEqual({});
});

test("options become a body, beside what --data has", () => {
  const fields = bodyFields(createSource, "source");

  expect(bodyOf(fields, { name: "123", config: '{"allowed_http_methods":["GET"]}' }, undefined)).toEqual({
    name: "123",
    config: { allowed_http_methods: ["GET"] },
  });
  expect(bodyOf(fields, { name: "b" }, { name: "a", type: "HTTP" })).toEqual({ name: "b", type: "HTTP" });
  expect(bodyOf(fields, { description: "null" }, undefined)).toEqual({ description: null });
  expect(() => bodyOf(fields, { config: "{" }, undefined)).toThrow("--config is not JSON.");
  expect(() => bodyOf(fields, { name: "a" }, [])).toThrow(Failure);
  // A text that may be null is a text.
  expect(bodyOf(bodyFields(createConnection, "connection"), { "source-id": "src_1" }, undefined)).toEqual({
    source_id: "src_1",
  });
  const rules = '[{"type":"delay","delay":1000}]';
  expect(bodyOf(bodyFields(createConnection, "connection"), { rules }, undefined)).toEqual({
    rules: JSON.parse(rules),
  });
});

test("a list is a table, with the way to the next page; one thing is a list of its fields", () => {
  const page = {
    pagination: { next: "cursor" },
    models: [{ id: "src_1", name: "shop\u001b[2J", url: "http://x", config: {} }],
  };

  expect(shownReply(page, unpainted)).toEqual({
    text: "id     name          url\nsrc_1  shop\ufffd[2J  http://x\n".replace(
      "name          url",
      "name      url",
    ),
    note: "There is more: --next cursor\n",
  });
  expect(shownReply({ models: [] }, unpainted)).toEqual({ text: "", note: "Nothing was found.\n" });
  expect(shownReply({ count: 2, auth: { a: null } }, unpainted).text).toBe('count  2\nauth   {"a":null}\n');
});
