/** `hookdeck gateway transformation …`: every command, with every flag. */
import { expect } from "vitest";
import type { ApiCall } from "../testing/api-call.ts";
import { eventually } from "../testing/gateway.ts";
import { type Scene, testCommands } from "../testing/hookdeck-commands.ts";

const CODE = 'addHandler("transform", (request) => request);';
const LOUD = `addHandler("transform", (request) => {
  console.warn("region", process.env.REGION);
  request.headers["x-region"] = process.env.REGION;
  return request;
});`;
const NEVER_MADE = "trs_034xuIRvzVwdzSCfGq6ZsV";

/** A transformation that ran on two requests, on two connections. */
async function givenExecutions(api: ApiCall) {
  const transformation = await api("POST", "/transformations", {
    name: "loud",
    code: LOUD,
    env: { REGION: "eu" },
  });
  const connect = (name: string) =>
    api("POST", "/connections", {
      name,
      source: { name },
      destination: { name, type: "MOCK_API" },
      rules: [{ type: "transform", transformation_id: transformation.id }],
    });
  const connections = [await connect("first"), await connect("second")];
  const executions = [];
  for (const [index, { id, source }] of connections.entries()) {
    expect((await fetch(source.url, { method: "POST", body: "{}" })).status).toBe(200);
    const path = `/transformations/${transformation.id}/executions`;
    const page = await eventually(
      () => api("GET", path),
      ({ count }) => count === index + 1,
    );
    executions.push(page.models.find((execution: { webhook_id: string }) => execution.webhook_id === id));
  }
  return { transformation, connections, executions };
}

async function listsExecutions({ run, api }: Scene): Promise<void> {
  const { transformation, connections, executions } = await givenExecutions(api);
  const [first, second] = executions;
  const ids = async (...args: string[]) =>
    (await run.json(...args)).models.map((execution: { id: string }) => execution.id);

  expect(await ids("loud")).toEqual([second.id, first.id]);
  expect(await ids(transformation.id)).toEqual([second.id, first.id]);
  expect(await ids("loud", "--order-by", "created_at", "--dir", "asc")).toEqual([first.id, second.id]);
  expect(await ids("loud", "--connection-id", connections[0].id)).toEqual([first.id]);
  expect(await ids("loud", "--log-level", "warn")).toEqual([second.id, first.id]);
  expect(await ids("loud", "--log-level", "error")).toEqual([]);
  const issues = await eventually(
    () => api("GET", "/issues"),
    ({ count }) => count === 1,
  );
  expect(await ids("loud", "--issue-id", issues.models[0].id)).toEqual([second.id, first.id]);
  expect(await ids("loud", "--issue-id", "iss_none")).toEqual([]);
  expect(await ids("loud", "--created-at", first.created_at)).toEqual([first.id]);
  const page = await run.json("loud", "--limit", "1");
  expect(page).toMatchObject({ models: [{ id: second.id }], pagination: { limit: 1, prev: null } });
  const next = await run.json("loud", "--limit", "1", "--next", page.pagination.next);
  expect(next).toMatchObject({ models: [{ id: first.id }], pagination: { next: null } });
  expect(await ids("loud", "--limit", "1", "--prev", next.pagination.prev)).toEqual([second.id]);
  expect(await run.text("loud")).toContain(first.id);
  expect(await run.refused("nobody")).toContain("no transformation found with name or ID 'nobody'");
}

testCommands(["gateway", "transformation"], {
  async list({ run, api }) {
    for (const name of ["b", "c", "a"]) await api("POST", "/transformations", { name, code: CODE });
    const names = async (...args: string[]) =>
      (await run.json(...args)).models.map((transformation: { name: string }) => transformation.name);
    const [a, c] = (await api("GET", "/transformations")).models;

    expect(await names()).toEqual(["a", "c", "b"]);
    expect(await names("--order-by", "name", "--dir", "asc")).toEqual(["a", "b", "c"]);
    expect(await names("--name", "c")).toEqual(["c"]);
    expect(await names("--id", a.id)).toEqual(["a"]);
    expect(await names("--id", `${a.id},${c.id}`)).toEqual(["a", "c"]);
    const page = await run.json("--limit", "2");
    expect(page.models).toMatchObject([{ name: "a" }, { name: "c" }]);
    const next = await run.json("--limit", "2", "--next", page.pagination.next);
    expect(next).toMatchObject({ models: [{ name: "b" }], pagination: { next: null } });
    expect(await names("--limit", "2", "--prev", next.pagination.prev)).toEqual(["a", "c"]);
    expect(await run.text()).toContain(a.id);
  },

  async count({ run, api }) {
    for (const name of ["a", "b"]) await api("POST", "/transformations", { name, code: CODE });

    expect(await run.text()).toBe("2\n");
    expect(await run.json()).toEqual({ count: 2 });
    expect(await run.json("--name", "a")).toEqual({ count: 1 });
  },

  async get({ run, api }) {
    const { id } = await api("POST", "/transformations", {
      name: "loud",
      code: LOUD,
      env: { REGION: "eu" },
    });

    const byId = await run.json(id);
    expect(byId).toMatchObject({ id, name: "loud", code: LOUD, env: { REGION: "eu" } });
    expect(await run.json("loud")).toEqual(byId);
    expect(await run.text("loud")).toContain(id);
    expect(await run.refused("nobody")).toContain("no transformation found with name or ID 'nobody'");
    expect(await run.refused(NEVER_MADE)).toContain(
      `no transformation found with name or ID '${NEVER_MADE}'`,
    );
  },

  async create({ run, api, cli }) {
    const made = await run.json("--name", "loud", "--code", LOUD, "--env", "REGION=eu,STAGE=test");

    expect(made).toMatchObject({ id: expect.stringMatching(/^trs_/), name: "loud", code: LOUD });
    expect(await api("GET", `/transformations/${made.id}`)).toMatchObject({
      code: LOUD,
      env: { REGION: "eu", STAGE: "test" },
    });
    const file = await cli.file("code.js", CODE);
    expect((await run.json("--name", "file", "--code-file", file)).code).toBe(CODE);
    expect(await run.refused("--name", "loud", "--code", CODE)).toContain("Resource already exists");
    expect(await run.refused("--name", "bare")).toContain("--code");
  },

  async upsert({ run, api, cli }) {
    const made = await run.json("loud", "--code", CODE);
    expect(made).toMatchObject({ name: "loud", code: CODE });

    expect(await run.text("loud", "--code", LOUD, "--dry-run")).toContain("would be updated");
    expect(await run.json("loud", "--env", "REGION=eu")).toMatchObject({
      id: made.id,
      code: CODE,
      env: { REGION: "eu" },
    });
    const file = await cli.file("code.js", LOUD);
    expect(await run.json("loud", "--code-file", file)).toMatchObject({
      id: made.id,
      code: LOUD,
      env: { REGION: "eu" },
    });
    expect((await api("GET", "/transformations/count")).count).toBe(1);
  },

  async update({ run, api, cli }) {
    const { id } = await api("POST", "/transformations", { name: "quiet", code: CODE });

    expect(await run.json("quiet", "--env", "REGION=eu")).toMatchObject({
      id,
      code: CODE,
      env: { REGION: "eu" },
    });
    expect(await run.json(id, "--name", "loud", "--code", LOUD)).toMatchObject({
      id,
      name: "loud",
      code: LOUD,
    });
    const file = await cli.file("code.js", CODE);
    expect(await run.json("loud", "--code-file", file)).toMatchObject({
      id,
      code: CODE,
      env: { REGION: "eu" },
    });
    expect(await run.refused("nobody", "--name", "x")).toContain("no transformation found");
    expect(await run.refused(NEVER_MADE, "--name", "x")).toContain("Not Found");
  },

  async delete({ run, api }) {
    const { id } = await api("POST", "/transformations", { name: "quiet", code: CODE });
    const { transformation } = await givenExecutions(api);

    expect(await run.text("quiet", "--force")).toContain(`Transformation deleted: quiet (${id})`);
    expect((await api("GET", "/transformations")).models).toMatchObject([{ name: "loud" }]);
    expect(await run.refused(transformation.id, "--force")).toContain("first");
    expect(await run.refused("quiet", "--force")).toContain("no transformation found");
  },

  async run({ run, api, cli }) {
    const { transformation, connections } = await givenExecutions(api);
    const request = '{"headers":{"x-shop":"1"},"body":{"n":1},"path":"/orders"}';

    expect(await run.json("--code", LOUD, "--env", "REGION=us", "--request", request)).toMatchObject({
      log_level: "warn",
      request: {
        headers: { "x-shop": "1", "content-type": "application/json", "x-region": "us" },
        body: { n: 1 },
        path: "/orders",
      },
      console: [{ type: "warn", message: "region us" }],
    });
    const requestFile = await cli.file("request.json", request);
    const byId = ["--id", transformation.id, "--connection-id", connections[0].id];
    expect(await run.json(...byId, "--request-file", requestFile)).toMatchObject({
      request: { headers: { "x-region": "eu" } },
    });
    const codeFile = await cli.file(
      "code.js",
      'addHandler("transform", () => { throw new Error("not today"); });',
    );
    const failed = await run.refused("--code-file", codeFile, "--request", request);
    expect(failed).toContain("not today");
    expect(failed).toContain("the transformation did not complete");
    expect(await run.refused("--id", NEVER_MADE, "--request", request)).toContain("Not Found");
    const { count } = await api("GET", `/transformations/${transformation.id}/executions`);
    expect(count).toBe(2); // trial runs are not stored
  },

  "executions list": listsExecutions,

  async "executions get"({ run, api }) {
    const { transformation, executions } = await givenExecutions(api);
    const [{ id, created_at }] = executions;

    const byName = await run.json("loud", id);
    expect([byName.id, Date.parse(byName.created_at)]).toEqual([id, Date.parse(created_at)]);
    expect(await run.json(transformation.id, id)).toEqual(byName);
    expect(await run.text("loud", id)).toContain(id);
    expect(await run.refused("loud", "exe_034xuIRvzVwdzSCfGq6ZsV")).toContain("Not Found");
  },
});
