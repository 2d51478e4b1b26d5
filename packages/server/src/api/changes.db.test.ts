/**
 * Is every change recorded, together with the change, and with nothing that is secret?
 *
 * The first table is made from the contract: each endpoint changes a project that has one of everything, and what changed
 * there must be what was recorded.
 */
import { CHANGE_SUBJECTS } from "@posthorn/contract/changes";
import { DESTINATION_AUTH_TYPES, type DestinationAuthType } from "@posthorn/contract/destination-auth";
import { internalId } from "@posthorn/contract/ids";
import { authSchemaOf } from "@posthorn/contract/source-auth";
import { SOURCE_TYPES } from "@posthorn/contract/source-types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { type AuditEntryRow, changesOf, type RecordedCaller } from "../store/audit-entries.ts";
import { issueCliKey } from "../store/cli-keys.ts";
import { createProject } from "../store/new-project.ts";
import { createSealer } from "../store/seal.ts";
import { endpointName, exampleCall } from "../testing/example-calls.ts";
import { givenApi, type Answer, type GivenApi } from "../testing/given-api.ts";
import { MASTER_KEY } from "../testing/given-access.ts";
import { givenTenant, type Tenant } from "../testing/given-tenant.ts";
import { PROVIDER_SAMPLES } from "../testing/provider-samples.ts";
import { ROUTES } from "../testing/route-table.ts";

let api: GivenApi;
let cookie: string;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie } = await api.signUp());
});
afterAll(() => api.stop());

type Recorded = Pick<AuditEntryRow, "action" | "subject_type" | "subject_name" | "fields">;

async function recordedIn(team_id: string): Promise<(Recorded & RecordedCaller & { subject_id: string })[]> {
  const { rows } = await api.db.query<Recorded & RecordedCaller & { subject_id: string }>(
    `select action, subject_type, subject_id, subject_name, fields, caller_kind as kind, user_id, api_key_id
     from audit_entries where team_id = $1 and subject_type = any ($2) order by id, subject_type`,
    [team_id, CHANGE_SUBJECTS],
  );
  return rows;
}

type Auths = Record<"auth" | "other", Record<string, string>>;
const withBoth = (authOf: (word: string) => Record<string, string>): Auths => ({
  auth: authOf("f1rst-s3cret"),
  other: authOf("0ther-s3cret"),
});
const account = (word: string) => JSON.stringify({ client_email: `${word}@x.test`, private_key: word });

/** Two secrets for each method that has one. */
const DESTINATIONS: Readonly<Record<Exclude<DestinationAuthType, "HOOKDECK_SIGNATURE">, Auths>> = {
  CUSTOM_SIGNATURE: withBoth((word) => ({ key: "x-own-signature", signing_secret: word })),
  BASIC_AUTH: withBoth((word) => ({ username: `user-${word}`, password: word })),
  API_KEY: withBoth((word) => ({ key: "x-own-key", api_key: word, to: "header" })),
  BEARER_TOKEN: withBoth((word) => ({ token: word })),
  OAUTH2_CLIENT_CREDENTIALS: withBoth((word) => ({
    auth_server: "https://auth.example.com/token",
    client_id: `client-${word}`,
    client_secret: word,
  })),
  OAUTH2_AUTHORIZATION_CODE: withBoth((word) => ({
    auth_server: "https://auth.example.com/token",
    client_id: `client-${word}`,
    client_secret: word,
    refresh_token: `refresh-${word}`,
  })),
  AWS_SIGNATURE: withBoth((word) => ({
    access_key_id: `id-${word}`,
    secret_access_key: word,
    region: "eu-west-1",
    service: "sqs",
  })),
  GCP_SERVICE_ACCOUNT: withBoth((word) => ({ service_account_key: account(word) })),
};

/** Makes a call, and returns what it has recorded, in a short form. */
async function recordedBy(method: string, path: string, body?: unknown): Promise<string[]> {
  await api.db.query("delete from audit_entries where team_id = $1", [api.team_id]);
  const answer = await api.call(method, path, { body });
  expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()]);
  return (await recordedIn(api.team_id)).map(shortForm).toSorted();
}

function shortForm({ action, subject_type, subject_name, fields }: Recorded): string {
  const values = fields.map(({ name, before, after }) =>
    before === undefined ? name : `${name} ${before} → ${after}`,
  );
  return [`${action} ${subject_type} ${subject_name}`, ...values].join(", ");
}

async function make(path: string, body: object): Promise<Answer["body"]> {
  const answer = await api.call("POST", path, { body });
  expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()]);
  return answer.body;
}

async function givenSource(name: string): Promise<string> {
  return internalId("source", (await make("/sources", { name })).id) ?? "";
}

describe("every endpoint", () => {
  const CHANGING = ROUTES.filter(({ endpoint, isCanonical }) => isCanonical && endpoint.method !== "GET");
  const VERSIONS = "{updated_at,edited_at,state_number,followed_number,cancels_before,rules_as_written}";

  /** What each row says, by its id. */
  async function rowsOf({ team_id }: Tenant): Promise<Map<string, string>> {
    const tables = CHANGE_SUBJECTS.map(
      (type) =>
        `select id, jsonb_strip_nulls(to_jsonb(subject) - $2::text[])::text as said from ${type}s as subject where team_id = $1`,
    );
    const { rows } = await api.db.query<{ id: string; said: string }>(tables.join(" union all "), [
      team_id,
      VERSIONS,
    ]);
    return new Map(rows.map(({ id, said }) => [id, said]));
  }

  test.each(CHANGING.map((route) => [route.name, route] as const))(
    "%s records what it changes, as its caller's",
    async (_name, { prefix, endpoint }) => {
      const project = { organization_id: newId(), name: "Project" };
      const tenant = await givenTenant(
        api.db,
        await createProject(api.db, createSealer(MASTER_KEY), project),
      );
      await api.db.query("delete from audit_entries where team_id = $1", [tenant.team_id]);
      const before = await rowsOf(tenant);

      const { url, body } = exampleCall(endpoint, tenant.ids);
      const { status } = await api.call(endpoint.method, `/${prefix}${url}`, { key: tenant.key, body });

      const changed = [...(await rowsOf(tenant))].filter(([id, said]) => before.get(id) !== said);
      const recorded = await recordedIn(tenant.team_id);
      if (status === 200) answered.add(endpointName(endpoint));
      if (changed.length > 0) changing.add(endpointName(endpoint));
      expect(new Set(recorded.map(({ subject_id }) => subject_id))).toEqual(
        new Set(changed.map(([id]) => id)),
      );
      for (const one of recorded)
        expect(one).toMatchObject({
          kind: "api_key",
          user_id: null,
          api_key_id: internalId("api_key", tenant.ids.api_key),
        });
    },
  );

  const answered = new Set<string>();
  const changing = new Set<string>();
  test("the table above has changed each kind of subject", () => {
    expect(answered.size).toBeGreaterThan(50);
    expect([...changing]).toEqual(
      expect.arrayContaining([
        "POST /sources",
        "PUT /sources/{id}/disable",
        "DELETE /destinations/{id}",
        "PUT /connections",
        "PUT /connections/{id}/pause",
        "POST /transformations",
        "DELETE /issue-triggers/{id}",
        "PUT /integrations/{id}/attach/{source_id}",
      ]),
    );
  });
});

test("each kind of caller is known", async () => {
  const session = await api.call("GET", "//dashboard-api/session", { key: null, headers: { cookie } });
  const { user, projects } = session.body;
  const team_id = internalId("project", projects[0].id) ?? "";
  const cli_id = newId();
  await api.db.query("insert into cli_clients (id, team_id, device_name) values ($1, $2, 'laptop')", [
    cli_id,
    team_id,
  ]);
  const cliKey = await issueCliKey(api.db, { user_id: user.id, api_key_id: null, team_id, cli_id });

  const origin = "http://127.0.0.1:4400";
  await api.call("POST", "/sources", { key: null, headers: { cookie, origin }, body: { name: "by-hand" } });
  await api.call("POST", "/sources", { key: cliKey, body: { name: "by-cli" } });

  expect(await recordedIn(team_id)).toMatchObject([
    { subject_name: "by-hand", kind: "session", user_id: user.id, api_key_id: null },
    { subject_name: "by-cli", kind: "cli_key", user_id: user.id, api_key_id: null },
  ]);
});

test("an edit says which fields it changed, and to what if that is short", async () => {
  const url = "https://api.example.com/orders";
  const connection = await make("/connections", {
    name: "orders",
    source: { name: "shop" },
    destination: { name: "orders-api", config: { url } },
    rules: [{ type: "retry", strategy: "linear", interval: 1000, count: 2 }],
  });
  const destination = `/destinations/${connection.destination.id}`;
  const rules = [
    { type: "filter", body: { paid: true } },
    { type: "retry", strategy: "linear", interval: 1000, count: 2 },
  ];

  expect(
    await recordedBy("PUT", destination, {
      config: { url: "https://new.example.com/orders", rate_limit: 10, rate_limit_period: "minute" },
    }),
  ).toEqual([
    `edited destination orders-api, config.rate_limit null → 10, config.rate_limit_period second → minute, config.url ${url} → https://new.example.com/orders`,
  ]);
  expect(await recordedBy("PUT", `/connections/${connection.id}`, { rules })).toEqual([
    "edited connection orders, rules.filter",
  ]);
  expect(await recordedBy("PUT", `/connections/${connection.id}`, { rules: rules.toReversed() })).toEqual([
    "edited connection orders, rules.order",
  ]);
  expect(await recordedBy("PUT", `/connections/${connection.id}`, { rules: [] })).toEqual([
    "edited connection orders, rules.filter, rules.retry",
  ]);
  expect(
    await recordedBy("PUT", `/sources/${connection.source.id}`, {
      name: "store",
      description: "The old one",
    }),
  ).toEqual(["edited source store, description, name shop → store"]);
});

test("what hangs on it changes with it", async () => {
  const { id, source } = await make("/connections", {
    source: { name: "till" },
    destination: { name: "books", config: { url: "https://api.example.com" } },
  });

  expect(await recordedBy("PUT", `/connections/${id}/pause`)).toEqual(["paused connection till → books"]);
  expect(await recordedBy("PUT", `/connections/${id}/pause`)).toEqual([]);
  expect(await recordedBy("PUT", `/connections/${id}/unpause`)).toEqual(["unpaused connection till → books"]);
  expect(await recordedBy("PUT", `/sources/${source.id}/disable`)).toEqual([
    "disabled connection till → books",
    "disabled source till",
  ]);
  expect(await recordedBy("PUT", `/connections/${id}/enable`)).toEqual([
    "enabled connection till → books",
    "enabled source till",
  ]);
  expect(await recordedBy("DELETE", `/sources/${source.id}`)).toEqual([
    "deleted connection till → books",
    "deleted source till",
  ]);
});

test("transformations and issue triggers are recorded, too", async () => {
  const transformation = await make("/transformations", { name: "tidy", code: "1", env: { TOKEN: "t0ken" } });
  const trigger = await make("/issue-triggers", {
    type: "backpressure",
    name: "slow",
    configs: { delay: 60_000 },
  });
  const ofTransformation = `/transformations/${transformation.id}`;
  const ofTrigger = `/issue-triggers/${trigger.id}`;

  // The editor sends everything with each save.
  expect(
    await recordedBy("PUT", ofTransformation, { name: "tidy", code: "2", env: { TOKEN: "t0ken" } }),
  ).toEqual(["edited transformation tidy, code"]);
  expect(await recordedBy("PUT", ofTransformation, { env: { TOKEN: "another" } })).toEqual([
    "edited transformation tidy, env",
  ]);
  expect(
    await recordedBy("PUT", "/transformations", { name: "tidy", code: "2", env: { TOKEN: "another" } }),
  ).toEqual([]);
  expect(
    await recordedBy("PUT", ofTrigger, { configs: { delay: 120_000 }, channels: { email: {} } }),
  ).toEqual(["edited issue_trigger slow, channels, configs.delay 60000 → 120000"]);
  expect(await recordedBy("PUT", `${ofTrigger}/disable`)).toEqual(["disabled issue_trigger slow"]);
  expect(await recordedBy("DELETE", ofTrigger)).toEqual(["deleted issue_trigger slow"]);
  expect(await recordedBy("DELETE", ofTransformation)).toEqual(["deleted transformation tidy"]);
});

describe("together with the change", () => {
  const caller: RecordedCaller = { kind: "session", user_id: newId(), api_key_id: null };
  const rename = "update sources set name = name || '-2', updated_at = now() where team_id = $1 and id = $2";

  test("a change that is rolled back leaves no record", async () => {
    const id = await givenSource("undone");
    const before = await recordedIn(api.team_id);

    const undone = changesOf(api.db, caller).transaction(async (tx) => {
      await tx.query(rename, [api.team_id, id]);
      const { rows } = await tx.query("select from audit_entries where team_id = $1 and subject_id = $2", [
        api.team_id,
        id,
      ]);
      throw new Error(`${rows.length} records`);
    });

    await expect(undone).rejects.toThrow("2 records"); // of its creation, and of this
    expect(await recordedIn(api.team_id)).toEqual(before);
  });

  test("an API call that is refused leaves none", async () => {
    await make("/connections", {
      name: "taken",
      source: { name: "full" },
      destination: { name: "far", config: { url: "https://api.example.com" } },
    });
    const before = await recordedIn(api.team_id);

    const { status } = await api.call("POST", "/connections", {
      body: {
        name: "taken",
        source: { name: "full", description: "edited" },
        destination: { name: "near", config: { url: "https://api.example.com" } },
      },
    });

    expect(status).toBe(409);
    expect(await recordedIn(api.team_id)).toEqual(before);
  });

  test("the caller of one transaction is not that of the next, and the product's own changes are no record", async () => {
    const id = await givenSource("own");
    await changesOf(api.db, caller).transaction((tx) => tx.query(rename, [api.team_id, id]));
    const before = await recordedIn(api.team_id);

    // As many as the pool has connections, so that one of them had the caller.
    for (let at = 0; at < 12; at++) await api.db.query(rename, [api.team_id, id]);

    expect(before.at(-1)).toMatchObject({ subject_name: "own-2", ...caller });
    expect(await recordedIn(api.team_id)).toEqual(before);
  });
});

async function recordsNo(secrets: readonly unknown[], what: string): Promise<void> {
  const { rows } = await api.db.query<{ text: string }>(
    // Without ids, in which any three letters may come by chance.
    `select (to_jsonb(audit_entries) - '{id,organization_id,team_id,subject_id,user_id,api_key_id}'::text[])::text as text
     from audit_entries where team_id = $1`,
    [api.team_id],
  );
  const text = rows.map((row) => row.text).join("\n");
  expect([what, text.length > 0]).toEqual([what, true]);
  for (const secret of secrets)
    expect([what, secret, text.includes(JSON.stringify(secret).slice(1, -1))]).toEqual([what, secret, false]);
}

describe("nothing that is secret", () => {
  const AUTHENTICATED = SOURCE_TYPES.filter(
    (type) => authSchemaOf(type) && PROVIDER_SAMPLES[type]?.otherAuth,
  );

  test("of a source of any type", async () => {
    expect(AUTHENTICATED.length).toBeGreaterThan(100);
    for (const type of AUTHENTICATED) {
      const { auth = {}, otherAuth } = PROVIDER_SAMPLES[type] ?? {};
      const { id } = await make("/sources", { name: `of-${type}`, type, config: { auth } });
      const path = `/sources/${id}`;

      const [same, other] = [
        await recordedBy("PUT", path, { type, config: { auth } }),
        await recordedBy("PUT", path, { type, config: { auth: otherAuth } }),
      ];

      expect([type, same, other]).toEqual([type, [], [`edited source of-${type}, auth`]]);
      await recordsNo(Object.values({ ...auth }), type);
      await recordsNo(Object.values({ ...otherAuth }), type);
    }
  });

  test.each(Object.entries(DESTINATIONS))("of a destination with %s", async (auth_type, { auth, other }) => {
    const url = "https://api.example.com/hooks?token=t0ken-in-the-query#and-more";
    const { id } = await make("/destinations", { name: auth_type, config: { url } });
    const path = `/destinations/${id}`;

    const recorded = [
      await recordedBy("PUT", path, { config: { auth_type, auth } }),
      await recordedBy("PUT", path, { config: { auth_type, auth } }),
      await recordedBy("PUT", path, { config: { auth_type, auth: other } }),
    ];
    expect(recorded).toEqual([
      [`edited destination ${auth_type}, auth, config.auth_type HOOKDECK_SIGNATURE → ${auth_type}`],
      [],
      [`edited destination ${auth_type}, auth`],
    ]);
    await recordsNo([...Object.values(auth), ...Object.values(other)], auth_type);

    await api.call("PUT", path, {
      body: { config: { url: "https://b.example.com/?token=t0ken-in-the-query" } },
    });
    await recordsNo(["t0ken-in-the-query", "and-more"], auth_type);
  });

  test("every method of destinations is among them", () => {
    expect(new Set([...Object.keys(DESTINATIONS), "HOOKDECK_SIGNATURE"])).toEqual(
      new Set(DESTINATION_AUTH_TYPES),
    );
  });
});
