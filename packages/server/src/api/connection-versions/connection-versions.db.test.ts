/**
 * Is every save of a connection a version with its author, and can one be brought back: completely, as a save like any other,
 * with nothing that nobody may see, and by nobody who may not edit?
 */
import type {
  ConnectionVersion,
  KeptPart,
  PartPlan,
  RestorePlan,
  VersionState,
} from "@posthorn/contract/connection-versions";
import { VERSIONS_PAGE } from "@posthorn/contract/connection-versions";
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstIdAt, newId } from "../../ids.ts";
import { issueApiKey } from "../../store/api-keys.ts";
import { createProject } from "../../store/new-project.ts";
import { createSealer } from "../../store/seal.ts";
import { MASTER_KEY } from "../../testing/given-access.ts";
import { type Answer, type GivenApi, givenApi } from "../../testing/given-api.ts";
import { browserOf, givenPerson } from "../../testing/given-person.ts";

const DAY_MS = 86_400_000;
const RETRY = { type: "retry", strategy: "linear", interval: 1000, count: 5, response_status_codes: null };
const FILTER = { type: "filter", body: { type: "invoice.paid" } };

let api: GivenApi;
let cookie: string;
let organization_id: string;
let team_id: string;
let project: string;
let key: string;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie } = await api.signUp());
  const { rows } = await api.db.query<{ id: string }>(
    "select id from organizations order by id desc limit 1",
  );
  const organization = rows[0]?.id ?? "";
  organization_id = publicId("organization", organization);
  const sealer = createSealer(MASTER_KEY);
  team_id = await createProject(api.db, sealer, { organization_id: organization, name: "Versions" });
  ({ key } = await issueApiKey(api.db, { team_id, name: "deploy", expires_at: null }));
  project = publicId("project", team_id);
});
afterAll(() => api.stop());

let made = 0;

/** Of a person, in the project of the test. Only the versions are no part of the public API. */
function asPerson(by: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { ...browserOf(by), "x-project-id": project };
  const place = path.includes("/versions") ? `//dashboard-api${path}` : path;
  return api.call(method, place, { key: null, headers, body });
}
const byKey = (method: string, path: string, body?: unknown) => api.call(method, path, { key, body });
const asAda = (method: string, path: string, body?: unknown) => asPerson(cookie, method, path, body);

async function done(answering: Promise<Answer>): Promise<Answer["body"]> {
  const { status, body } = await answering;
  expect([status, status === 200 || body]).toEqual([200, true]);
  return body;
}

interface Given {
  id: string;
  source: string;
  destination: string;
}

async function givenConnection(
  { config = {}, ...more }: { config?: object; [field: string]: unknown } = {},
  source: object = {},
): Promise<Given> {
  const name = `n-${++made}`;
  const body = await done(
    byKey("POST", "/connections", {
      name,
      source: { name, ...source },
      destination: { name, config: { url: "https://api.example.com/hooks?token=first", ...config } },
      ...more,
    }),
  );
  return { id: body.id, source: body.source.id, destination: body.destination.id };
}

async function versionsOf({ id }: Pick<Given, "id">): Promise<ConnectionVersion[]> {
  return (await done(asAda("GET", `/connections/${id}/versions`))).models;
}

/** The newest first, in short. */
const told = (versions: ConnectionVersion[]) =>
  versions.map(({ by, changes }) => [
    by?.name ?? null,
    changes.flatMap(({ part, action, fields }) =>
      action === "created" ? [`${part} created`] : fields.map((field) => `${part} ${field}`),
    ),
  ]);

const stateOf = ({ id }: Pick<Given, "id">, version: string): Promise<VersionState> =>
  done(asAda("GET", `/connections/${id}/versions/${version}`));
const planOf = ({ id }: Pick<Given, "id">, version: string): Promise<RestorePlan> =>
  done(asAda("GET", `/connections/${id}/versions/${version}/plan`));
const partOf = ({ parts }: RestorePlan, name: string): PartPlan => {
  const found = parts.find(({ part }) => part === name);
  if (!found) throw new Error(`The plan has no ${name}`);
  return found;
};

async function restore(
  { id }: Pick<Given, "id">,
  version: string,
  { parts, seen, by = cookie }: { parts?: string[]; seen?: RestorePlan["seen"]; by?: string } = {},
): Promise<Answer> {
  return asPerson(by, "POST", `/connections/${id}/versions/${version}/restore`, {
    parts: parts ?? ["connection", "source", "destination"],
    seen: seen ?? (await planOf({ id }, version)).seen,
  });
}

const urlOf = async ({ destination }: Given): Promise<string> =>
  (await done(byKey("GET", `/destinations/${destination}`))).config.url;

async function forget(kept: string): Promise<void> {
  await api.db.query("delete from audit_entries where id < $1", [kept]);
}

describe("every save is a version", () => {
  test("of rules, source and destination, with its author and what it changed, the newest first", async () => {
    const given = await givenConnection();
    await done(asAda("PUT", `/sources/${given.source}`, { description: "All of the shop" }));
    await done(asAda("PUT", `/connections/${given.id}/pause`));
    await done(byKey("PUT", `/destinations/${given.destination}`, { config: { rate_limit: 5 } }));
    await done(asAda("PUT", `/connections/${given.id}`, { rules: [RETRY] }));

    const versions = await versionsOf(given);

    expect(told(versions)).toEqual([
      ["Ada", ["connection rules.retry"]],
      ["deploy", ["destination config.rate_limit"]],
      ["Ada", ["source description"]],
      ["deploy", ["connection created"]],
    ]);
    expect(versions.map(({ by }) => by?.kind)).toEqual(["session", "api_key", "session", "api_key"]);
    expect(versions.map(({ before }) => before)).toEqual([...versions.slice(1).map(({ id }) => id), null]);
    const oldest = versions.at(-1)?.id ?? "";
    const before = await stateOf(given, oldest);
    expect(before.connection).not.toHaveProperty("rules.0");
    expect(before.source).not.toHaveProperty("description");
    expect(before.destination["config"]).toMatchObject({ rate_limit: null });
    expect(await stateOf(given, versions[0]?.id ?? "")).toEqual(await stateOf(given, "now"));
    expect((await stateOf(given, versions[1]?.id ?? "")).connection).toEqual(before.connection);
  });

  test("a call that saves several parts is one version", async () => {
    const given = await givenConnection();
    const { rows } = await api.db.query<{ name: string }>("select name from sources where id = $1", [
      internalId("source", given.source),
    ]);
    const name = rows[0]?.name;
    await done(
      byKey("PUT", "/connections", {
        name,
        source: { name, description: "new" },
        destination: { name, description: "new" },
        description: "new",
      }),
    );

    expect(told(await versionsOf(given))[0]).toEqual([
      "deploy",
      ["connection description", "destination description", "source description"],
    ]);
  });

  test("no secret and no query of a URL is in a version", async () => {
    const given = await givenConnection(
      { config: { auth_type: "BEARER_TOKEN", auth: { token: "hunter2" } } },
      { type: "STRIPE", config: { auth: { webhook_secret_key: "hunter3" } } },
    );
    await done(
      asAda("PUT", `/sources/${given.source}`, {
        type: "STRIPE",
        config: { auth: { webhook_secret_key: "hunter4" } },
      }),
    );
    const versions = await versionsOf(given);

    const all = await Promise.all(["now", ...versions.map(({ id }) => id)].map((id) => stateOf(given, id)));
    for (const { source, destination } of all) {
      expect([source["auth"], destination["auth"]]).toEqual(["secret", "secret"]);
      expect(destination["config"]).toMatchObject({ url: "https://api.example.com/hooks?…" });
    }
    const text = JSON.stringify([all, versions, await planOf(given, versions.at(-1)?.id ?? "")]);
    expect(text).not.toMatch(/hunter|first/);
  });

  test("rules and ids are as the API has them", async () => {
    const transformation = await done(byKey("POST", "/transformations", { name: `t-${++made}`, code: "1" }));
    const rules = [{ type: "transform", transformation_id: transformation.id }];
    const given = await givenConnection({ rules });

    const { connection } = await stateOf(given, "now");

    expect(connection).toMatchObject({
      source_id: given.source,
      destination_id: given.destination,
      rules,
    });
  });

  test("pages meet where a version ends", async () => {
    const given = await givenConnection();
    const rows = Array.from({ length: VERSIONS_PAGE + 10 }, (_, number) =>
      firstIdAt(Date.now() + number * 60_000),
    );
    await api.db.query(
      `insert into audit_entries (id, organization_id, team_id, subject_type, subject_id, action, fields, after, caller_kind)
       select id, $2, $3, 'connection', $4, 'edited', '[]', '{"rules": []}', 'product' from unnest($1::uuid[]) as entry (id)`,
      [rows, internalId("organization", organization_id), team_id, internalId("connection", given.id)],
    );

    const first = await done(asAda("GET", `/connections/${given.id}/versions`));
    const second = await done(asAda("GET", `/connections/${given.id}/versions?next=${first.next}`));

    expect(first.models.at(-1).before).toBe(second.models[0].id);
    const ids: string[] = [...first.models, ...second.models].map(({ id }) => id);
    expect(second.next).toBeNull();
    expect(new Set(ids).size).toBe(rows.length + 1);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect((await asAda("GET", `/connections/${given.id}/versions?next=web_1`)).status).toBe(422);
  });
});

const listed = ({ id }: Given) => done(asAda("GET", `/connections/${id}/versions`));

describe("how far back versions go", () => {
  test("to the beginning, if the making of the connection is in the log", async () => {
    const { begins, kept_days, models } = await listed(await givenConnection());
    expect([begins, kept_days, models.length]).toEqual(["created", 365, 1]);
  });

  test("a connection from before the log has what was before its first recorded save", async () => {
    const given = await givenConnection({ rules: [RETRY] });
    await forget(firstIdAt(Date.now() + 1000));
    // As when the clock of the database is ahead of that of the process: the source was still made before.
    await api.db.query("update audit_entries set id = $2 where subject_id = $1", [
      internalId("source", given.source),
      newId(),
    ]);
    expect(await listed(given)).toMatchObject({ begins: "unrecorded", models: [] });

    await done(asAda("PUT", `/connections/${given.id}`, { rules: [] }));
    await done(asAda("PUT", `/destinations/${given.destination}`, { config: { rate_limit: 5 } }));
    const { begins, models } = await listed(given);

    expect(begins).toBe("unrecorded");
    expect(models.map(({ id }: ConnectionVersion) => id === "earliest")).toEqual([false, false, true]);
    expect(models.at(-2).before).toBe("earliest");
    expect(models.at(-1)).toMatchObject({ created_at: null, by: null, changes: [] });
    expect(await stateOf(given, "earliest")).toMatchObject({
      connection: { rules: [{ type: "retry" }] },
      destination: { config: { rate_limit: null } },
    });
    await done(restore(given, "earliest"));
    expect((await done(byKey("GET", `/connections/${given.id}`))).rules).toMatchObject([RETRY]);
    const [newest] = await versionsOf(given);
    expect(newest?.restored).toEqual({ id: "earliest", created_at: null });
  });

  test("a connection that is older than the log says that the others are gone", async () => {
    const given = await givenConnection();
    const old = firstIdAt(Date.now() - 400 * DAY_MS);
    await api.db.query("delete from audit_entries where subject_id = $1", [
      internalId("connection", given.id),
    ]);
    await api.db.query("update connections set id = $2 where id = $1", [
      internalId("connection", given.id),
      old,
    ]);
    expect((await listed({ ...given, id: publicId("connection", old) })).begins).toBe("expired");
  });

  test("entries from before the log kept rows are no versions", async () => {
    const given = await givenConnection();
    await api.db.query("update audit_entries set after = null where subject_id = $1", [
      internalId("connection", given.id),
    ]);
    // As when the clock of the database is ahead of that of the process: the source was still made before.
    await api.db.query("update audit_entries set id = $2 where subject_id = $1", [
      internalId("source", given.source),
      newId(),
    ]);
    expect(await listed(given)).toMatchObject({ begins: "unrecorded", models: [] });
  });
});

/** Rules, source and destination are saved, each in another way than when the connection was made. */
async function givenSaved(): Promise<{ given: Given; first: string }> {
  const given = await givenConnection({ rules: [FILTER] }, { config: { allowed_http_methods: ["POST"] } });
  await done(asAda("PUT", `/connections/${given.id}`, { rules: [RETRY], description: "later" }));
  await done(
    asAda("PUT", `/sources/${given.source}`, {
      type: "WEBHOOK",
      config: { allowed_http_methods: ["PUT"], redaction: ["body.email"] },
    }),
  );
  await done(
    asAda("PUT", `/destinations/${given.destination}`, {
      config: { url: "https://api.example.com/other?token=second", delivery_timeout: 30 },
    }),
  );
  const versions = await versionsOf(given);
  return { given, first: versions.at(-1)?.id ?? "" };
}

describe("a restore", () => {
  test("brings rules, source and destination back, as one version with its author", async () => {
    const { given, first } = await givenSaved();
    const then = await stateOf(given, first);
    const versions = await versionsOf(given);

    const connection = await done(restore(given, first));

    expect(connection).toMatchObject({
      rules: [FILTER],
      description: null,
      source: { config: { allowed_http_methods: ["POST"] } },
    });
    expect(connection.source.config).not.toHaveProperty("redaction");
    expect(connection.destination.config).not.toHaveProperty("delivery_timeout");
    // The query is the present one: that of then is not kept.
    expect(await urlOf(given)).toBe("https://api.example.com/hooks?token=second");
    expect(await stateOf(given, "now")).toEqual(then);

    const now = await versionsOf(given);
    expect(now).toHaveLength(versions.length + 1);
    expect(now[0]).toMatchObject({ by: { kind: "session", name: "Ada" }, restored: { id: first } });
    expect(now[0]?.changes.map(({ part }) => part).toSorted()).toEqual([
      "connection",
      "destination",
      "source",
    ]);
    expect(now[0]?.restored?.created_at).toBe(versions.at(-1)?.created_at);
  });

  test("says before what will change, and what stays as it is now", async () => {
    const { given, first } = await givenSaved();
    const shared = await done(
      byKey("POST", "/connections", {
        source_id: given.source,
        destination: { name: `n-${++made}`, type: "MOCK_API" },
      }),
    );
    expect(shared.source.id).toBe(given.source);

    const plan = await planOf(given, first);

    expect(
      plan.parts.map(({ part, is_changed, shared_with, kept, obstacle }) => [
        part,
        is_changed,
        shared_with,
        kept,
        obstacle,
      ]),
    ).toEqual([
      ["connection", true, 0, [], null],
      ["source", true, 1, [], null],
      ["destination", true, 0, ["query"], null],
    ]);
    const source: { before: KeptPart; after: KeptPart } = partOf(plan, "source");
    expect(source.before["config"]).toMatchObject({ allowed_http_methods: ["PUT"] });
    expect(source.after["config"]).toMatchObject({ allowed_http_methods: ["POST"] });
    expect(JSON.stringify(plan)).not.toContain("token");
  });

  test("of one part leaves the others", async () => {
    const { given, first } = await givenSaved();

    await done(restore(given, first, { parts: ["connection"] }));

    const now = await stateOf(given, "now");
    expect(now.connection["rules"]).toMatchObject([FILTER]);
    expect(now.source["config"]).toMatchObject({ allowed_http_methods: ["PUT"] });
    expect(now.destination["config"]).toMatchObject({ delivery_timeout: 30 });
  });

  test("of what is so already saves nothing", async () => {
    const { given } = await givenSaved();
    const [newest, ...older] = await versionsOf(given);

    await done(restore(given, newest?.id ?? ""));

    expect(await versionsOf(given)).toHaveLength(older.length + 1);
    expect((await restore(given, newest?.id ?? "", { parts: [] })).status).toBe(422);
  });

  test("keeps the present secrets", async () => {
    const given = await givenConnection(
      { config: { auth_type: "BEARER_TOKEN", auth: { token: "first" } } },
      { type: "STRIPE", config: { auth: { webhook_secret_key: "first" } } },
    );
    await done(
      byKey("PUT", `/destinations/${given.destination}`, {
        config: { delivery_timeout: 30, auth_type: "BASIC_AUTH", auth: { username: "a", password: "b" } },
      }),
    );
    await done(
      byKey("PUT", `/sources/${given.source}`, {
        description: "new",
        type: "STRIPE",
        config: { auth: { webhook_secret_key: "second" } },
      }),
    );
    const first = (await versionsOf(given)).at(-1)?.id ?? "";
    const { parts } = await planOf(given, first);
    expect(parts.map(({ kept }) => kept)).toEqual([[], ["authentication"], ["authentication", "query"]]);

    await done(restore(given, first));

    const source = await done(byKey("GET", `/sources/${given.source}?include=config.auth`));
    const destination = await done(byKey("GET", `/destinations/${given.destination}?include=config.auth`));
    expect(source).toMatchObject({ description: null, config: { auth: { webhook_secret_key: "second" } } });
    expect(destination.config).toMatchObject({
      auth_type: "BASIC_AUTH",
      auth: { username: "a", password: "b" },
    });
    expect(destination.config).not.toHaveProperty("delivery_timeout");
  });

  test("is refused if somebody has saved the part meanwhile, and then changes nothing", async () => {
    const { given, first } = await givenSaved();
    const { seen } = await planOf(given, first);
    await done(byKey("PUT", `/destinations/${given.destination}`, { description: "meanwhile" }));
    const before = await stateOf(given, "now");

    const refused = await restore(given, first, { seen });

    expect([refused.status, refused.body.code]).toEqual([412, "CHANGED_MEANWHILE"]);
    expect(await stateOf(given, "now")).toEqual(before);
    const other = { ...seen, source: "1999-01-01T00:00:00.000Z", connection: "1999-01-01T00:00:00.000Z" };
    expect((await restore(given, first, { seen: other, parts: ["source"] })).status).toBe(412);
    expect((await restore(given, first, { seen: other, parts: ["connection"] })).status).toBe(412);
    for (const source of ["2026-02-30", "2026-02-30T00:00:00.000Z", "0000-01-01T00:00:00.000Z", "now"])
      expect((await restore(given, first, { seen: { ...seen, source } })).status).toBe(422);
  });

  test("of rules with a deleted transformation says so, and the other parts can be restored", async () => {
    const name = `t-${++made}`;
    const transformation = await done(byKey("POST", "/transformations", { name, code: "1" }));
    const given = await givenConnection({
      rules: [{ type: "transform", transformation_id: transformation.id }],
    });
    await done(asAda("PUT", `/connections/${given.id}`, { rules: [] }));
    await done(asAda("PUT", `/sources/${given.source}`, { description: "new" }));
    await done(byKey("DELETE", `/transformations/${transformation.id}`));
    const first = (await versionsOf(given)).at(-1)?.id ?? "";
    const text = `The rules of this version use the transformation "${name}", which is deleted. Make another in its place and set the rules by hand, or restore only the other parts.`;

    expect(partOf(await planOf(given, first), "connection")).toMatchObject({
      is_changed: true,
      obstacle: text,
    });
    const refused = await restore(given, first);
    expect([refused.status, refused.body.message]).toEqual([422, text]);
    await done(restore(given, first, { parts: ["source"] }));
    expect((await done(byKey("GET", `/sources/${given.source}`))).description).toBeNull();
  });

  test.each([
    ["source", "sources"],
    ["destination", "destinations"],
    ["connection", "connections"],
  ] as const)("is refused if the name of the %s is taken by now", async (part, path) => {
    const given = await givenConnection();
    const { name } = (await stateOf(given, "now"))[part];
    const id = part === "connection" ? given.id : given[part];
    await done(asAda("PUT", `/${path}/${id}`, { name: `n-${++made}` }));
    const other =
      part === "connection"
        ? { name, source_id: given.source, destination_id: given.destination }
        : { name, ...(part === "destination" && { type: "MOCK_API" }) };
    await done(byKey("POST", `/${path}`, other));
    const first = (await versionsOf(given)).at(-1)?.id ?? "";

    const refused = await restore(given, first);

    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Another ${part} is called "${String(name)}" now. Rename that one first, or restore only the other parts.`,
    ]);
  });

  test("checks an address like any save", async () => {
    const given = await givenConnection();
    const first = (await versionsOf(given))[0]?.id ?? "";
    await api.db.query(
      `update audit_entries set after = jsonb_set(after, '{config,url}', '"http://10.0.0.1/hook"') where subject_id = $1`,
      [internalId("destination", given.destination)],
    );
    await done(asAda("PUT", `/connections/${given.id}`, { description: "new" }));

    const refused = await restore(given, first);

    expect([refused.status, refused.body.message]).toEqual([422, "This address is not allowed"]);
  });

  test("of a disabled connection changes its settings, and not its state", async () => {
    const { given, first } = await givenSaved();
    await done(byKey("PUT", `/sources/${given.source}/disable`));
    const connection = await done(restore(given, first));
    expect(connection.rules).toMatchObject([FILTER]);
    expect([connection.disabled_at === null, connection.source.disabled_at === null]).toEqual([false, false]);
  });

  test("of a deleted connection says that it is deleted", async () => {
    const { given, first } = await givenSaved();
    const { seen } = await planOf(given, first);
    await done(byKey("DELETE", `/sources/${given.source}`));
    const answers = await Promise.all([
      asAda("GET", `/connections/${given.id}/versions`),
      asAda("GET", `/connections/${given.id}/versions/${first}`),
      asAda("GET", `/connections/${given.id}/versions/${first}/plan`),
      restore(given, first, { seen }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([410, 410, 410, 410]);
  });
});

describe("who sees and restores versions", () => {
  test("members do; viewers, API keys and people of other connections do not", async () => {
    const given = await givenConnection();
    await done(asAda("PUT", `/connections/${given.id}`, { rules: [RETRY] }));
    const first = (await versionsOf(given)).at(-1)?.id ?? "";
    const { seen } = await planOf(given, first);
    const admin = { cookie, organization_id };
    const grace = await givenPerson(api, admin, { email: "grace@example.com", role: "member" });
    const mary = await givenPerson(api, admin, { email: "mary@example.com", role: "viewer" });
    const paths = ["", `/${first}`, `/${first}/plan`].map((end) => `/connections/${given.id}/versions${end}`);

    for (const path of paths) {
      expect((await asPerson(mary.cookie, "GET", path)).status).toBe(403);
      expect((await asPerson(grace.cookie, "GET", path)).status).toBe(200);
      expect((await byKey("GET", `//dashboard-api${path}`)).status).toBe(403);
    }
    expect((await restore(given, first, { seen, by: mary.cookie })).status).toBe(403);
    expect((await restore(given, first, { seen, by: grace.cookie })).status).toBe(200);
    const [newest] = await versionsOf(given);
    expect(JSON.stringify(newest)).not.toContain("example.com");
  });

  test("a version of another connection is not found", async () => {
    const [given, other] = [await givenConnection(), await givenConnection()];
    const [version] = await versionsOf(other);
    for (const id of [version?.id ?? "", publicId("audit_entry", newId()), "nothing"]) {
      expect((await asAda("GET", `/connections/${given.id}/versions/${id}`)).status).toBe(404);
      expect((await asAda("GET", `/connections/${given.id}/versions/${id}/plan`)).status).toBe(404);
    }
    expect((await asAda("GET", `/connections/${given.id}/versions/now/plan`)).status).toBe(404);
  });
});
