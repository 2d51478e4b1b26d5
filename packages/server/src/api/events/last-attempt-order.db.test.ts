/** Events sorted by their last attempt: ties, events without an attempt, both directions, both ways of reading. */
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSearches } from "../../search/searches.ts";
import { givenApi, givenEvent, givenRequest, type Answer, type GivenApi } from "../../testing/given-api.ts";
import { givenManyEvents } from "../../testing/given-events.ts";

const HOW_MANY = 3_000;
const OTHERS = 40;

let api: GivenApi;
let connection: Answer["body"];
let other: Answer["body"];
/** The expected order: newest attempt first, events without an attempt last, ties by newest id. */
let newestFirst: string[];

const scope = (body: Answer["body"]) => ({
  project: internalId("project", body.team_id) ?? "",
  source: internalId("source", body.source.id) ?? "",
  connection: internalId("connection", body.id) ?? "",
});

async function connected(name: string, through = api): Promise<Answer["body"]> {
  const config = { url: "https://api.example.com/hooks" };
  const body = { name, source: { name }, destination: { name, config } };
  return (await through.call("POST", "/connections", { body })).body;
}

beforeAll(async () => {
  api = await givenApi();
  connection = await connected("orders");
  other = await connected("refunds");
  await givenManyEvents(api.db, scope(connection), HOW_MANY);
  await givenManyEvents(api.db, scope(other), OTHERS);
  // About twenty events share each time; times ignore the order of ids and are finer than shown.
  // One in ten has no attempt.
  await api.db.query(
    `update events set last_attempt_at = timestamptz '2026-01-14' + numbered.at
     from (
       select id, case when number % 10 = 0 then null
         else (number * 7919 % 150) * interval '1 second' + (number % 3) * interval '1 microsecond' end as at
       from (select id, row_number() over (order by id) as number from events) as counted) as numbered
     where numbered.id = events.id`,
  );
  const { rows } = await api.db.query<{ id: string }>(
    `select id from events where team_id = $1 order by last_attempt_at desc nulls last, id desc`,
    [api.team_id],
  );
  newestFirst = rows.map((row) => publicId("event", row.id));
});
afterAll(() => api.stop());

const idsOf = (body: Answer["body"]): string[] => body.models.map((model: { id: string }) => model.id);

async function ask(query: string): Promise<Answer["body"]> {
  const { status, body } = await api.call("GET", `/events?order_by=last_attempt_at&${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body;
}

/** Reads all pages from the first one on. */
async function pagesOf(query: string): Promise<Answer["body"][]> {
  const pages = [await ask(query)];
  for (let page = pages[0]; page.pagination.next; pages.push(page)) {
    page = await ask(`${query}&next=${page.pagination.next}`);
    expect(pages.length).toBeLessThan(500);
  }
  return pages;
}

const attempts = async (query: string): Promise<(string | null)[]> =>
  (await ask(`${query}&limit=255`)).models.map((model: Answer["body"]) => model.last_attempt_at);
const sorted = async (query: string) => (await pagesOf(`dir=desc&limit=255&${query}`)).flatMap(idsOf);

test.each(["desc", "asc"])("pages of it lead through all events once and back, %s", async (dir) => {
  const expected = dir === "desc" ? newestFirst : newestFirst.toReversed();

  const pages = await pagesOf(`dir=${dir}&limit=250`);

  expect(pages.flatMap(idsOf)).toEqual(expected);
  expect(pages[0].pagination).toMatchObject({ order_by: "last_attempt_at", dir, limit: 250 });
  expect(pages[0].pagination.prev).toBeUndefined();
  const back: string[] = [];
  for (let page = pages.at(-1); page.pagination.prev;) {
    page = await ask(`dir=${dir}&limit=250&prev=${page.pagination.prev}`);
    back.unshift(...idsOf(page));
  }
  expect(back).toEqual(expected.slice(0, -idsOf(pages.at(-1)).length));
});

test("what was never tried comes last when the newest come first, and first when the oldest do", async () => {
  expect((await attempts("dir=asc")).every((at) => at === null)).toBe(true);
  expect((await attempts("dir=desc")).every((at) => at !== null)).toBe(true);
  const untried = newestFirst.length - Math.floor(newestFirst.length / 10);
  const last = newestFirst[untried - 1] ?? "";
  expect((await attempts(`dir=desc&next=${last}`)).every((at) => at === null)).toBe(true);
  expect((await attempts(`dir=desc&prev=${newestFirst[untried]}`)).every((at) => at !== null)).toBe(true);
});

test("a place in it stays where it is while events come in and are tried", async () => {
  const { source, connection: webhook_id } = scope(connection);
  const added = async () => {
    const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id: source });
    return givenEvent(api.db, { team_id: api.team_id, request_id, webhook_id }); // attempted just now
  };
  const seen: string[] = [];
  const news: string[] = [];
  let page = await ask("dir=desc&limit=200");
  for (;;) {
    seen.push(...idsOf(page));
    if (!page.pagination.next) break;
    news.push(await added());
    page = await ask(`dir=desc&limit=200&next=${page.pagination.next}`);
  }

  expect(seen).toEqual(newestFirst);
  await api.db.query("delete from events where id = any ($1::uuid[])", [news]);
});

test("filters mean what they mean in every order", async () => {
  const among = async (query: string) => {
    const ids = new Set<string>();
    for (let next = ""; ;) {
      const { body } = await api.call("GET", `/events?limit=255&${query}${next}`);
      for (const id of idsOf(body)) ids.add(id);
      if (!body.pagination.next) return newestFirst.filter((id) => ids.has(id));
      next = `&next=${body.pagination.next}`;
    }
  };
  const [first, second] = [newestFirst[5], newestFirst[2_000]];

  for (const query of [
    `webhook_id=${other.id}`,
    `webhook_id=${other.id}&webhook_id=${connection.id}&last_attempt_at[lt]=2026-01-14T00:00:30Z`,
    `id=${second},${first}`,
    "status=FAILED&attempts=1&last_attempt_at[gte]=2026-01-14T00:02:00Z",
    "status=QUEUED&status=HOLD",
    "last_attempt_at=",
    "response_status=500&last_attempt_at=2026-01-14T00:00:07Z",
    "created_at[gte]=2100-01-01",
    "issue_id=iss_1",
  ]) {
    expect([query, await sorted(query)]).toEqual([query, await among(query)]);
  }
  expect(await sorted(`webhook_id=${other.id}`)).toHaveLength(OTHERS);
});

test("what payloads hold is looked for in it too, and a page that is short says where to go on", async () => {
  const { source, connection: webhook_id } = scope(other);
  const held: string[] = [];
  for (const at of [3, 1, 2]) {
    const body = `{"order":{"number":4711,"at":${at}}}`;
    const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id: source, body });
    const id = await givenEvent(api.db, { team_id: api.team_id, request_id, webhook_id });
    await api.db.query(
      "update events set last_attempt_at = timestamptz '2000-01-01' + $2 * interval '1 s' where id = $1",
      [id, at],
    );
    held[at] = publicId("event", id);
  }
  const asked = encodeURIComponent(JSON.stringify({ order: { number: 4711 } }));
  const expected = [held[3], held[2], held[1]];

  expect((await pagesOf(`body=${asked}&limit=2`)).flatMap(idsOf)).toEqual(expected);
  expect((await pagesOf(`search_term=4711&limit=2`)).flatMap(idsOf)).toEqual(expected);
  // SQL cannot exclude any body, but none matches; the cursor moves past the rows that were checked.
  const turned = encodeURIComponent(JSON.stringify({ world: "hello" }));
  const pages = await pagesOf(`body=${turned}&dir=asc&limit=2`);
  expect(pages.flatMap(idsOf)).toEqual([]);
  expect(pages.length).toBe(Math.ceil((HOW_MANY + OTHERS) / 500));
  await api.db.query("delete from events where id = any ($1::uuid[])", [
    held.filter(Boolean).map((id) => internalId("event", id)),
  ]);
});

test("the events of one request come in it as well, and in versions that had it", async () => {
  const event = newestFirst[0] ?? "";
  const { request_id } = (await api.call("GET", `/events/${event}`)).body;

  const { status, body } = await api.call("GET", `/requests/${request_id}/events?order_by=last_attempt_at`);
  expect([status, idsOf(body)]).toEqual([200, [event]]);
  for (const version of ["2024-03-01", "2024-09-01"]) {
    const older = await api.call("GET", `//${version}/events?order_by=last_attempt_at&limit=3`);
    expect([version, older.status, idsOf(older.body)]).toEqual([version, 200, newestFirst.slice(0, 3)]);
  }
});

test.each([
  "destination_id=des_none",
  "request_id=req_none",
  "event_data_id=edt_none",
  "cli_id=cli_none",
  "issue_id=iss_none",
])("what cannot be found is an empty page: %s", async (filter) => {
  const narrowed = `${filter}&created_at[gte]=2026-01-01T00:00:00Z&path=%2Fhook&include=data`;

  const { status, body } = await api.call("GET", `/events?${narrowed}&order_by=last_attempt_at`);

  expect([status, body.models]).toEqual([200, []]);
});

test("a cursor of another order is refused", async () => {
  const { pagination } = (await api.call("GET", "/events?limit=1")).body;

  const { status, body } = await api.call("GET", `/events?order_by=last_attempt_at&next=${pagination.next}`);

  expect([status, body.message]).toEqual([422, "next is not a cursor of this list"]);
});

test("whoever asks for more than can be sorted in time is told to narrow it", async () => {
  const hurried = { rows: 1_000, stepMs: 1, mostMs: 60_000, totalMs: 1 };
  const slow = await givenApi({ searches: createSearches({ columns: hurried, payloads: hurried }) });
  await givenManyEvents(slow.db, scope(await connected("orders", slow)), 20_000);

  const { status, body } = await slow.call("GET", "/events?order_by=last_attempt_at");

  const message =
    "Sorting by last_attempt_at takes too long here. Narrow the list by created_at or last_attempt_at[lte], and try again";
  expect([status, body.code, body.message, body.data]).toEqual([
    422,
    "UNPROCESSABLE_ENTITY",
    message,
    [message],
  ]);
  expect((await slow.call("GET", "/events")).status).toBe(200);
  await slow.stop();
});
