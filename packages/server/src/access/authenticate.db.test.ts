import { ROLES } from "@posthorn/contract/roles";
import { publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { issueApiKey, revokeApiKey } from "../store/api-keys.ts";
import type { Queryable } from "../store/database.ts";
import { createProject } from "../store/new-project.ts";
import { givenAccess, type GivenAccess } from "../testing/given-access.ts";
import { createApiKeyCheck, createPublisherCheck } from "./api-key-check.ts";

let given: GivenAccess;
let cookie: string;
let project_id: string;
let organization_id: string;
beforeAll(async () => {
  given = await givenAccess();
  cookie = (await given.signUp()).cookie;
  const { rows } = await given.db.query<{ id: string; organization_id: string }>(
    "select id, organization_id from projects",
  );
  project_id = rows[0]?.id ?? "";
  organization_id = rows[0]?.organization_id ?? "";
});
afterAll(() => given.stop());

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
const givenKey = (expires_at: string | null = null) =>
  issueApiKey(given.db, { team_id: project_id, name: "CI", expires_at });

test("a project's key is accepted as Bearer and as Basic, and counts as an admin of that project", async () => {
  const { id, key } = await givenKey();

  const caller = {
    kind: "api_key",
    project: { id: project_id },
    role: "admin",
    user_id: null,
    key: { id, rate_limit: null, plan_rate_limit: null },
  };
  expect(key).toMatch(/^phk_[\w-]{32}$/);
  expect(await given.access.authenticate({ authorization: `Bearer ${key}` })).toMatchObject(caller);
  expect(await given.access.authenticate({ authorization: basic(`${key}:`) })).toMatchObject(caller);
});

test("a key decides its project by itself, whatever the headers say", async () => {
  const { key } = await givenKey();
  const other = await createProject(given.db, given.sealer, { organization_id, name: "Other" });

  const caller = await given.access.authenticate({
    authorization: `Bearer ${key}`,
    "x-project-id": publicId("project", other),
    cookie,
  });

  expect(caller).toMatchObject({ project: { id: project_id } });
});

test("a wrong, expired or malformed key is nobody, even beside a good session", async () => {
  const { key: expired } = await givenKey(new Date(Date.now() - 1_000).toISOString());
  const { key } = await givenKey();

  for (const authorization of [
    `Bearer ${expired}`,
    `Bearer ${key}x`,
    "Bearer",
    basic(key),
    basic(":"),
    "x",
  ]) {
    expect(await given.access.authenticate({ authorization, cookie })).toBeNull();
  }
  expect(await given.access.authenticate({})).toBeNull();
});

test("only a hash of a key is stored", async () => {
  const { key } = await givenKey();

  const { rows } = await given.db.query<{ row: string }>("select api_keys::text as row from api_keys");

  expect(rows).not.toEqual([]);
  expect(rows.map(({ row }) => row).join("\n")).not.toContain(key.slice(4));
});

test("a revoked key stops within two seconds, and a project cannot revoke another's", async () => {
  let nowMs = 0;
  const checkKey = createApiKeyCheck(given.db, () => nowMs);
  const { id, key } = await givenKey();
  expect(await checkKey(key)).toEqual({
    id,
    team_id: project_id,
    role: "admin",
    rate_limit: null,
    plan_rate_limit: null,
    lock: null,
  });
  expect(await revokeApiKey(given.db, newId(), id)).toBe(false);

  expect(await revokeApiKey(given.db, project_id, id)).toBe(true);

  nowMs = 2_000;
  expect(await checkKey(key)).toBeNull();
});

test("the keys of a deleted project are forgotten at once, also one that is just being looked up", async () => {
  let answering: Promise<unknown> = Promise.resolve();
  const slow: Queryable = {
    async query(text, values) {
      const answer = await given.db.query<never>(text, values);
      await answering;
      return answer;
    },
  };
  const checkKey = createApiKeyCheck(slow, () => 0);
  const { id, key } = await givenKey();
  const { key: seen } = await givenKey();
  await checkKey(seen);
  const { promise, resolve } = Promise.withResolvers<void>();
  answering = promise;
  const asked = checkKey(key);

  await given.db.query("delete from api_keys where team_id = $1", [project_id]);
  checkKey.forgetKeysOf(project_id);
  resolve();

  expect((await asked)?.id).toBe(id); // this query began before
  expect([await checkKey(key), await checkKey(seen)]).toEqual([null, null]);
});

test("a rolled key is valid until its end by the database's clock, and not two seconds longer", async () => {
  let nowMs = 0;
  const checkKey = createApiKeyCheck(given.db, () => nowMs);
  const { id, key } = await givenKey(new Date(Date.now() + 3_600_000).toISOString());
  expect((await checkKey(key))?.id).toBe(id);

  await given.db.query("update api_keys set expires_at = now() where id = $1", [id]);

  nowMs = 2_000;
  expect(await checkKey(key)).toBeNull();
});

test("the use of a key is recorded once a minute, and never waits for a change of the key", async () => {
  const { id, key } = await givenKey();
  const use = async () => {
    expect((await createApiKeyCheck(given.db)(key))?.id).toBe(id);
    const { rows } = await given.db.query<{ last_used_at: string | null }>(
      "select last_used_at from api_keys where id = $1",
      [id],
    );
    return rows[0]?.last_used_at ?? null;
  };

  const whileLocked = await given.db.transaction(async (tx) => {
    await tx.query("select from api_keys where id = $1 for update", [id]);
    return use();
  });
  const [first, second] = [await use(), await use()];
  await given.db.query("update api_keys set last_used_at = now() - interval '61 seconds' where id = $1", [
    id,
  ]);
  const third = await use();

  expect([whileLocked, first === null, second === first, (third ?? "") >= (first ?? "")]).toEqual([
    null,
    false,
    true,
    true,
  ]);
});

test("a key that was just seen is not looked up again", async () => {
  let questions = 0;
  const counted: Queryable = {
    query: (text, values) => {
      questions++;
      return given.db.query(text, values);
    },
  };
  const checkKey = createApiKeyCheck(counted, () => 0);
  const { key } = await givenKey();

  for (let time = 0; time < 5; time++) await checkKey(key);

  expect(questions).toBe(1);
});

test("calls with one key at once ask the database once, and so do those after a refusal", async () => {
  let questions = 0;
  const counted: Queryable = {
    query(text, values) {
      questions++;
      return given.db.query(text, values);
    },
  };
  const keyOf = createPublisherCheck(createApiKeyCheck(counted));
  const { key } = await givenKey();

  const answers = await Promise.all(Array.from({ length: 50 }, () => keyOf(`Bearer ${key}`)));
  expect([new Set(answers.map((answer) => answer?.project)), questions]).toEqual([new Set([project_id]), 1]);
  expect(await Promise.all([keyOf("Bearer phk_wrong"), keyOf("Bearer phk_wrong")])).toEqual([null, null]);
  expect(questions).toBe(2);
  expect(await keyOf("Bearer phk_wrong")).toBeNull();
  expect(await keyOf("nonsense")).toBeNull();
  expect(questions).toBe(3);
});

test("a session acts on the first project, or on the one that is named by either header", async () => {
  const other = await createProject(given.db, given.sealer, { organization_id, name: "Other" });
  const named = publicId("project", other);

  const callers = await Promise.all([
    given.access.authenticate({ cookie }),
    given.access.authenticate({ cookie, "x-project-id": named }),
    given.access.authenticate({ cookie, "x-team-id": named }),
  ]);

  expect(callers).toMatchObject([
    { kind: "session", project: { id: project_id }, role: "owner", user_id: expect.any(String) },
    { project: { id: other } },
    { project: { id: other } },
  ]);
});

test("a foreign project, an unknown one and nonsense cannot be told apart", async () => {
  const foreign = await createProject(given.db, given.sealer, { organization_id: newId(), name: "Theirs" });

  for (const named of [publicId("project", foreign), publicId("project", newId()), "tm_x", project_id]) {
    expect(await given.access.authenticate({ cookie, "x-project-id": named })).toBe("unknown_project");
    expect(await given.access.authenticate({ "x-project-id": named })).toBeNull();
  }
});

test("a changed role and a removal act on the next call", async () => {
  const own = await givenAccess();
  const session = { cookie: (await own.signUp()).cookie };
  for (const role of ROLES) {
    await own.db.query("update members set role = $1", [role]);
    expect(await own.access.authenticate(session)).toMatchObject({ role });
    expect(await own.access.sessionView(session)).toMatchObject({
      organizations: [{ role }],
      projects: [{ role }],
    });
  }

  await own.db.query("delete from members");

  expect(await own.access.authenticate(session)).toBe("unknown_project");
  expect(await own.access.sessionView(session)).toMatchObject({ organizations: [], projects: [] });
  await own.stop();
});

test("a session's cookie is no key", async () => {
  const [, signed = ""] = cookie.split("=");

  for (const value of [signed, decodeURIComponent(signed), decodeURIComponent(signed).split(".")[0] ?? ""]) {
    expect(await given.access.authenticate({ authorization: `Bearer ${value}` })).toBeNull();
    expect(await given.access.authenticate({ authorization: basic(`${value}:`) })).toBeNull();
    expect(await given.access.publisherOf(`Bearer ${value}`)).toBeNull();
  }
});

test("a token from the database, without the signature of the master key, opens nothing", async () => {
  const { rows } = await given.db.query<{ token: string }>("select token from sessions");
  const [name] = cookie.split("=");

  expect(await given.access.authenticate({ cookie: `${name}=${rows[0]?.token}` })).toBeNull();
  expect(await given.access.authenticate({ cookie: `${name}=${rows[0]?.token}.AAAA` })).toBeNull();
});
