/** Who may choose where the entries of an audit log go, what does the log say of it, and which secrets leave? */
import { HEADERS_FOR_URL, NO_AUDIT_PUSH, NO_RUNNING_AUDIT_PUSH } from "@posthorn/contract/audit-push-texts";
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { auditPushPlace } from "../../store/audit-pushes.ts";
import { createProject } from "../../store/new-project.ts";
import { createSealer } from "../../store/seal.ts";
import { MASTER_KEY } from "../../testing/given-access.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import { callAs, givenPerson } from "../../testing/given-person.ts";

const sealer = createSealer(MASTER_KEY);
const URL_WITH_TOKEN = "https://logs.example.com/otlp?token=t0ken";
const OTLP = { type: "otlp", url: URL_WITH_TOKEN, headers: { authorization: "Bearer s3cret" } } as const;

let api: GivenApi;
let cookie: string;
let organization: string;
let source: string;
beforeAll(async () => {
  api = await givenApi();
  ({ cookie } = await api.signUp());
  const { rows } = await api.db.query<{ id: string }>("select id from organizations order by id");
  organization = publicId("organization", rows[0]?.id ?? "");
  source = publicId("source", await givenSource(rows[0]?.id ?? "", "Engines", "audit"));
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.db.query("delete from audit_pushes");
  await api.db.query("delete from audit_entries");
});

async function givenSource(organization_id: string, project: string, name: string): Promise<string> {
  const team_id = await createProject(api.db, sealer, { organization_id, name: project });
  const id = newId();
  await api.db.query(
    `insert into sources (id, team_id, name, type, config) values ($1, $2, $3, 'WEBHOOK', '{"allowed_http_methods":["POST"]}')`,
    [id, team_id, name],
  );
  return id;
}

const ask = (method: string, path = "", body?: unknown, by = cookie) =>
  callAs(api, by, method, `/organizations/${organization}/audit-push${path}`, body);

const save = (body: unknown) => ask("PUT", "", body);

const offered = async (search: string) =>
  (await ask("GET", `/sources?search=${encodeURIComponent(search)}`)).body.models.map(
    (one: { name: string; project: { name: string } }) => `${one.project.name}: ${one.name}`,
  );

async function recorded() {
  const { rows } = await api.db.query<{ action: string; before: object; after: object; fields: object[] }>(
    "select * from audit_entries where subject_type = 'audit_push' order by id",
  );
  return rows;
}

async function storedReceiver(): Promise<unknown> {
  const { rows } = await api.db.query<{ configs: Buffer; organization_id: string }>(
    "select configs, organization_id from audit_pushes",
  );
  const [row] = rows;
  return (
    row && JSON.parse(sealer.open(row.configs, "audit_pushes.configs", auditPushPlace(row.organization_id)))
  );
}

test("entries go into a source of any project of the organization, and the entry about that is the first", async () => {
  expect((await ask("GET")).body).toEqual({ audit_push: null });

  const saved = await save({ type: "source", source_id: source });

  expect(saved.body).toEqual({
    audit_push: {
      target: {
        type: "source",
        source: {
          id: source,
          name: "audit",
          project: { id: expect.stringMatching(/^tm_/), name: "Engines" },
        },
      },
      is_paused: false,
      waiting: 1,
      oldest_at: expect.stringMatching(/Z$/),
      pushed_at: null,
      error: null,
      failed_at: null,
      next_push_at: null,
      lost: 0,
      refused: 0,
    },
  });
  const [entry] = await recorded();
  expect(entry).toMatchObject({
    action: "created",
    subject_name: "audit",
    organization_id: internalId("organization", organization),
    after: { source_id: internalId("source", source), is_paused: false },
  });
  expect((await ask("GET")).body).toEqual(saved.body);
});

test("a source of another organization cannot be chosen, and neither can one that is gone", async () => {
  const foreign = publicId("source", await givenSource(newId(), "Foreign", "audit"));
  expect((await save({ type: "source", source_id: foreign })).status).toBe(404);

  const gone = await givenSource(internalId("organization", organization) ?? "", "Old", "gone");
  await api.db.query("update sources set deleted_at = now() where id = $1", [gone]);
  expect((await save({ type: "source", source_id: publicId("source", gone) })).status).toBe(404);
  expect((await ask("GET")).body).toEqual({ audit_push: null });
});

test("headers and the query of a URL are sealed, never shown, and 'secret' in the log", async () => {
  const saved = await save(OTLP);

  expect(saved.body.audit_push.target).toEqual({
    type: "otlp",
    url: "https://logs.example.com/otlp?…",
    header_names: ["authorization"],
  });
  expect(await storedReceiver()).toEqual({ url: OTLP.url, headers: OTLP.headers });
  await save({ ...OTLP, headers: { authorization: "Bearer 0ther" } });
  await save({ ...OTLP, headers: null }); // changes nothing
  await ask("DELETE");

  const entries = await recorded();
  expect(entries.map(({ action, before, after, fields }) => ({ action, before, after, fields }))).toEqual([
    {
      action: "created",
      before: null,
      after: { address: "https://logs.example.com/otlp?…", configs: "secret", is_paused: false },
      fields: [],
    },
    {
      action: "edited",
      before: expect.objectContaining({ configs: "secret" }),
      after: expect.objectContaining({ configs: "secret, changed" }),
      fields: [{ name: "configs" }],
    },
    { action: "deleted", before: expect.objectContaining({ configs: "secret" }), after: null, fields: [] },
  ]);
  const { rows } = await api.db.query("select * from audit_entries");
  for (const secret of ["s3cret", "0ther", "t0ken", "\\\\x"])
    expect(JSON.stringify(rows)).not.toContain(secret);
});

test("stored headers go to the URL that they were given for, and to no other", async () => {
  await save(OTLP);
  await save({ ...OTLP, headers: null });
  expect(await storedReceiver()).toMatchObject({ headers: OTLP.headers });

  const elsewhere = { ...OTLP, url: "https://evil.example.com/otlp?token=t0ken", headers: null };
  const refused = await save(elsewhere);

  expect([refused.status, refused.body.data]).toEqual([422, [HEADERS_FOR_URL]]);
  expect(await storedReceiver()).toMatchObject({ url: OTLP.url });
  expect((await save({ ...elsewhere, headers: {} })).status).toBe(200);
  expect(await storedReceiver()).toEqual({ url: elsewhere.url, headers: {} });
});

test("the URL as it is shown stands for the stored one, with its query", async () => {
  const { body } = await save(OTLP);
  const shown = body.audit_push.target.url;

  await save({ type: "otlp", url: shown, headers: { "x-other": "1" } });
  await save({ type: "otlp", url: shown, headers: null });

  expect(await storedReceiver()).toEqual({ url: OTLP.url, headers: { "x-other": "1" } });
});

test.each([
  ["an address of the operator's network", { ...OTLP, url: "http://169.254.169.254/otlp" }],
  ["a private address", { ...OTLP, url: "http://[fd00::1]:4318" }],
  ["another scheme", { ...OTLP, url: "ftp://logs.example.com" }],
  ["a password in the URL", { ...OTLP, url: "https://ada:pw@logs.example.com" }],
  ["a header of the request itself", { ...OTLP, headers: { "content-length": "1" } }],
  ["a header with a line break", { ...OTLP, headers: { "x-a": "1\r\nx-b: 2" } }],
  ["a place that is no place", { type: "file", path: "/tmp/log" }],
])("%s is refused", async (_, body) => {
  expect((await save(body)).status).toBe(422);
  expect((await ask("GET")).body).toEqual({ audit_push: null });
});

test("is paused, tested and removed, which the log says", async () => {
  expect((await ask("PUT", "/pause", { is_paused: true })).body.data).toEqual([NO_AUDIT_PUSH]);
  expect((await ask("POST", "/test")).body.data).toEqual([NO_RUNNING_AUDIT_PUSH]);
  await save({ type: "source", source_id: source });

  expect((await ask("POST", "/test")).body.audit_push).toMatchObject({ waiting: 2 });
  expect((await ask("PUT", "/pause", { is_paused: true })).body.audit_push).toMatchObject({
    is_paused: true,
    waiting: 3,
  });
  expect((await ask("POST", "/test")).body.data).toEqual([NO_RUNNING_AUDIT_PUSH]);
  expect((await ask("PUT", "/pause", { is_paused: false })).body.audit_push).toMatchObject({
    is_paused: false,
  });
  expect((await ask("DELETE")).body).toEqual({ audit_push: null });

  expect((await recorded()).map(({ action, fields }) => [action, fields])).toEqual([
    ["created", []],
    ["tested", []],
    ["edited", [{ name: "is_paused", before: "false", after: "true" }]],
    ["edited", [{ name: "is_paused", before: "true", after: "false" }]],
    ["deleted", []],
  ]);
  const { rowCount } = await api.db.query("select from unpushed_entries");
  expect(rowCount).toBe(0);
});

test("says why the last push failed, and when the next one is", async () => {
  await save({ type: "source", source_id: source });
  await api.db.query(
    "update audit_pushes set error = 'The receiver answered 503.', failed_at = now(), next_push_at = now() + interval '1 minute', lost_count = 2, refused_count = 3",
  );

  expect((await ask("GET")).body.audit_push).toMatchObject({
    error: "The receiver answered 503.",
    failed_at: expect.stringMatching(/Z$/),
    next_push_at: expect.stringMatching(/Z$/),
    lost: 2,
    refused: 3,
  });
});

test("another place begins without the failures of the one before, and gets what waits", async () => {
  await save(OTLP);
  await api.db.query(
    "update audit_pushes set error = 'No', failed_at = now(), failures = 5, lease = gen_random_uuid()",
  );

  const { body } = await save({ type: "source", source_id: source });

  expect(body.audit_push).toMatchObject({ error: null, failed_at: null, waiting: 2 });
  const { rows } = await api.db.query("select failures, lease, configs, address from audit_pushes");
  expect(rows).toEqual([{ failures: 0, lease: null, configs: null, address: null }]);
});

test("offers the sources of all projects of the organization, found by their name or their project's", async () => {
  await givenSource(internalId("organization", organization) ?? "", "Brakes", "100% new");

  expect(await offered("")).toEqual(["Brakes: 100% new", "Engines: audit"]);
  expect(await offered("engi")).toEqual(["Engines: audit"]);
  expect(await offered("AUD")).toEqual(["Engines: audit"]);
  expect(await offered("0% n")).toEqual(["Brakes: 100% new"]);
  expect(await offered("_")).toEqual([]);
});

test("is the matter of the owner and admins of the organization", async () => {
  const person = await givenPerson(
    api,
    { cookie, organization_id: organization },
    { email: "viewer@example.com", role: "viewer" },
  );
  for (const [role, isAllowed] of [
    ["viewer", false],
    ["member", false],
    ["admin", true],
  ] as const) {
    await callAs(api, cookie, "PUT", `/organizations/${organization}/members/${person.member_id}`, { role });
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["GET", "/sources", undefined],
      ["PUT", "", { type: "source", source_id: source }],
      ["PUT", "/pause", { is_paused: false }],
      ["POST", "/test", undefined],
      ["DELETE", "", undefined],
    ] as const) {
      const answer = await ask(method, path, body, person.cookie);
      expect([role, method, path, answer.status]).toEqual([role, method, path, isAllowed ? 200 : 403]);
    }
  }
});
