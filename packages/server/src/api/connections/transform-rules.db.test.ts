/** How do a connection's rules name transformations, bring them inline, and keep them from being deleted? */
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { givenApi, type Answer, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

const code = `addHandler("transform", (request) => request);`;
let made = 0;

async function givenTransformation(): Promise<Answer["body"]> {
  made += 1;
  return (await api.call("POST", "/transformations", { body: { name: `t-${made}`, code } })).body;
}

/** A source and a destination that no other connection uses. */
function newEnds() {
  made += 1;
  const config = { url: "https://api.example.com/hooks" };
  return { name: "c", source: { name: `s-${made}` }, destination: { name: `d-${made}`, config } };
}

const post = (rules: unknown) => api.call("POST", "/connections", { body: { ...newEnds(), rules } });

async function transformationNamed(name: string): Promise<Answer["body"]> {
  return (await api.call("GET", `/transformations?name=${name}`)).body.models[0];
}

async function keptRules(connection: Answer["body"]): Promise<unknown> {
  const { rows } = await api.db.query<{ rules: unknown }>("select rules from connections where id = $1", [
    internalId("connection", connection.id),
  ]);
  return rows[0]?.rules;
}

test("a rule names a transformation by its id, in the user's order and with nothing added", async () => {
  const { id } = await givenTransformation();
  const rules = [
    { type: "filter", body: { a: 1 } },
    { type: "transform", transformation_id: id },
    { type: "delay", delay: 1 },
  ];

  const { status, body } = await post(rules);

  expect([status, body.rules]).toEqual([200, rules]);
  expect((await api.call("GET", `/connections/${body.id}`)).body.rules).toEqual(rules);
  expect((await api.call("GET", `/connections?id=${body.id}`)).body.models[0].rules).toEqual(rules);
  expect(await keptRules(body)).toEqual([
    rules[0],
    { type: "transform", transformation_id: internalId("transformation", id) },
    rules[2],
  ]);
  const again = await api.call("PUT", `/connections/${body.id}`, { body: { rules: body.rules } });
  expect(again.body.rules).toEqual(rules);
});

test("a rule may bring its transformation along, which is made or brought up to date by its name", async () => {
  const rule = { type: "transformation", transformation: { name: "along", code, env: { A: "1" } } };

  const first = await post([rule]);
  const created = await transformationNamed("along");
  const second = await post([{ type: "transform", transformation: { name: "along", code: "other" } }]);
  const env = { B: "2" };
  const third = await api.call("PUT", `/connections/${second.body.id}`, {
    body: { rules: [{ type: "transform", transformation: { name: "along", env } }] },
  });

  expect(first.body.rules).toEqual([{ type: "transform", transformation_id: created.id }]);
  expect(created).toMatchObject({ code, env: { A: "1" } });
  expect([second.body.rules, third.body.rules]).toEqual([first.body.rules, first.body.rules]);
  expect(await transformationNamed("along")).toMatchObject({ id: created.id, code: "other", env });
});

test("with no more than its name, a transformation must be there", async () => {
  const { id, name } = await givenTransformation();

  const known = await api.call("PUT", "/connections", {
    body: { ...newEnds(), rules: [{ type: "transform", transformation: { name } }] },
  });
  const unknown = await post([{ type: "transform", transformation: { name: "nobody" } }]);

  expect(known.body.rules).toEqual([{ type: "transform", transformation_id: id }]);
  expect(await transformationNamed(name)).toMatchObject({ code, env: null });
  const message = "rules[0].transformation.code is required, there is no transformation named nobody";
  expect([unknown.status, unknown.body.message, unknown.body.data]).toEqual([422, message, [message]]);
});

test("a transformation that is unknown, foreign or deleted is refused, wherever rules are written", async () => {
  const foreign = await api.call("POST", "/transformations", {
    key: api.other.key,
    body: { name: "foreign", code },
  });
  const deleted = await givenTransformation();
  await api.call("DELETE", `/transformations/${deleted.id}`);
  const { body: connection } = await post([]);

  for (const id of ["", "trs_1", publicId("transformation", newId()), foreign.body.id, deleted.id]) {
    const rules = [
      { type: "delay", delay: 1 },
      { type: "transform", transformation_id: id },
    ];
    for (const answer of [
      await post(rules),
      await api.call("PUT", "/connections", { body: { ...newEnds(), rules } }),
      await api.call("PUT", `/connections/${connection.id}`, { body: { rules } }),
    ]) {
      const message = "rules[1].transformation_id is not the id of a transformation";
      expect([id, answer.status, answer.body.message]).toEqual([id, 422, message]);
    }
  }
  expect((await api.call("GET", `/connections/${connection.id}`)).body.rules).toEqual([]);
});

test.each([
  [[{ type: "transform" }], "rules[0].transformation_id is required"],
  [[{ type: "transform", transformation: {} }], "rules[0].transformation.name is required"],
  [
    [{ type: "transform", transformation: { name: "n", code: "" } }],
    "rules[0].transformation.code is not allowed to be empty",
  ],
  [
    [{ type: "transform", transformation_id: "trs_1", transformation: { name: "n", code } }],
    "rules[0].transformation is not allowed together with its id",
  ],
  [
    [
      { type: "transform", transformation_id: "trs_1" },
      { type: "transformation", transformation_id: "trs_1" },
    ],
    "rules[1] is not allowed, there is one of this type already",
  ],
])("%#: rules that say too little or too much are refused", async (rules, message) => {
  const { status, body } = await post(rules);

  expect([status, body.message]).toEqual([422, message]);
});

test("a refused connection leaves nothing of the transformation it brought", async () => {
  const ends = newEnds();
  await api.call("POST", "/connections", { body: ends });
  const rules = [{ type: "transform", transformation: { name: "left-behind", code } }];

  const { status } = await api.call("POST", "/connections", { body: { ...ends, rules } });

  expect(status).toBe(409);
  expect(await transformationNamed("left-behind")).toBeUndefined();
});

test("code in a rule may be as long as any", async () => {
  const long = "x".repeat(5 * 1024 * 1024);

  const { status } = await post([{ type: "transform", transformation: { name: "long", code: long } }]);

  expect(status).toBe(200);
});

test("a transformation can be deleted once no connection uses it", async () => {
  const { id } = await givenTransformation();
  const rules = [{ type: "transform", transformation_id: id }];
  const { body: first } = await post(rules);
  const { body: second } = await post(rules);
  const deletion = () => api.call("DELETE", `/transformations/${id}`);

  const usedByTwo = await deletion();
  await api.call("DELETE", `/connections/${first.id}`);
  const usedByOne = await deletion();
  await api.call("PUT", `/connections/${second.id}`, { body: { rules: [] } });

  const two = "Transformation is used by 2 connections. Remove it from the rules of these connections first.";
  const one = "Transformation is used by 1 connection. Remove it from the rules of that connection first.";
  expect([usedByTwo.status, usedByTwo.body.message]).toEqual([422, two]);
  expect([usedByOne.status, usedByOne.body.message]).toEqual([422, one]);
  expect(await deletion()).toMatchObject({ status: 200, body: { id } });
});

test("a deletion and a connection that come at once never both succeed", async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await givenTransformation();

    const [deleted, connected] = await Promise.all([
      api.call("DELETE", `/transformations/${id}`),
      post([{ type: "transform", transformation_id: id }]),
    ]);

    expect(new Set([deleted.status, connected.status])).toEqual(new Set([200, 422]));
  }
});

test("many connections that bring the same transformation at once share one", async () => {
  const rules = [{ type: "transform", transformation: { name: "shared", code, env: { A: "1" } } }];
  const withoutCode = [{ type: "transform", transformation: { name: "shared", env: { A: "1" } } }];
  await post(rules);

  const answers = await Promise.all(
    Array.from({ length: 12 }, (_item, at) => post(at % 2 === 0 ? rules : withoutCode)),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.rules[0].transformation_id)).size).toBe(1);
});

test("the connections of a transformation are found", async () => {
  const { id } = await givenTransformation();
  const { body } = await post([{ type: "transform", transformation_id: id }]);
  const ids = async (path: string) =>
    (await api.call("GET", path)).body.models.map((model: { id: string }) => model.id);

  expect(await ids(`/connections?transformation_id=${id}`)).toEqual([body.id]);
  expect(await ids("/connections?transformation_id=trs_1")).toEqual([]);
  expect((await api.call("GET", `/connections/count?transformation_id=${id}`)).body).toEqual({ count: 1 });
});
