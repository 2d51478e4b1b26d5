/** A CLI gets its key in every way that published clients use, and the key has the rights of its holder. */
import { internalId, publicId } from "@posthorn/contract/ids";
import { CLI_LOGINS_PER_ADDRESS_AND_HOUR, CLI_POLLS_PER_MINUTE } from "@posthorn/contract/limits";
import { NO_GUESTS } from "@posthorn/contract/cli-login-texts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { issueApiKey, revokeApiKey } from "../../store/api-keys.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import { OWNER } from "../../testing/given-access.ts";

let api: GivenApi;
let cookie: string;
let person: { user_id: string; project_id: string };
beforeAll(async () => {
  api = await givenApi();
  ({ cookie } = await api.signUp());
  const { rows } = await api.db.query<typeof person>(
    "select user_id, projects.id as project_id from projects join members using (organization_id)",
  );
  if (!rows[0]) throw new Error("nobody signed up");
  [person] = rows as [typeof person];
});
beforeEach(async () => {
  await api.db.query("delete from cli_logins");
  await api.setRole("owner");
});
afterAll(() => api.stop());

/** The messages that a person reads in the terminal. */
const CLI_LOGIN_NOT_VALID = {
  unknown:
    "This link is no longer valid. It may be incomplete, or too old. Run the login in your terminal again to get a new one.",
  expired:
    "This link is no longer valid. It has expired. Run the login in your terminal again to get a new one.",
  used: "This link is no longer valid. It was used already. Run the login in your terminal again to get a new one.",
  refused:
    "This link is no longer valid. The login was refused in the browser. Run the login in your terminal again to get a new one.",
};
const ORIGIN = "http://127.0.0.1:4400";
const dashboard = (method: string, path: string, options: { body?: unknown; headers?: object } = {}) =>
  api.call(method, `//dashboard-api${path}`, {
    key: null,
    ...options,
    headers: { cookie, origin: ORIGIN, ...options.headers },
  });

async function begin(device_name: string | undefined = "laptop", headers: Record<string, string> = {}) {
  const { status, body } = await api.call("POST", "/cli-auth", { key: null, body: { device_name }, headers });
  expect(status).toBe(200);
  const poll = new URL(body.poll_url);
  return {
    link: String(body.browser_url).slice(`${ORIGIN}/cli-auth/`.length),
    pollKey: poll.searchParams.get("key") ?? "",
    poll: () => api.call("GET", `/${poll.pathname}${poll.search}`, { key: null }),
    urls: body,
  };
}

const claim = (key: string) => dashboard("POST", "/cli-login", { body: { key } });
const refuse = (key: string) => dashboard("PUT", "/cli-login/refuse", { body: { key } });

/** The whole login, as a person does it. */
async function givenCliKey(device_name = "laptop"): Promise<{ key: string; client_id: string }> {
  const login = await begin(device_name);
  expect((await claim(login.link)).status).toBe(200);
  return (await login.poll()).body;
}

test("a login gives the CLI a key once a person has claimed it, and only once", async () => {
  const login = await begin("  Ada's laptop\n");

  const shown = await dashboard("GET", `/cli-login?key=${login.link}`);
  const before = await login.poll();
  const claimed = await claim(login.link);
  const collected = await login.poll();
  const again = await login.poll();

  expect([before.status, before.body]).toEqual([200, { claimed: false }]);
  expect(shown.body).toEqual({
    device_name: "Ada's laptop",
    address: "127.0.0.1",
    begun_at: expect.stringMatching(/Z$/),
    is_claimed: false,
    is_from_here: true,
  });
  expect([claimed.status, claimed.body]).toEqual([200, { claimed: true }]);
  expect(collected.body).toEqual({
    claimed: true,
    key: expect.stringMatching(/^phc_[\w-]{32}$/),
    client_id: expect.stringMatching(/^cli_/),
    user_id: person.user_id,
    user_name: "Ada",
    user_email: OWNER.email,
    user_is_guest: false,
    organization_id: expect.stringMatching(/^org_/),
    organization_name: "Engines",
    team_id: publicId("project", person.project_id),
    team_name: "[Engines] Default project",
    team_name_no_org: "Default project",
    team_mode: "inbound",
    team_type: "event_gateway",
    team_product: "event_gateway",
  });
  expect([again.status, again.body]).toEqual([
    410,
    { code: "LINK_NOT_VALID", status: 410, message: CLI_LOGIN_NOT_VALID.used, data: { reason: "used" } },
  ]);
});

test("the addresses are the public ones, and what is in the one is of no use in the other", async () => {
  const login = await begin();

  expect(login.urls).toEqual({
    browser_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4400\/cli-auth\/[\w-]{32}$/),
    poll_url: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:4400\/2025-07-01\/cli-auth\/poll\?key=[\w-]{32}$/,
    ),
  });
  const swapped = await api.call("GET", `/cli-auth/poll?key=${login.link}`, { key: null });
  expect([swapped.status, swapped.body.data]).toEqual([410, { reason: "unknown" }]);
  expect((await claim(login.pollKey)).body.data).toEqual({ reason: "unknown" });
});

test("secrets are kept as hashes only, and are in no log", async () => {
  const login = await begin();
  await claim(login.link);
  const { key } = (await login.poll()).body;

  const { rows } = await api.db.query<{ text: string }>(
    "select row_to_json(cli_logins)::text as text from cli_logins union all select row_to_json(cli_keys)::text from cli_keys",
  );
  const kept = [...rows.map(({ text }) => text), ...api.logged].join("\n");
  expect(rows.length).toBeGreaterThanOrEqual(2);
  for (const secret of [login.link, login.pollKey, key]) expect(kept).not.toContain(secret);
});

test("a login expires, by the database's clock", async () => {
  const [untouched, claimed] = [await begin(), await begin()];
  await claim(claimed.link);
  await api.db.query("update cli_logins set begun_at = now() - interval '10 minutes 1 second'");

  for (const answer of [await untouched.poll(), await claimed.poll(), await claim(untouched.link)]) {
    expect([answer.status, answer.body.message]).toEqual([410, CLI_LOGIN_NOT_VALID.expired]);
  }
  await api.db.query("update cli_logins set begun_at = now() - interval '9 minutes 30 seconds'");
  expect((await claimed.poll()).body.claimed).toBe(true);
});

test("whoever claimed a login may open its link again; nobody else may", async () => {
  const login = await begin();
  const other = newId();
  await api.db.query("insert into users (id, name, email, email_verified) values ($1, 'Bob', $2, true)", [
    other,
    `${other}@example.com`,
  ]);

  expect((await claim(login.link)).status).toBe(200);
  expect((await claim(login.link)).status).toBe(200);
  expect((await dashboard("GET", `/cli-login?key=${login.link}`)).body.is_claimed).toBe(true);
  await api.db.query("update cli_logins set claimed_by = $1", [other]);

  for (const answer of [await claim(login.link), await dashboard("GET", `/cli-login?key=${login.link}`)]) {
    expect([answer.status, answer.body.message]).toEqual([410, CLI_LOGIN_NOT_VALID.used]);
  }
  expect((await claim("nonsense")).body.message).toBe(CLI_LOGIN_NOT_VALID.unknown);
});

test("a refused login gives a key to nobody, and the CLI learns why", async () => {
  const login = await begin();

  const refused = await refuse(login.link);
  const again = await refuse(login.link);

  for (const { status, body } of [refused, again]) expect([status, body]).toEqual([200, { refused: true }]);
  for (const answer of [
    await login.poll(),
    await claim(login.link),
    await dashboard("GET", `/cli-login?key=${login.link}`),
  ]) {
    expect([answer.status, answer.body.message]).toEqual([410, CLI_LOGIN_NOT_VALID.refused]);
    expect(answer.body.data).toEqual({ reason: "refused" });
  }
});

test("what was claimed, has expired or never was cannot be refused", async () => {
  const [claimed, expired] = [await begin(), await begin()];
  await claim(claimed.link);

  expect((await refuse(claimed.link)).body.message).toBe(CLI_LOGIN_NOT_VALID.used);
  expect((await claimed.poll()).body.claimed).toBe(true);
  await api.db.query("update cli_logins set begun_at = now() - interval '10 minutes 1 second'");
  expect((await refuse(expired.link)).body.message).toBe(CLI_LOGIN_NOT_VALID.expired);
  expect((await refuse("nonsense")).body.message).toBe(CLI_LOGIN_NOT_VALID.unknown);
});

test.each([
  ["claims", "POST", "/cli-login"],
  ["refuses", "PUT", "/cli-login/refuse"],
])("only a person with a session %s a login, from our own pages", async (_, method, path) => {
  const login = await begin();
  const { key } = await givenCliKey();
  const body = { key: login.link };

  expect((await api.call(method, `//dashboard-api${path}`, { key: null, body })).status).toBe(401);
  expect((await api.call(method, `//dashboard-api${path}`, { body })).status).toBe(403);
  expect((await api.call(method, `//dashboard-api${path}`, { key, body })).status).toBe(403);
  const foreign = await dashboard(method, path, { body, headers: { origin: "https://evil.test" } });
  expect([foreign.status, foreign.body.message]).toEqual([403, "Request origin not allowed"]);
  expect((await login.poll()).body).toEqual({ claimed: false });
});

test("a page of another origin begins no login in its visitor's name, and polls none", async () => {
  const { pollKey } = await begin();

  for (const origin of ["https://evil.test", "http://127.0.0.1:4401", "null"]) {
    for (const [method, path] of [
      ["POST", "/cli-auth"],
      ["GET", `/cli-auth/poll?key=${pollKey}`],
    ] as const) {
      const options = { key: null, headers: { origin }, ...(method === "POST" && { body: {} }) };
      const { status, body } = await api.call(method, path, options);
      expect([status, body.code]).toEqual([403, "ORIGIN_NOT_ALLOWED"]);
    }
  }
  const { rows } = await api.db.query("select id from cli_logins");
  expect(rows).toHaveLength(1);
});

test("a CLI at another address than the browser is told apart", async () => {
  const elsewhere = await begin("attacker", { "x-forwarded-for": "203.0.113.9" });
  const ownMachine = await begin("laptop", { "x-forwarded-for": "::1" });
  const headers = { "x-forwarded-for": "127.0.0.1" };

  const [far, near] = await Promise.all(
    [elsewhere, ownMachine].map(({ link }) => dashboard("GET", `/cli-login?key=${link}`, { headers })),
  );

  expect(far?.body).toMatchObject({ address: "203.0.113.9", is_from_here: false });
  expect(near?.body).toMatchObject({ address: "::1", is_from_here: true });
});

test("one address begins so many logins in an hour, and others are not held up by it", async () => {
  const from = (address: string) =>
    api.call("POST", "/cli-auth", { key: null, body: {}, headers: { "x-forwarded-for": address } });
  for (let count = 0; count < CLI_LOGINS_PER_ADDRESS_AND_HOUR; count += 1) {
    expect((await from(`2001:db8::${count.toString(16)}`)).status).toBe(200);
  }

  const tooMany = await from("2001:db8::ffff");
  expect([tooMany.status, tooMany.body.message]).toEqual([429, "Too many requests"]);
  expect(Number(tooMany.headers.get("retry-after"))).toBeGreaterThan(3_000);
  expect((await from("2001:db8:0:1::1")).status).toBe(200);
  await api.db.query("update cli_logins set begun_at = now() - interval '61 minutes'");
  expect((await from("2001:db8::ffff")).status).toBe(200);
  const { rows } = await api.db.query<{ count: number }>("select count(*) from cli_logins");
  expect(rows[0]?.count).toBeLessThan(CLI_LOGINS_PER_ADDRESS_AND_HOUR);
});

test("who asks absurdly often is told to wait", async () => {
  const { pollKey } = await begin();
  const answers = await Promise.all(
    Array.from({ length: CLI_POLLS_PER_MINUTE + 1 }, () =>
      api.call("GET", `/cli-auth/poll?key=${pollKey}`, { key: null }),
    ),
  );

  const tooMany = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(CLI_POLLS_PER_MINUTE);
  expect(tooMany.map(({ body }) => body.message)).toEqual(["Too many requests"]);
  expect(Number(tooMany[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("a person's key does what their role may, from the next call on", async () => {
  const { key } = await givenCliKey();
  const create = () => api.call("POST", "/sources", { key, body: { name: `s-${newId()}` } });

  expect((await create()).status).toBe(200);
  await api.setRole("viewer");
  expect((await create()).body.message).toBe("You currently don't have permission to perform this action.");
  expect((await api.call("GET", "/sources", { key })).status).toBe(200);

  await api.db.query("update members set user_id = $1 where user_id = $2", [
    await givenUser(),
    person.user_id,
  ]);
  const removed = await api.call("GET", "/sources", { key });
  await api.db.query("update members set user_id = $1", [person.user_id]);
  expect([removed.status, removed.body.message]).toEqual([401, "Invalid or missing API key"]);
});

async function givenUser(): Promise<string> {
  const id = newId();
  await api.db.query("insert into users (id, name, email, email_verified) values ($1, 'Eve', $2, true)", [
    id,
    `${id}@example.com`,
  ]);
  return id;
}

async function givenProject(): Promise<string> {
  const { rows } = await api.db.query<{ id: string }>(
    `insert into projects (id, organization_id, name, signing_secret)
     select $1, organization_id, 'Second', signing_secret from projects where id = $2 returning id`,
    [newId(), person.project_id],
  );
  return rows[0]?.id ?? "";
}

test("a person's key acts on the project that the headers name, by default on the one it was claimed for", async () => {
  const second = await givenProject();
  const id = publicId("project", second);
  const login = await begin();
  await dashboard("POST", "/cli-login", { body: { key: login.link }, headers: { "x-project-id": id } });
  const { key, team_id } = (await login.poll()).body;
  const seenBy = async (headers: Record<string, string>) =>
    (await api.call("GET", "/cli-auth/validate", { key, headers })).body.team_id;

  expect(team_id).toBe(id);
  expect(await seenBy({})).toBe(id);
  const first = publicId("project", person.project_id);
  for (const name of ["X-Team-ID", "x-project-id", "X-PROJECT-ID"])
    expect(await seenBy({ [name]: first })).toBe(first);
  for (const named of [publicId("project", api.team_id), publicId("project", newId()), "tm_nothing"]) {
    expect((await api.call("GET", "/sources", { key, headers: { "x-team-id": named } })).status).toBe(404);
  }

  // A person who loses the key's project keeps their other projects.
  await api.db.query("update projects set organization_id = $2 where id = $1", [second, newId()]);
  expect(await seenBy({})).toBe(first);
});

test("an API key is exchanged for a CLI key of its project, which ends with it", async () => {
  const { id, key: apiKey } = await issueApiKey(api.db, {
    team_id: api.team_id,
    name: "CI",
    expires_at: null,
  });

  const { status, body } = await api.call("POST", "/cli-auth/ci", {
    key: apiKey,
    body: { device_name: "runner" },
  });

  expect([status, body]).toEqual([
    200,
    {
      key: expect.stringMatching(/^phc_[\w-]{32}$/),
      client_id: expect.stringMatching(/^cli_/),
      user_id: null,
      user_name: null,
      user_email: null,
      user_is_guest: false,
      organization_id: expect.stringMatching(/^org_/),
      organization_name: null,
      team_id: publicId("project", api.team_id),
      team_name: "Engines",
      team_name_no_org: "Engines",
      team_mode: "inbound",
      team_type: "event_gateway",
      team_product: "event_gateway",
    },
  ]);
  const { key, ...holder } = body;
  expect((await api.call("GET", "/cli-auth/validate", { key })).body).toEqual(holder);
  expect((await api.call("POST", "/sources", { key, body: { name: "by-cli" } })).status).toBe(200);
  const elsewhere = { "x-team-id": publicId("project", api.other.team_id) };
  expect((await api.call("GET", "/sources", { key, headers: elsewhere })).status).toBe(404);

  await api.db.query("update api_keys set expires_at = now() where id = $1", [id]);
  expect((await api.call("GET", "/sources", { key })).status).toBe(401);
  await api.db.query("update api_keys set expires_at = null where id = $1", [id]);
  expect((await api.call("GET", "/sources", { key })).status).toBe(200);
  await revokeApiKey(api.db, api.team_id, id);
  expect((await api.call("GET", "/sources", { key })).status).toBe(401);
});

test("a person's key is exchanged for another of the same person", async () => {
  const { key } = await givenCliKey();

  const { body } = await api.call("POST", "/cli-auth/ci", { key, body: { device_name: "runner" } });

  expect(body).toMatchObject({ user_id: person.user_id, team_id: publicId("project", person.project_id) });
  expect(body.key).not.toBe(key);
  const headers = { cookie, origin: ORIGIN };
  const bySession = await api.call("POST", "/cli-auth/ci", { key: null, body: {}, headers });
  expect(bySession.status).toBe(403);
});

test("validate tells whose key it is, and 401 for nobody's", async () => {
  const { key, client_id } = await givenCliKey("whose");
  const byApiKey = await api.call("GET", "/cli-auth/validate");
  const basic = `Basic ${Buffer.from(`${key}:`).toString("base64")}`;

  expect(byApiKey.body).toMatchObject({ user_id: null, client_id: null, team_name_no_org: "Engines" });
  expect(
    (await api.call("GET", "/cli-auth/validate", { key: null, headers: { authorization: basic } })).body,
  ).toMatchObject({ user_name: "Ada", client_id });
  for (const wrong of [null, "phc_wrong", "phk_wrong"]) {
    const answer = await api.call("GET", "/cli-auth/validate", { key: wrong });
    expect([answer.status, answer.body.message]).toEqual([401, "Invalid or missing API key"]);
  }
});

test("a client in which a person types a CLI key learns what it is", async () => {
  const { key, client_id } = await givenCliKey("typed");

  const { body } = await api.call("GET", `/cli-auth/poll?key=${key}`, { key: null });
  const unknown = await api.call("GET", "/cli-auth/poll?key=phc_wrong", { key: null });
  const apiKey = await api.call("GET", `/cli-auth/poll?key=${api.key}`, { key: null });

  expect(body).toMatchObject({ claimed: true, key, client_id, user_name: "Ada" });
  expect([unknown.status, apiKey.status]).toEqual([410, 410]);
});

test("a machine is renamed by its own person or an admin; one of that name is the same machine", async () => {
  const { key, client_id } = await givenCliKey("old-name");
  const known = await givenCliKey("known");
  const rename = (id: string, device_name: unknown, as = key) =>
    api.call("PUT", `/cli/${id}`, { key: as, body: { device_name } });

  expect((await rename(client_id, "host\n")).body).toEqual({
    id: client_id,
    team_id: publicId("project", person.project_id),
    device_name: "host",
  });
  expect((await rename(client_id, "known")).body.id).toBe(known.client_id);
  expect((await api.call("GET", "/cli-auth/validate", { key })).body.client_id).toBe(known.client_id);
  for (const id of [publicId("cli_client", newId()), "cli_nothing"]) {
    expect((await rename(id, "x")).body).toMatchObject({ status: 404, data: { id } });
  }
  expect((await rename(client_id, "stolen", api.key)).status).toBe(404);
  await api.db.query("update cli_clients set user_id = $2 where id = $1", [
    internalId("cli_client", client_id),
    newId(),
  ]);
  expect((await rename(client_id, "by-an-owner")).status).toBe(200);
  await api.setRole("member");
  expect((await rename(client_id, "by-a-member")).status).toBe(404);
  expect((await rename(client_id, 7)).body.data).toEqual(["device_name must be of type string"]);
});

test("a key that nobody used for three months has ended, and each use keeps it alive", async () => {
  const { key } = await givenCliKey();
  const used = (ago: string) =>
    api.db.query("update cli_keys set last_used_at = now() - $1::interval", [ago]);

  await used("89 days");
  expect((await api.call("GET", "/sources", { key })).status).toBe(200);
  const { rows } = await api.db.query<{ fresh: boolean }>(
    "select bool_or(last_used_at > now() - interval '1 minute') as fresh from cli_keys",
  );
  expect(rows[0]?.fresh).toBe(true);
  await used("90 days 1 minute");
  expect((await api.call("GET", "/sources", { key })).status).toBe(401);
});

test("of too many keys of one holder those go that were not used for longest", async () => {
  const { id, key: apiKey } = await issueApiKey(api.db, {
    team_id: api.team_id,
    name: "CI",
    expires_at: null,
  });
  const exchange = async () => (await api.call("POST", "/cli-auth/ci", { key: apiKey, body: {} })).body;
  const { key: oldest } = await exchange();
  const { key: kept } = await exchange();
  await api.db.query(
    `insert into cli_keys (id, hash, api_key_id, team_id, cli_id, last_used_at)
     select gen_random_uuid(), sha256(number::text::bytea), api_key_id, team_id, cli_id, now() - interval '1 hour'
     from generate_series(1, 197) as number, (select * from cli_keys where api_key_id = $1 limit 1) as one`,
    [id],
  );
  await api.db.query(
    "update cli_keys set last_used_at = now() - interval '2 hours' where hash = sha256($1)",
    [Buffer.from(oldest)],
  );
  const statuses = async () =>
    Promise.all([oldest, kept].map(async (key) => (await api.call("GET", "/sources", { key })).status));

  await exchange();
  expect(await statuses()).toEqual([200, 200]);
  await exchange();
  expect(await statuses()).toEqual([401, 200]);
});

test("guests are refused with a sentence that says what to do instead", async () => {
  const { status, body } = await api.call("POST", "/cli/guest", {
    key: null,
    body: { device_name: "laptop", link_context: "signup" },
  });

  expect([status, body]).toEqual([403, { code: "FORBIDDEN", status: 403, message: NO_GUESTS }]);
});

test.each([
  [{}, "unknown device"],
  [{ device_name: " \n" }, "unknown device"],
  [{ device_name: "a\u0000b" }, "ab"],
  [{ device_name: "x".repeat(500) }, "x".repeat(155)],
])("the device of %j is taken all the same", async (body, device_name) => {
  const { body: urls } = await api.call("POST", "/cli-auth", { key: null, body });

  const link = String(urls.browser_url).split("/").at(-1);
  expect((await dashboard("GET", `/cli-login?key=${link}`)).body).toMatchObject({ device_name });
});
