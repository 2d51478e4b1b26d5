/**
 * Do the calls that the dashboard shows under API inputs work as they are? A shell runs the cURL commands, Node runs the
 * programs with the vendor's SDK, and the Terraform file is sent as the vendor's provider sends it.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Connection } from "@posthorn/contract/connections";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  apiCalls,
  terraformFile,
  type ApiCall,
} from "../../../dashboard/src/resources/api-calls/api-calls.ts";
import { apiCallOf } from "../testing/api-call.ts";
import { eventually, startFarEnd } from "../testing/gateway.ts";
import { type GivenProject, givenProject } from "../testing/given-project.ts";

let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  farEnd = await startFarEnd((_, response) => {
    response.statusCode = 503;
    response.end("busy");
  });
});
afterAll(() => farEnd.close());

/** For a machine without curl: understands the arguments that the commands use. */
const CURL_IN_NODE = `
const { values, positionals } = require("node:util").parseArgs({
  allowPositionals: true,
  options: {
    request: { type: "string", short: "X" },
    header: { type: "string", short: "H", multiple: true },
    data: { type: "string", short: "d" },
  },
});
const headers = values.header.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]);
fetch(positionals[0], { method: values.request, headers, body: values.data })
  .then((response) => response.text())
  .then((body) => process.stdout.write(body));
`;
const hasCurl = spawnSync("curl", ["--version"]).status === 0;
const PREPARED = hasCurl ? "" : `curl() { "$NODE" -e "$CURL_IN_NODE" -- "$@"; }\n`;

/** What the program prints. Fails if the program fails. */
async function outputOf(program: string, args: string[], input: string, key: string): Promise<string> {
  const child = spawn(program, args, {
    cwd: import.meta.dirname, // from here, Node finds the SDK
    env: { PATH: process.env["PATH"], POSTHORN_API_KEY: key, NODE: process.execPath, CURL_IN_NODE },
  });
  child.stdin.end(input);
  const ended = once(child, "close");
  const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(await ended, complaints).toEqual([0, null]);
  return printed;
}

const TOOLS = {
  cURL: ({ curl }: ApiCall, key: string) => outputOf("/bin/sh", ["-s"], PREPARED + curl, key),
  SDK: ({ sdk }: ApiCall, key: string) => outputOf(process.execPath, ["--input-type=module"], sdk, key),
};
type Tool = keyof typeof TOOLS;

/** Runs every call, in the order in which the dialog shows them. Returns what each printed, by the name of the call. */
async function runAll(tool: Tool, { publicUrl, key }: GivenProject, connection: Connection | null) {
  const ids = connection && {
    id: connection.id,
    source_id: connection.source.id,
    destination_id: connection.destination.id,
  };
  const printed: Record<string, string> = {};
  for (const call of apiCalls({ address: publicUrl, connection: ids }))
    printed[call.name] = await TOOLS[tool](call, key);
  return printed;
}

describe.each(["cURL", "SDK"] as const)("with %s", (tool) => {
  const connectionName = tool === "cURL" ? "from-the-api" : "from-the-sdk";

  test("every call works in an empty project, and twice except for the creation", async () => {
    const project = await givenProject();
    const api = apiCallOf(project);

    const printed = await runAll(tool, project, null);

    const { models } = await api("GET", "/connections");
    expect(models).toHaveLength(1);
    expect(models[0]).toMatchObject({
      name: connectionName,
      source: {
        name: "example-orders",
        description: "Orders from the shop",
        type: "WEBHOOK",
        config: { allowed_http_methods: ["POST"], custom_response: { content_type: "json" } },
      },
      destination: {
        name: "example-warehouse",
        type: "HTTP",
        config: { url: "https://warehouse.example.com/orders" },
      },
    });
    expect(Object.keys(printed)).toHaveLength(5);
    expect(printed["GET /events"]).toContain("models");
    await TOOLS[tool](firstCallFor(project), project.key);
    expect((await api("GET", "/sources")).models).toHaveLength(1);
  });

  test("every call works with the values of the project's connection", async () => {
    const project = await givenProject();
    const api = apiCallOf(project);
    const connection: Connection = await api("POST", "/connections", {
      source: { name: "shop" },
      destination: { name: "far-end", config: { url: farEnd.url } },
    });
    await fetch(connection.source.url, { method: "POST", body: "{}" });
    const { models: failures } = await eventually(
      () => api("GET", "/events?status=FAILED"),
      ({ models }) => models.length === 1,
    );

    const printed = await runAll(tool, project, connection);

    expect(printed["GET /requests"]).toContain(failures[0].request_id);
    expect(printed["GET /events"]).toContain(failures[0].id);
    const { models } = await api("GET", `/connections?name=${connectionName}`);
    expect(models).toMatchObject([
      { source: { id: connection.source.id }, destination: { id: connection.destination.id } },
    ]);
  });
});

function firstCallFor({ publicUrl }: GivenProject): ApiCall {
  const [first] = apiCalls({ address: publicUrl, connection: null });
  if (!first) throw new Error("there are no calls");
  return first;
}

/** What versions 2.1 and later of hookdeck/hookdeck do with each resource, by its documentation and source text. */
const PROVIDER: Record<string, { path: string; takes: string[]; defaults: object }> = {
  hookdeck_source: {
    path: "/2025-07-01/sources",
    takes: ["name", "type", "description", "config"],
    defaults: { description: null },
  },
  hookdeck_destination: {
    path: "/2026-09-01/destinations",
    takes: ["name", "type", "description", "config"],
    defaults: { description: null },
  },
  hookdeck_connection: {
    path: "/2025-07-01/connections",
    takes: ["source_id", "destination_id", "name", "description", "rules"],
    defaults: {},
  },
};

test("the Terraform file has what the provider takes, and the provider's calls create all of it", async () => {
  const project = await givenProject();
  const api = apiCallOf(project);
  const file = terraformFile({ address: project.publicUrl });
  const base = /^ {2}api_base = "(.*)"$/m.exec(file)?.[1] ?? "";
  const ids = new Map<string, string>();

  for (const { type, label, given } of resourcesIn(file)) {
    const { path, takes, defaults } = PROVIDER[type] ?? { path: "", takes: [], defaults: {} };
    expect(takes).toEqual(expect.arrayContaining(Object.keys(given)));
    const body = Object.fromEntries(Object.entries(given).map(([name, term]) => [name, valueOf(term, ids)]));
    const response = await fetch(base + path, {
      method: "POST",
      headers: { authorization: `Bearer ${project.key}`, "content-type": "application/json" },
      body: JSON.stringify({ ...defaults, ...body }),
    });
    const made = (await response.json()) as { id: string }; // every resource has one
    expect(response.status, JSON.stringify(made)).toBe(200);
    ids.set(`${type}.${label}.id`, made.id);
  }

  expect([...ids.keys()]).toHaveLength(3);
  expect((await api("GET", "/connections")).models).toMatchObject([
    { source: { name: "terraform-orders" }, destination: { name: "terraform-warehouse", type: "HTTP" } },
  ]);
});

/** Reads as much of Terraform's language as the file uses. */
function resourcesIn(file: string) {
  return [...file.matchAll(/^resource "(\w+)" "(\w+)" \{\n([\s\S]*?)^\}/gm)].map(
    ([, type = "", label = "", body = ""]) => {
      const terms = body.matchAll(/^ {2}(\w+) += (jsonencode\(\{\n[\s\S]*?^ {2}\}\)|.*)$/gm);
      const given: Record<string, string> = {};
      for (const [, name = "", term = ""] of terms) given[name] = term;
      return { type, label, given };
    },
  );
}

function valueOf(term: string, ids: ReadonlyMap<string, string>): unknown {
  if (!term.startsWith("jsonencode(")) return term.startsWith('"') ? JSON.parse(term) : ids.get(term);
  const fields = [...term.matchAll(/^ {4}(\w+) += (.*)$/gm)];
  return Object.fromEntries(fields.map(([, name, inner = ""]) => [name, valueOf(inner, ids)]));
}
