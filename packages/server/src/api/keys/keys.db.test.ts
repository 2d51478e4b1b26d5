/** Which admin sees which key, what does a roll change, and who is let in with which key afterwards? */
import { internalId, publicId } from "@posthorn/contract/ids";
import { API_KEYS_MAX } from "@posthorn/contract/limits";
import { API_KEYS_LIMIT_REACHED, ROLL_IS_OPEN } from "@posthorn/contract/settings-texts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { ensureOwnKey, issueApiKey } from "../../store/api-keys.ts";
import { recogniseCliClient } from "../../store/cli-clients.ts";
import { issueCliKey } from "../../store/cli-keys.ts";
import { createProject } from "../../store/new-project.ts";
import { createSealer } from "../../store/seal.ts";
import { eventually } from "../../testing/gateway.ts";
import { MASTER_KEY } from "../../testing/given-access.ts";
import { type Answer, type CallOptions, type GivenApi, givenApi } from "../../testing/given-api.ts";

const sealer = createSealer(MASTER_KEY);

let api: GivenApi;
let cookie: string;
let user_id: string;
let organization_id: string;
/** A project of the signed-in person, a new one for each test. */
let team_id: string;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie } = await api.signUp());
  const { rows } = await api.db.query<{ user_id: string; organization_id: string }>(
    "select user_id, organization_id from members",
  );
  ({ user_id = "", organization_id = "" } = rows[0] ?? {});
});
beforeEach(async () => {
  await api.setRole("owner");
  team_id = await createProject(api.db, sealer, { organization_id, name: "Project" });
});
afterAll(() => api.stop());

const ask = (method: string, path: string, { headers, ...options }: CallOptions = {}) =>
  api.call(method, `//dashboard-api${path}`, {
    key: null,
    ...options,
    headers: {
      cookie,
      origin: "http://127.0.0.1:4400",
      "x-project-id": publicId("project", team_id),
      ...headers,
    },
  });
const secrets = async () => (await ask("GET", "/secrets")).body;
const roll = (which: "api-key" | "signing-secret", delay_sec: unknown, headers = {}) =>
  ask("POST", `/secrets/${which}/roll`, { body: { delay_sec }, headers });
const statusesOf = (answers: readonly Answer[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const open = async (key: string, method = "GET", body?: unknown) =>
  (await api.call(method, "/sources", { key, body })).status;

test("a project has one key of its own, made when it is first looked at", async () => {
  const [one, two] = await Promise.all([secrets(), secrets()]);

  expect(one).toEqual({
    api_key: {
      id: expect.stringMatching(/^apk_/),
      key: expect.stringMatching(/^phk_[\w-]{32}$/),
      created_at: expect.stringMatching(/Z$/),
      created_by: null,
      last_used_at: null,
      rate_limit: null,
      previous: [],
    },
    signing_secret: {
      key: expect.stringMatching(/^[\w-]{43}$/),
      created_at: expect.stringMatching(/Z$/),
      created_by: null,
      headers: ["x-posthorn-signature", "x-posthorn-signature-2"],
      previous: null,
    },
  });
  expect(two).toEqual(one);
  expect(await open(one.api_key.key)).toBe(200);
});

test("admins see secrets; members, viewers and keys do not", async () => {
  const { api_key } = await secrets();
  const seen = [];
  for (const role of ["admin", "member", "viewer"] as const) {
    await api.setRole(role);
    seen.push((await ask("GET", "/secrets")).status);
  }
  await api.setRole("owner");
  const cli_id = await recogniseCliClient(api.db, { team_id, device_name: "desk", user_id });
  const cliKey = await issueCliKey(api.db, { user_id, api_key_id: null, team_id, cli_id });

  expect(seen).toEqual([200, 403, 403]);
  for (const key of [api_key.key, cliKey])
    expect((await api.call("GET", "//dashboard-api/secrets", { key })).status).toBe(403);
});

test("after a roll both keys work until the delay is over, and the answer names the end", async () => {
  const before = (await secrets()).api_key;

  const { status, body } = await roll("api-key", 3_600);

  expect(status).toBe(200);
  expect(body.api_key).toMatchObject({ created_by: "Ada", last_used_at: null });
  expect(body.api_key.key).not.toBe(before.key);
  expect(body.api_key.previous).toMatchObject([{ id: before.id, ending: before.key.slice(-4) }]);
  const [{ expires_at }] = body.api_key.previous;
  const sinceRollMs = Date.parse(expires_at) - Date.parse(body.api_key.created_at);
  expect(Math.abs(sinceRollMs - 3_600_000)).toBeLessThan(2_000);
  expect([await open(before.key), await open(body.api_key.key)]).toEqual([200, 200]);

  await api.db.query("update api_keys set expires_at = now() where id = $1", [
    internalId("api_key", before.id),
  ]);
  expect((await secrets()).api_key.previous).toEqual([]);
  await eventually(
    () => open(before.key),
    (answered) => answered === 401,
  );
  expect(await open(body.api_key.key)).toBe(200);
});

test("a roll keeps the limit of the key", async () => {
  const { id } = (await secrets()).api_key;
  await ask("PUT", `/api-keys/${id}`, { body: { rate_limit: 600 } });

  expect((await roll("api-key", 3_600)).body.api_key.rate_limit).toBe(600);
});

test("a key that is rolled now stops at once", async () => {
  const before = (await secrets()).api_key;
  expect(await open(before.key)).toBe(200);

  const { api_key } = (await roll("api-key", 0)).body;

  expect([await open(before.key), await open(api_key.key), api_key.previous]).toEqual([401, 200, []]);
});

test("several rolled keys live side by side, and each can be ended early; the present one cannot", async () => {
  const first = (await secrets()).api_key;
  const second = (await roll("api-key", 86_400)).body.api_key;
  const third = (await roll("api-key", 3_600)).body.api_key;
  expect(third.previous.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);

  const ended = await ask("DELETE", `/api-keys/${first.id}`);
  const refused = await ask("DELETE", `/api-keys/${third.id}`);

  expect([ended.status, refused.status]).toEqual([200, 404]);
  expect([await open(first.key), await open(second.key), await open(third.key)]).toEqual([401, 200, 200]);
});

test("the signing secret keeps its previous one for the delay, and can be rolled now meanwhile", async () => {
  const before = (await secrets()).signing_secret;

  const rolled = (await roll("signing-secret", 3_600)).body.signing_secret;
  expect(rolled.key).not.toBe(before.key);
  expect(rolled.created_by).toBe("Ada");
  const windowMs = Date.parse(rolled.previous.expires_at) - Date.parse(rolled.created_at);
  expect(Math.abs(windowMs - 3_600_000)).toBeLessThan(2_000);

  const refused = await roll("signing-secret", 86_400);
  expect([refused.status, refused.body.message]).toEqual([422, ROLL_IS_OPEN]);
  const now = (await roll("signing-secret", 0)).body.signing_secret;
  expect([now.previous, [before.key, rolled.key].includes(now.key)]).toEqual([null, false]);
  const { rows } = await api.db.query("select previous_signing_secret from projects where id = $1", [
    team_id,
  ]);
  expect(rows).toEqual([{ previous_signing_secret: null }]);
});

test("once its window is over, the secret can be rolled with a delay again", async () => {
  await roll("signing-secret", 3_600);
  await api.db.query("update projects set previous_signing_secret_until = now() where id = $1", [team_id]);

  expect((await secrets()).signing_secret.previous).toBeNull();
  expect((await roll("signing-secret", 86_400)).status).toBe(200);
});

test.each(["api-key", "signing-secret"] as const)(
  "of two people who roll the %s that both see, the second is told",
  async (which) => {
    const name = which === "api-key" ? "api_key" : "signing_secret";
    const { created_at } = (await secrets())[name];
    const seen = { "if-match": `"${created_at}"` };

    const answers = await Promise.all([roll(which, 0, seen), roll(which, 0, seen)]);

    expect(statusesOf(answers)).toEqual([200, 412]);
    const rolled = answers.find(({ status }) => status === 200)?.body[name];
    expect((await secrets())[name].key).toBe(rolled.key);
  },
);

test("many rolls at once leave one key of the project's own", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => roll("api-key", 3_600)));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { api_key } = await secrets();
  expect(api_key.previous).toHaveLength(7);
  expect(await open(api_key.key)).toBe(200);
});

test.each([[{}, "delay_sec is required"], [{ delay_sec: 60 }], [{ delay_sec: "0" }], [{ delay_sec: -1 }]])(
  "a roll with %j is refused",
  async (body, text?: string) => {
    const answer = await ask("POST", "/secrets/api-key/roll", { body });

    expect(answer.status).toBe(422);
    if (text) expect(answer.body.data).toEqual([text]);
  },
);

test("further keys have a name, a role and a limit, and are shown once", async () => {
  const { body: made } = await ask("POST", "/api-keys", {
    body: { name: " CI ", role: "member", rate_limit: 600 },
  });
  const { key, ...shown } = made;

  expect(shown).toEqual({
    id: expect.stringMatching(/^apk_/),
    name: "CI",
    role: "member",
    expires_at: null,
    rate_limit: 600,
    last_used_at: null,
    created_at: expect.stringMatching(/Z$/),
    created_by: "Ada",
  });
  await secrets(); // the project's own key is not in the list
  expect((await ask("GET", "/api-keys")).body.models).toEqual([shown]);

  const used = await api.call("GET", "/sources", { key });
  expect([used.status, used.headers.get("x-ratelimit-limit")]).toEqual([200, "600"]);
  const [{ last_used_at }] = (await ask("GET", "/api-keys")).body.models;
  expect(Date.parse(last_used_at)).toBeGreaterThanOrEqual(Date.parse(shown.created_at) - 2_000);
  expect((await ask("DELETE", `/api-keys/${shown.id}`)).body).toEqual({ id: shown.id });
  expect([await open(key), (await ask("GET", "/api-keys")).body.models]).toEqual([401, []]);
});

test("a key may do what its role may, and so may a CLI key made from it", async () => {
  for (const [role, written] of [
    ["viewer", 403],
    ["member", 200],
    ["admin", 200],
  ] as const) {
    const { body } = await ask("POST", "/api-keys", { body: { name: role, role } });
    const api_key_id = internalId("api_key", body.id);
    const cli_id = await recogniseCliClient(api.db, { team_id, device_name: role, user_id: null });
    const cliKey = await issueCliKey(api.db, { user_id: null, api_key_id, team_id, cli_id });
    for (const [at, key] of [body.key, cliKey].entries()) {
      expect([role, at, await open(key)]).toEqual([role, at, 200]);
      expect([role, at, await open(key, "POST", { name: `${role}-${at}` })]).toEqual([role, at, written]);
    }
  }
});

test.each([
  [{ name: " ", role: "member" }, "name is required"],
  [
    { name: "a".repeat(156), role: "member" },
    "name length must be less than or equal to 155 characters long",
  ],
  [{ name: "a", role: "owner" }, "role must be one of [viewer, member, admin]"],
  [{ name: "a" }, "role is required"],
])("a key of %j is refused: %s", async (body, text) => {
  const answer = await ask("POST", "/api-keys", { body });

  expect([answer.status, answer.body.data]).toEqual([422, [text]]);
});

test("a project has so many further keys, and not one more", async () => {
  for (let made = 1; made < API_KEYS_MAX; made++)
    await issueApiKey(api.db, { team_id, name: "test", expires_at: null });
  const body = { name: "another", role: "viewer" };

  const answers = await Promise.all([1, 2, 3].map(() => ask("POST", "/api-keys", { body })));

  expect(statusesOf(answers)).toEqual([200, 422, 422]);
  expect(answers.find(({ status }) => status === 422)?.body.message).toBe(API_KEYS_LIMIT_REACHED);
});

test("the CLI keys of people are listed and revoked; a key of another organization is no business of this one", async () => {
  const issued = async (
    project: string,
    device_name: string,
    person: string | null,
    api_key_id: string | null,
  ) => {
    const cli_id = await recogniseCliClient(api.db, { team_id: project, device_name, user_id: person });
    return issueCliKey(api.db, { user_id: person, api_key_id, team_id: project, cli_id });
  };
  const sibling = await createProject(api.db, sealer, { organization_id, name: "Sibling" });
  const foreign = await createProject(api.db, sealer, { organization_id: newId(), name: "Foreign" });
  const { id: api_key_id } = await issueApiKey(api.db, { team_id, name: "CI", expires_at: null });
  await api.db.query("delete from cli_keys");
  await issued(team_id, "runner", null, api_key_id);
  const laptop = await issued(sibling, "laptop", user_id, null);
  await issued(foreign, "elsewhere", user_id, null);

  const { models } = (await ask("GET", "/cli-keys")).body;

  const person = { id: user_id, name: "Ada", email: expect.stringContaining("@") };
  expect(models).toMatchObject([
    { device_name: "laptop", user: person, api_key_name: null, last_used_at: expect.stringMatching(/Z$/) },
    { device_name: "runner", user: null, api_key_name: "CI" },
  ]);
  const inIt = { headers: { "x-team-id": publicId("project", team_id) } };
  expect((await api.call("GET", "/sources", { key: laptop, ...inIt })).status).toBe(200);
  expect((await ask("DELETE", `/cli-keys/${models[0].id}`)).body).toEqual({ id: models[0].id });
  expect((await api.call("GET", "/sources", { key: laptop, ...inIt })).status).toBe(401);
  const { rows } = await api.db.query<{ id: string }>("select id from cli_keys where team_id = $1", [
    foreign,
  ]);
  expect((await ask("DELETE", `/cli-keys/${publicId("cli_key", rows[0]?.id ?? "")}`)).status).toBe(404);
});

test("no line of the log, and no change, has a key or a secret in it", async () => {
  const before = await secrets();
  const after = (await roll("api-key", 3_600)).body;
  const signing = (await roll("signing-secret", 3_600)).body;
  const made = (await ask("POST", "/api-keys", { body: { name: "CI", role: "admin" } })).body;

  const hidden = [
    before.api_key.key,
    after.api_key.key,
    made.key,
    before.signing_secret.key,
    signing.signing_secret.key,
  ];
  const { rows } = await api.db.query<{ row: string }>(
    "select audit_entries::text as row from audit_entries",
  );
  const written = [...api.logged, ...rows.map(({ row }) => row)].join("\n");
  expect(api.logged.join("\n")).toContain("/dashboard-api/secrets/api-key/roll");
  expect(hidden.filter((secret) => written.includes(secret))).toEqual([]);
});

test("a bootstrap key becomes the project's own", async () => {
  const key = "chosen-by-the-operator";
  await ensureOwnKey(api.db, sealer, { team_id, created_by: null, key });

  expect((await secrets()).api_key.key).toBe(key);
  expect(await open(key)).toBe(200);
});
