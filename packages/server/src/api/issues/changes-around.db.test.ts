/** What the page of an issue shows of the changes around its beginning. */
import type { Change } from "@posthorn/contract/changes";
import { CHANGES_AROUND_MOST } from "@posthorn/contract/changes";
import type { IssueType } from "@posthorn/contract/causes";
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { firstIdAt, newId } from "../../ids.ts";
import { givenApi, type Answer, type GivenApi } from "../../testing/given-api.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Long ago, so that nothing that the test itself changes is near it. */
const FIRST_SEEN_MS = Date.UTC(2026, 0, 14, 12);
const iso = (ms: number) => new Date(ms).toISOString();

let api: GivenApi;
let connection: Answer["body"];
let transformation: Answer["body"];
let trigger: Answer["body"];
let stranger: Answer["body"];

async function make(path: string, body: object): Promise<Answer["body"]> {
  const answer = await api.call("POST", path, { body });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
}

beforeAll(async () => {
  api = await givenApi();
  transformation = await make("/transformations", { name: "tidy", code: "1" });
  trigger = await make("/issue-triggers", { name: "all", type: "delivery" });
  connection = await make("/connections", {
    source: { name: "shop" },
    destination: { name: "orders-api", config: { url: "https://api.example.com" } },
    rules: [{ type: "transform", transformation_id: transformation.id }],
  });
  stranger = await make("/connections", {
    name: "stranger",
    source: { name: "till" },
    destination: { name: "books", config: { url: "https://api.example.com" } },
  });
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.db.query("delete from audit_entries");
  await api.db.query("delete from markers");
});

interface Opened {
  opened_at?: string;
  /** When the issue was made, if not when it was first seen. */
  madeMs?: number;
}

let number = 500;
async function givenIssue(
  type: IssueType,
  subject_id: string,
  { opened_at, madeMs = FIRST_SEEN_MS }: Opened = {},
) {
  const id = `${firstIdAt(madeMs).slice(0, 14)}7${newId().slice(15)}`;
  const first_seen_at = iso(FIRST_SEEN_MS);
  await api.db.query(
    `insert into issues (id, team_id, type, subject_id, key, issue_trigger_id, status, status_changed_at, opened_at,
       first_seen_at, last_seen_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'OPENED', now(), $7, $8, now(), now())`,
    [
      id,
      api.team_id,
      type,
      subject_id,
      String(number++),
      internalId("issue_trigger", trigger.id),
      opened_at ?? first_seen_at,
      first_seen_at,
    ],
  );
  return publicId("issue", id);
}

/** A change that is as far from the first occurrence as asked. Negative: before. */
async function givenChange(subject: Answer["body"], ms: number, action = "edited"): Promise<void> {
  const kinds = {
    web: "connection",
    src: "source",
    des: "destination",
    trs: "transformation",
    it: "issue_trigger",
  };
  // The prefixes above are those of all ids that this test uses.
  const type = kinds[subject.id.split("_")[0] as keyof typeof kinds];
  const id = `${firstIdAt(FIRST_SEEN_MS + ms).slice(0, 14)}7${newId().slice(15)}`;
  await api.db.query(
    `insert into audit_entries (id, team_id, subject_type, subject_id, subject_name, action, fields, caller_kind)
     values ($1, $2, $3, $4, $5, $6, '[]', 'api_key')`,
    [id, api.team_id, type, internalId(type as "source", subject.id), subject.name, action],
  );
}

const around = async (id: string) => (await api.call("GET", `//dashboard-api/issues/${id}/changes`)).body;
const namesIn = ({ changes }: { changes: Change[] }) => changes.map(({ subject }) => subject.name);
const uuid = (kind: "connection" | "source" | "destination" | "transformation", { id }: { id: string }) =>
  internalId(kind, id) ?? "";

const shown = async (type: IssueType, subject_id: string) =>
  namesIn(await around(await givenIssue(type, subject_id)));

test("only what may have to do with the issue is shown, the nearest first", async () => {
  const subjects = [connection, connection.source, connection.destination, transformation, trigger];
  for (const [at, subject] of [...subjects, stranger, stranger.source].entries())
    await givenChange(subject, -(at + 1) * 1000);

  const ends = "shop → orders-api";
  expect(await shown("delivery", uuid("connection", connection))).toEqual([
    ends,
    "shop",
    "orders-api",
    "tidy",
    "all",
  ]);
  expect(await shown("transformation", uuid("transformation", transformation))).toEqual([
    ends,
    "tidy",
    "all",
  ]);
  expect(await shown("backpressure", uuid("destination", connection.destination))).toEqual([
    ends,
    "orders-api",
    "all",
  ]);
  expect(await shown("request", uuid("source", connection.source))).toEqual([ends, "shop", "all"]);
});

test("a day before counts, and an hour after", async () => {
  const times = [-25 * HOUR_MS, -23 * HOUR_MS, -1000, 1000, 0.9 * HOUR_MS, 1.1 * HOUR_MS];
  for (const ms of times) {
    await givenChange(connection, ms);
    await api.call("POST", "/markers", { body: { title: String(ms), at: iso(FIRST_SEEN_MS + ms) } });
  }

  const { changes, markers, first_seen_at, reopened_at, has_more } = await around(
    await givenIssue("delivery", uuid("connection", connection)),
  );

  const expected = times.slice(1, -1).map((ms) => iso(FIRST_SEEN_MS + ms));
  expect(changes.map((change: Change) => change.created_at).toSorted()).toEqual(expected);
  expect(markers.map(({ at }: { at: string }) => at).toSorted()).toEqual(expected);
  expect([first_seen_at, reopened_at, has_more]).toEqual([iso(FIRST_SEEN_MS), null, false]);
});

test("an issue that opened again shows what changed around then, too", async () => {
  const opened_at = iso(FIRST_SEEN_MS + 48 * HOUR_MS);
  for (const hours of [-1, 12, 47, 50]) await givenChange(connection, hours * HOUR_MS);
  const again = await around(await givenIssue("delivery", uuid("connection", connection), { opened_at }));

  expect(again.reopened_at).toBe(opened_at);
  expect(again.changes.map((change: Change) => change.created_at)).toEqual([
    iso(FIRST_SEEN_MS - HOUR_MS),
    iso(FIRST_SEEN_MS + 47 * HOUR_MS),
  ]);
});

test("an issue that was found late has not opened again, and what two beginnings share is there once", async () => {
  await givenChange(connection, -HOUR_MS);
  const foundMs = FIRST_SEEN_MS + 3 * HOUR_MS;
  const late = { opened_at: iso(foundMs), madeMs: foundMs };
  const soonAgain = { opened_at: iso(foundMs) };
  const subject = uuid("connection", connection);

  const found = await around(await givenIssue("delivery", subject, late));
  const again = await around(await givenIssue("delivery", subject, soonAgain));

  expect([found.reopened_at, found.changes.length]).toEqual([null, 1]);
  expect([again.reopened_at, again.changes.length]).toEqual([iso(foundMs), 1]);
});

test("a subject that is deleted says so, and people and keys have their names", async () => {
  const { cookie } = await api.signUp();
  const session = await api.call("GET", "//dashboard-api/session", { key: null, headers: { cookie } });
  const [project] = session.body.projects;
  const person = {
    key: null,
    headers: { cookie, origin: "http://127.0.0.1:4400", "x-project-id": project.id },
  };
  const gone = await api.call("POST", "/sources", { ...person, body: { name: "gone" } });
  await api.call("DELETE", `/sources/${gone.body.id}`, person);
  const { rows } = await api.db.query<{ id: string; team_id: string }>(
    "select id, team_id from issue_triggers where team_id = $1",
    [internalId("project", project.id)],
  );
  const id = newId();
  await api.db.query(
    `insert into issues (id, team_id, type, subject_id, key, issue_trigger_id, status, status_changed_at, opened_at,
       first_seen_at, last_seen_at, updated_at)
     values ($1, $2, 'request', $3, 'DISABLED', $4, 'OPENED', now(), now(), now(), now(), now())`,
    [id, rows[0]?.team_id, uuid("source", gone.body), rows[0]?.id],
  );

  const answer = await api.call("GET", `//dashboard-api/issues/${publicId("issue", id)}/changes`, person);

  const subject = { type: "source", id: gone.body.id, name: "gone", is_deleted: true };
  const by = { kind: "person", with_cli: false, name: "Ada" };
  const byAction = answer.body.changes.toSorted((a: Change, b: Change) => (a.action < b.action ? -1 : 1));
  expect(byAction).toMatchObject([
    { action: "created", subject, by, fields: [] },
    { action: "deleted", subject, by, fields: [] },
  ]);
});

test("of very many the nearest are shown, and it says that there are more", async () => {
  for (let at = 0; at <= CHANGES_AROUND_MOST; at++) await givenChange(connection, -(at + 1) * 1000);

  const { changes, has_more } = await around(await givenIssue("delivery", uuid("connection", connection)));

  expect([changes.length, has_more]).toEqual([CHANGES_AROUND_MOST, true]);
  expect(changes[0].created_at).toBe(iso(FIRST_SEEN_MS - 1000));
  expect(changes.at(-1).created_at).toBe(iso(FIRST_SEEN_MS - CHANGES_AROUND_MOST * 1000));
});
