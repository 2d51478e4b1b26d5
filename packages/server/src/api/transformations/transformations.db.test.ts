import { internalId, publicId } from "@posthorn/contract/ids";
import {
  API_CODE_BODY_MAX_BYTES,
  PAGE_BODIES_MAX_BYTES,
  TRANSFORMATION_CODE_MAX_BYTES,
} from "@posthorn/contract/limits";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { givenApi, givenRequest, type Answer, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

const code = `addHandler("transform", (request) => request);`;
const uuidOf = (id: string) => internalId("transformation", id) ?? "";

let made = 0;
async function given(input: object = {}): Promise<Answer["body"]> {
  made += 1;
  const { status, body } = await api.call("POST", "/transformations", {
    body: { name: `t-${made}`, code, ...input },
  });
  expect(status).toBe(200);
  return body;
}

const put = async (body: object) => (await api.call("PUT", "/transformations", { body })).body;

describe("a transformation", () => {
  test("has the documented shape, and is the same when it is read", async () => {
    const body = { name: "orders", code, env: { API_KEY: "k", _x1: "" } };

    const { status, body: created } = await api.call("POST", "/transformations", { body });

    expect(status).toBe(200);
    expect(created).toEqual({
      id: expect.stringMatching(/^trs_/),
      team_id: publicId("project", api.team_id),
      ...body,
      encrypted_env: null,
      iv: null,
      updated_at: expect.stringMatching(/Z$/),
      created_at: created.updated_at,
    });
    expect((await api.call("GET", `/transformations/${created.id}`)).body).toEqual(created);
    expect((await api.call("GET", "/transformations?name=orders")).body.models).toEqual([created]);
  });

  test("is found by the older prefix of its id", async () => {
    const { id } = await given();

    expect((await api.call("GET", `/transformations/${id.replace("trs_", "tf_")}`)).body.id).toBe(id);
  });

  test("has variables only if some are given", async () => {
    expect((await given()).env).toBeNull();
    expect((await given({ env: {} })).env).toBeNull();
    expect((await given({ env: null })).env).toBeNull();
  });

  test("keeps its variables sealed, and out of the log", async () => {
    const { id } = await given({ env: { TOKEN: "a-secret-nobody-sees" } });
    await api.call("PUT", `/transformations/${id}`, {
      body: { env: { TOKEN: "a-secret-nobody-sees", "1": "" } },
    });

    const { rows } = await api.db.query<{ env: Buffer }>("select env from transformations where id = $1", [
      uuidOf(id),
    ]);

    expect(rows[0]?.env.toString("latin1")).not.toContain("secret");
    expect(api.logged.join("\n")).not.toContain("a-secret-nobody-sees");
  });

  test("is updated in parts", async () => {
    const { id, name, created_at } = await given({ env: { A: "1" } });
    const update = async (body: object) => (await api.call("PUT", `/transformations/${id}`, { body })).body;

    expect(await update({ code: "other" })).toMatchObject({ id, name, code: "other", env: { A: "1" } });
    expect(await update({ name: "renamed" })).toMatchObject({ name: "renamed", code: "other", created_at });
    expect(await update({ env: { B: "2" } })).toMatchObject({ code: "other", env: { B: "2" } });
    expect(await update({ env: {} })).toMatchObject({ name: "renamed", code: "other", env: null });
    expect(await update({ env: { B: "2" } })).toMatchObject({ env: { B: "2" } });
    expect(await update({ env: null })).toMatchObject({ env: null });
  });

  test("is made or updated by its name", async () => {
    const created = await put({ name: "by-name", code, env: { A: "1" } });
    const updated = await put({ name: "by-name", code: "other" });
    const cleared = await put({ name: "by-name", code: "other", env: {} });

    expect(updated).toMatchObject({ id: created.id, code: "other", env: { A: "1" } });
    expect(cleared).toMatchObject({ id: created.id, env: null });
  });

  test("is one, however many upserts of its name come at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        api.call("PUT", "/transformations", { body: { name: "crowded", code } }),
      ),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });
});

test("a taken name gives 409, a deleted transformation 410, a foreign one 404", async () => {
  const { id } = await given({ name: "one" });
  const two = await given({ name: "two" });

  const taken = await api.call("POST", "/transformations", { body: { name: "one", code } });
  const renamed = await api.call("PUT", `/transformations/${two.id}`, { body: { name: "one" } });

  expect([taken.status, taken.body.data]).toEqual([409, { id, resource_type: "transformation" }]);
  expect([renamed.status, renamed.body.data]).toEqual([409, { id, resource_type: "transformation" }]);
  const calls = [
    ["GET", ""],
    ["PUT", ""],
    ["GET", "/executions"],
    ["GET", "/executions/exe_1"],
    ["DELETE", ""],
  ] as const;
  const call = ([method, path]: (typeof calls)[number], key = api.key) =>
    api.call(method, `/transformations/${id}${path}`, { key, ...(method === "PUT" && { body: {} }) });
  for (const one of calls) expect([one, (await call(one, api.other.key)).status]).toEqual([one, 404]);
  expect((await api.call("DELETE", `/transformations/${id}`)).body).toEqual({ id });
  for (const one of calls) expect([one, (await call(one)).status]).toEqual([one, 410]);
  expect((await api.call("GET", "/transformations?name=one")).body.count).toBe(0);
  expect((await given({ name: "one" })).id).not.toBe(id);
});

test("the dashboard's question: is a name used", async () => {
  await given({ name: "asked-for" });
  const used = async (name: string, key = api.key) =>
    (await api.call("GET", `//dashboard-api/name-is-used?kind=transformation&name=${name}`, { key })).body;

  expect(await used("asked-for")).toEqual({ used: true });
  expect(await used("free")).toEqual({ used: false });
  expect(await used("asked-for", api.other.key)).toEqual({ used: false });
});

describe("input is refused", () => {
  test.each([
    [{ code }, "name is required"],
    [{ name: "a b", code }, "name may contain only letters, digits, hyphens and underscores"],
    [{ name: "a".repeat(156), code }, "name length must be less than or equal to 155 characters long"],
    [{ name: "n" }, "code is required"],
    [{ name: "n", code: "" }, "code is not allowed to be empty"],
    [{ name: "n", code: "a\u0000" }, "code may not contain a null character"],
    [{ name: "n", code, env: { A: 1 } }, "env.A must be of type string"],
    [{ name: "n", code, env: { A: "\u0000" } }, "env.A may not contain a null character"],
    [
      { name: "n", code, env: { A: "x".repeat(16_385) } },
      "env.A length must be less than or equal to 16384 characters long",
    ],
    [
      { name: "n", code, env: { "1A": "" } },
      "env.1A is not a name of a variable: letters, digits and underscores, at most 155, no digit first",
    ],
    [{ name: "n", code, env: "A=1" }, "env must be of type object"],
    [
      { name: "n", code, env: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`A${at}`, ""])) },
      "env may have at most 100 variables",
    ],
    [{ name: "n", code, iv: "x" }, "Unknown field: iv"],
  ])("%#: %j", async (body, message) => {
    for (const method of ["POST", "PUT"]) {
      const answer = await api.call(method, "/transformations", { body });
      expect([answer.status, answer.body.message]).toEqual([422, message]);
    }
  });

  test("a name of a variable that objects have of their own", async () => {
    const { status, body } = await api.call("POST", "/transformations", {
      body: `{"name": "n", "code": "c", "env": {"__proto__": "x"}}`,
    });

    expect([status, body.message]).toEqual([422, "env.__proto__ is not allowed"]);
  });

  test("code beyond 5 MiB; up to there it is taken, whatever the API's limit for other bodies", async () => {
    const largest = "x".repeat(TRANSFORMATION_CODE_MAX_BYTES);

    const created = await given({ code: largest });
    const refused = await api.call("PUT", `/transformations/${created.id}`, {
      body: { code: `${largest}x` },
    });
    const tooLarge = await api.call("PUT", `/transformations/${created.id}`, {
      body: { code: "x".repeat(API_CODE_BODY_MAX_BYTES) },
    });

    expect(created.code.length).toBe(TRANSFORMATION_CODE_MAX_BYTES);
    expect([refused.status, refused.body.message]).toEqual([422, "code must be at most 5 MiB"]);
    expect(tooLarge.status).toBe(413);
  });
});

describe("lists", () => {
  test("are narrowed and sorted by name, and counted", async () => {
    const first = await given({ name: "list-a" });
    const second = await given({ name: "list-b" });
    const names = async (query: string) =>
      (await api.call("GET", `/transformations?${query}`)).body.models.map(
        (model: { name: string }) => model.name,
      );

    expect(await names("name[contains]=IST-")).toEqual(["list-b", "list-a"]);
    expect(await names("name[contains]=list-&order_by=name&dir=asc")).toEqual(["list-a", "list-b"]);
    expect(await names(`id=${first.id},${second.id}&order_by=updated_at&dir=asc`)).toEqual([
      "list-a",
      "list-b",
    ]);
    expect((await api.call("GET", "/transformations/count?name[contains]=list-")).body).toEqual({ count: 2 });
    expect((await api.call("GET", "/transformations", { key: api.other.key })).body.count).toBe(0);
  });

  test("end a page where its code becomes too much, in both directions", async () => {
    const key = api.other.key;
    const bytes = PAGE_BODIES_MAX_BYTES / 4;
    for (let at = 0; at < 6; at++) {
      const body = { name: `big-${at}`, code: "x".repeat(bytes) };
      expect((await api.call("POST", "/transformations", { key, body })).status).toBe(200);
    }
    const read = async (query: string) => {
      const { pagination, models } = (await api.call("GET", `/transformations?${query}`, { key })).body;
      return { ...pagination, names: models.map((model: { name: string }) => model.name) };
    };

    const first = await read("");
    const second = await read(`next=${first.next}`);
    const back = await read(`prev=${second.prev}`);

    expect(first.names).toEqual(["big-5", "big-4", "big-3", "big-2"]);
    expect(second.names).toEqual(["big-1", "big-0"]);
    expect([second.next, back.names]).toEqual([undefined, first.names]);
  });
});

describe("executions", () => {
  interface GivenExecution {
    webhook_id: string;
    log_level?: string;
    logs?: object[];
    team_id?: string;
  }

  /** An execution as route would have written it, with its payloads. */
  async function givenExecution(transformation_id: string, execution: GivenExecution): Promise<string> {
    const { webhook_id, log_level = "info", logs = [], team_id = api.team_id } = execution;
    const original = await givenRequest(api.db, { team_id, source_id: newId(), query: "a=1" });
    const transformed = await givenRequest(api.db, { team_id, source_id: newId(), body: '{"hello":"you"}' });
    const id = newId();
    await api.db.query(
      `insert into transformation_executions (team_id, id, transformation_id, webhook_id,
         original_event_data_id, transformed_event_data_id, log_level, logs)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        team_id,
        id,
        uuidOf(transformation_id),
        webhook_id,
        original,
        log_level === "fatal" ? null : transformed,
        log_level,
        JSON.stringify(logs),
      ],
    );
    return publicId("execution", id);
  }

  test("show what came in, what came out and what was logged", async () => {
    const { id } = await given();
    const webhook_id = newId();
    const logs = [{ type: "warn", message: "careful" }];
    const execution = await givenExecution(id, { webhook_id, log_level: "warn", logs });

    const { body } = await api.call("GET", `/transformations/${id}/executions/${execution}`);
    const { models } = (await api.call("GET", `/transformations/${id}/executions`)).body;

    expect(body).toEqual({
      id: execution,
      transformation_id: id,
      team_id: publicId("project", api.team_id),
      webhook_id: publicId("connection", webhook_id),
      original_event_data_id: expect.stringMatching(/^edt_/),
      transformed_event_data_id: expect.stringMatching(/^edt_/),
      log_level: "warn",
      logs,
      issue_id: null,
      original_event_data: {
        path: "/orders",
        query: "a=1",
        parsed_query: { a: "1" },
        headers: { "content-type": "application/json" },
        body: { hello: "world" },
        is_large_payload: false,
      },
      transformed_event_data: {
        path: "/orders",
        query: "",
        parsed_query: {},
        headers: { "content-type": "application/json" },
        body: { hello: "you" },
        is_large_payload: false,
      },
      created_at: expect.stringMatching(/Z$/),
      updated_at: body.created_at,
    });
    const { original_event_data: _in, transformed_event_data: _out, ...listed } = body;
    expect(models).toEqual([listed]);
  });

  test("that failed have no output; what is past retention has no data", async () => {
    const { id } = await given();
    const execution = await givenExecution(id, { webhook_id: newId(), log_level: "fatal" });
    const read = async () => (await api.call("GET", `/transformations/${id}/executions/${execution}`)).body;

    const failed = await read();
    await api.db.query("delete from payloads where id = $1", [
      internalId("payload", failed.original_event_data_id),
    ]);

    expect(failed).toMatchObject({ transformed_event_data_id: null, transformed_event_data: null });
    expect(failed.original_event_data).not.toBeNull();
    expect(await read()).toMatchObject({ original_event_data: null });
  });

  test("are listed newest first, by level, connection and time", async () => {
    const { id } = await given();
    const webhook_id = newId();
    const info = await givenExecution(id, { webhook_id });
    const error = await givenExecution(id, { webhook_id: newId(), log_level: "error" });
    const fatal = await givenExecution(id, { webhook_id, log_level: "fatal" });
    await givenExecution((await given()).id, { webhook_id });
    const ids = async (query: string) =>
      (await api.call("GET", `/transformations/${id}/executions?${query}`)).body.models.map(
        (model: { id: string }) => model.id,
      );

    expect(await ids("")).toEqual([fatal, error, info]);
    expect(await ids("dir=asc")).toEqual([info, error, fatal]);
    expect(await ids("log_level=fatal&log_level=error")).toEqual([fatal, error]);
    expect(await ids("log_level=")).toEqual([]);
    expect(await ids(`webhook_id=${publicId("connection", webhook_id)}`)).toEqual([fatal, info]);
    expect(await ids("created_at[gte]=2000-01-01")).toEqual([fatal, error, info]);
    expect(await ids("created_at[lt]=2000-01-01")).toEqual([]);
    expect(await ids("issue_id=")).toEqual([fatal, error, info]);
    expect(await ids("issue_id=iss_1")).toEqual([]);
    expect((await api.call("GET", `/transformations/${id}/executions?log_level=loud`)).status).toBe(422);
  });

  test("of another transformation or project are not found", async () => {
    const { id } = await given();
    const other = await givenExecution((await given()).id, { webhook_id: newId() });
    const foreign = await givenExecution(id, { webhook_id: newId(), team_id: api.other.team_id });

    for (const execution of [other, foreign, "exe_1"]) {
      const { status, body } = await api.call("GET", `/transformations/${id}/executions/${execution}`);
      expect([status, body.data]).toEqual([404, { id: execution }]);
    }
    expect((await api.call("GET", `/transformations/${id}/executions`)).body.count).toBe(0);
  });
});
