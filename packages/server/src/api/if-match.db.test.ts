/**
 * Does a save with `If-Match` lose nobody's changes?
 *
 * For each of the four kinds that people edit: the database decides between savers, the refused one is told the present
 * version, and what is no edit refuses nobody.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { givenApi, type Answer, type GivenApi } from "../testing/given-api.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

let made = 0;

async function answered(method: string, path: string, body?: unknown): Promise<Answer["body"]> {
  const answer = await api.call(method, path, { body });
  expect([path, answer.status, answer.status === 200 || answer.body]).toEqual([path, 200, true]);
  return answer.body;
}

function save(path: string, version: string, body: unknown): Promise<Answer> {
  return api.call("PUT", path, { body, headers: { "if-match": `"${version}"` } });
}

interface Given {
  path: string;
  updated_at: string;
  connection: Answer["body"];
}

/** One of each kind, on a connection of its own. */
async function given(kind: string): Promise<Given> {
  const name = `n-${++made}`;
  const connection = await answered("POST", "/connections", {
    name,
    source: { name },
    destination: { name, config: { url: "https://api.example.com/hooks" } },
    rules: [{ type: "transform", transformation: { name, code: "1" } }],
  });
  const id = {
    connections: connection.id,
    sources: connection.source.id,
    destinations: connection.destination.id,
    transformations: connection.rules[0].transformation_id,
  }[kind];
  const path = `/${kind}/${id}`;
  return { path, updated_at: (await answered("GET", path)).updated_at, connection };
}

describe.each(["connections", "sources", "destinations", "transformations"])("%s", (kind) => {
  test("the second of two savers is refused with the present version, and loses nothing of the first", async () => {
    const { path, updated_at } = await given(kind);
    const first = await save(path, updated_at, { name: `first-${made}` });

    const second = await save(path, updated_at, { name: `second-${made}` });

    expect(first.status).toBe(200);
    expect(second.body).toEqual({
      code: "CHANGED_MEANWHILE",
      status: 412,
      message:
        "It was changed after you loaded it, so nothing was saved. Load it again, compare it with your changes, then save.",
      data: { updated_at: first.body.updated_at },
    });
    expect((await answered("GET", path)).name).toBe(`first-${made}`);
    const third = await save(path, second.body.data.updated_at, { name: `third-${made}` });
    expect([third.status, third.body.name]).toEqual([200, `third-${made}`]);
  });

  test("of twenty savers at once with the same version, one wins", async () => {
    const { path, updated_at } = await given(kind);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => save(path, updated_at, { name: `racer-${made}-${at}` })),
    );

    const winner = answers.find(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual(
      Array.from({ length: 19 }, () => 412),
    );
    expect((await answered("GET", path)).name).toBe(winner?.body.name);
  });

  test("each save has a later version than all before, however quickly they come", async () => {
    const { path } = await given(kind);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => answered("PUT", path, { name: `quick-${made}-${at}` })),
    );

    expect(new Set(answers.map(({ updated_at }) => updated_at)).size).toBe(20);
  });

  test("a version that the row never had is refused", async () => {
    const { path } = await given(kind);

    expect((await save(path, "2999-01-01T00:00:00.000Z", { name: "later" })).status).toBe(412);
  });

  test("an unreadable version is refused and saves nothing; a star or no version saves in any case", async () => {
    const { path } = await given(kind);
    const put = (name: string, headers: Record<string, string>) =>
      api.call("PUT", path, { body: { name: `${name}-${made}` }, headers });
    await answered("PUT", path, { name: `edited-${made}` });

    const refused = await put("unreadable", { "if-match": "abc" });

    expect([refused.status, refused.body.message]).toEqual([
      422,
      'If-Match must be the updated_at of the resource in quotes, like "2026-11-15T08:30:00.000Z"',
    ]);
    expect((await answered("GET", path)).name).toBe(`edited-${made}`);
    expect((await put("star", { "if-match": "*" })).status).toBe(200);
    expect((await put("plain", {})).status).toBe(200);
  });

  test("what was deleted is gone, whatever the version", async () => {
    const { path, updated_at, connection } = await given(kind);
    if (kind === "transformations") await answered("PUT", `/connections/${connection.id}`, { rules: [] });
    await answered("DELETE", path);

    expect((await save(path, updated_at, { name: "late" })).status).toBe(410);
  });
});

test("a pause, a disable by cascade and an edit of its ends refuse no save of a connection", async () => {
  const { path, updated_at, connection } = await given("connections");
  await answered("PUT", `${path}/pause`);
  await answered("PUT", `/sources/${connection.source.id}`, { name: `renamed-${made}` });
  await answered("PUT", `/sources/${connection.source.id}/disable`);
  await answered("PUT", `${path}/enable`);
  const paused = await answered("GET", path);

  const saved = await save(path, updated_at, { description: "mine" });

  expect(paused.updated_at > updated_at).toBe(true);
  expect([saved.status, saved.body.description]).toEqual([200, "mine"]);
  expect((await save(path, paused.updated_at, { description: "theirs" })).status).toBe(412);
});

test("a refused save of rules leaves the transformation inside them as it was", async () => {
  const { path, updated_at, connection } = await given("connections");
  const transformation = `/transformations/${connection.rules[0].transformation_id}`;
  const { name } = await answered("GET", transformation);
  await answered("PUT", path, { description: "first" });

  const refused = await save(path, updated_at, {
    rules: [{ type: "transform", transformation: { name, code: "2" } }],
  });

  expect(refused.status).toBe(412);
  expect((await answered("GET", transformation)).code).toBe("1");
});
