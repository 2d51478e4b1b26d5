/** `hookdeck gateway mcp`: the tools through which other programs look at a project. */
import { afterAll, expect, test } from "vitest";
import { type ApiCall, apiCallOf } from "../testing/api-call.ts";
import { eventually } from "../testing/gateway.ts";
import { givenProject } from "../testing/given-project.ts";
import type { HookdeckCli } from "../testing/hookdeck-cli.ts";
import { removeClis, signedInCli } from "../testing/hookdeck-commands.ts";

afterAll(removeClis);

/** The tools, and the call that the test makes to each. */
const ACTIONS: Record<string, string[]> = {
  hookdeck_attempts: ["list", "get"],
  hookdeck_connections: ["list", "get", "pause", "unpause"],
  hookdeck_destinations: ["list", "get"],
  hookdeck_events: ["list", "get", "raw_body"],
  hookdeck_issues: ["list", "get"],
  hookdeck_metrics: ["events", "requests", "attempts", "transformations"],
  hookdeck_requests: ["list", "get", "raw_body", "events", "ignored_events"],
  hookdeck_sources: ["list", "get"],
  hookdeck_transformations: ["list", "get"],
};

const OUT_OF_SCOPE: Record<string, string> = {
  hookdeck_help: "asks the server nothing",
  hookdeck_login: "opens a browser",
  hookdeck_projects: "told by the commands of cli-account",
};

interface Tool {
  name: string;
  inputSchema: { properties: { action?: { enum?: string[] } } };
}

/** Talks to the client as a program does: one line of JSON per question and answer. */
async function startMcp(cli: HookdeckCli) {
  const mcp = cli.start(["gateway", "mcp"]);
  let asked = 0;
  // oxlint-disable-next-line typescript/no-explicit-any -- the far side of the wire has no types
  async function ask(method: string, params: object = {}): Promise<any> {
    const id = ++asked;
    mcp.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    await mcp.printed(`"id":${id},`);
    const line = await eventually(
      async () =>
        mcp
          .output()
          .split("\n")
          .slice(0, -1)
          .filter((text) => text.startsWith('{"jsonrpc"')) // other lines are for people
          .map((text) => JSON.parse(text))
          .find((answer) => answer.id === id),
      (answer) => answer !== undefined,
    );
    expect(line.error).toBeUndefined();
    return line.result;
  }
  await ask("initialize", {
    protocolVersion: "2025-03-26",
    clientInfo: { name: "posthorn-tests", version: "1.0" },
    capabilities: {},
  });
  mcp.write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  return {
    tools: async (): Promise<Tool[]> => (await ask("tools/list")).tools,
    /** The result of a tool, without its wrapping. */
    async call(name: string, args: object): Promise<string> {
      const { content, isError } = await ask("tools/call", { name, arguments: args });
      expect(isError ?? false, content[0].text).toBe(false);
      return content[0].text;
    },
    /** The message of a tool that fails. */
    async refused(name: string, args: object): Promise<string> {
      const { content, isError } = await ask("tools/call", { name, arguments: args });
      expect(isError).toBe(true);
      return content[0].text;
    },
  };
}

/** One request that became an event, with a warning, and that a filter refused on another connection. */
async function givenTraffic(api: ApiCall) {
  const code = 'addHandler("transform", (request) => { console.warn("odd"); return request; });';
  const transformation = await api("POST", "/transformations", { name: "same", code });
  const taken = await api("POST", "/connections", {
    name: "taken",
    source: { name: "shop" },
    destination: { name: "mock", type: "MOCK_API" },
    rules: [{ type: "transform", transformation_id: transformation.id }],
  });
  const closed = await api("POST", "/connections", {
    name: "closed",
    source_id: taken.source.id,
    destination_id: taken.destination.id,
    rules: [{ type: "filter", body: { kind: "nothing" } }],
  });
  const response = await fetch(taken.source.url, { method: "POST", body: '{"kind":"order"}' });
  const { request_id } = (await response.json()) as { request_id: string }; // what our own ingest answers
  await eventually(
    () => api("GET", `/requests/${request_id}`),
    (request) => request.events_count === 1 && request.ignored_count === 1,
  );
  const { models } = await eventually(
    () => api("GET", "/events?status=SUCCESSFUL"),
    ({ count }) => count === 1,
  );
  const issues = await eventually(
    () => api("GET", "/issues"),
    ({ count }) => count === 1,
  );
  const attempts = await api("GET", `/attempts?event_id=${models[0].id}`);
  return {
    transformation,
    taken,
    closed,
    request: request_id,
    event: models[0].id,
    issue: issues.models[0].id,
    attempt: attempts.models[0].id,
  };
}

test("every tool of the client is tried, or named with a reason", async () => {
  const mcp = await startMcp(await signedInCli(await givenProject()));

  const tools = await mcp.tools();

  expect(tools.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(ACTIONS), ...Object.keys(OUT_OF_SCOPE)].toSorted(),
  );
  for (const { name, inputSchema } of tools)
    if (name in ACTIONS) expect([name, inputSchema.properties.action?.enum]).toEqual([name, ACTIONS[name]]);
});

test("the tools find what is there, by list and by id", async () => {
  const project = await givenProject();
  const api = apiCallOf(project);
  const { transformation, taken, closed, request, event, issue, attempt } = await givenTraffic(api);
  const mcp = await startMcp(await signedInCli(project));

  const ids: Record<string, string> = {
    hookdeck_attempts: attempt,
    hookdeck_connections: taken.id,
    hookdeck_destinations: taken.destination.id,
    hookdeck_events: event,
    hookdeck_issues: issue,
    hookdeck_requests: request,
    hookdeck_sources: taken.source.id,
    hookdeck_transformations: transformation.id,
  };
  for (const [tool, id] of Object.entries(ids)) {
    expect(await mcp.call(tool, { action: "list" })).toContain(id);
    expect(await mcp.call(tool, { action: "get", id })).toContain(id);
    expect(await mcp.refused(tool, { action: "get", id: `${id.slice(0, 4)}034xuIRvzVwdzSCfGq6ZsV` })).toMatch(
      /not found/i,
    );
  }
  expect(await mcp.call("hookdeck_events", { action: "raw_body", id: event })).toContain("order");
  expect(await mcp.call("hookdeck_requests", { action: "raw_body", id: request })).toContain("order");
  expect(await mcp.call("hookdeck_requests", { action: "events", id: request })).toContain(event);
  expect(await mcp.call("hookdeck_requests", { action: "ignored_events", id: request })).toContain(closed.id);
  await mcp.call("hookdeck_connections", { action: "pause", id: taken.id });
  expect((await api("GET", `/connections/${taken.id}`)).paused_at).not.toBeNull();
  await mcp.call("hookdeck_connections", { action: "unpause", id: taken.id });
  expect((await api("GET", `/connections/${taken.id}`)).paused_at).toBeNull();
});

test("the tool for metrics counts what is there", async () => {
  const project = await givenProject();
  await givenTraffic(apiCallOf(project));
  const mcp = await startMcp(await signedInCli(project));
  const [start, end] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());

  for (const action of ACTIONS["hookdeck_metrics"] ?? []) {
    const answer = await mcp.call("hookdeck_metrics", { action, start, end, measures: ["count"] });
    expect(answer, action).toMatch(/"count":\s*1\b/);
  }
});
