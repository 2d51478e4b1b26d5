import { BULK_TYPES, type BulkType } from "@posthorn/contract/causes";
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { givenApi, givenEvent, givenRequest, type Answer, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
let source_id: string;
let webhook_id: string;
let connection: Answer["body"];
beforeAll(async () => {
  api = await givenApi();
  const config = { url: "https://api.example.com/hooks" };
  const body = { name: "orders", source: { name: "shop" }, destination: { name: "backend", config } };
  connection = (await api.call("POST", "/connections", { body })).body;
  source_id = internalId("source", connection.source.id) ?? "";
  webhook_id = internalId("connection", connection.id) ?? "";
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.db.query("delete from bulk_operations");
  for (const table of ["events", "requests", "ignored_events"]) await api.db.query(`delete from ${table}`);
});

const PATHS: Record<BulkType, string> = {
  "events.retry": "/bulk/events/retry",
  "events.cancel": "/bulk/events/cancel",
  "ignored_events.retry": "/bulk/ignored-events/retry",
  "requests.retry": "/bulk/requests/retry",
  "requests.replay": "//2026-09-01/bulk/requests/replay",
};
/** The smallest query that each type accepts. */
const LEAST: Record<BulkType, object> = {
  "events.retry": {},
  "events.cancel": {},
  "ignored_events.retry": {},
  "requests.retry": {},
  "requests.replay": { target: {} },
};
const RETRY = PATHS["events.retry"];
const CANCEL = PATHS["events.cancel"];

async function given(event: Partial<Parameters<typeof givenEvent>[1]> = {}): Promise<string> {
  const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id });
  const id = await givenEvent(api.db, { team_id: api.team_id, request_id, webhook_id, ...event });
  return publicId("event", id);
}

async function givenIgnored(cause = "FILTERED", meta: unknown = ["body"]): Promise<string> {
  const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id });
  await api.db.query(
    `insert into ignored_events (team_id, request_id, webhook_id, cause, meta) values ($1, $2, $3, $4, $5)`,
    [api.team_id, request_id, webhook_id, cause, JSON.stringify(meta)],
  );
  return publicId("request", request_id);
}

/** One row that each kind of operation can act on; every request can be replayed. */
const REQUESTS_OF_EACH = 4;
async function givenOneOfEach(): Promise<void> {
  await given({ status: "FAILED" });
  await given({ status: "QUEUED" });
  await givenIgnored();
  await givenRequest(api.db, { team_id: api.team_id, source_id, rejection_cause: "VERIFICATION_FAILED" });
}

const create = (query: unknown, path = RETRY) => api.call("POST", path, { body: { query } });
const planned = async (query: string, path = RETRY): Promise<number> =>
  (await api.call("GET", `${path}/plan${query}`)).body.estimated_count;

describe.each(BULK_TYPES)("%s", (type) => {
  const path = PATHS[type];
  const query = LEAST[type];
  const ofEach = type === "requests.replay" ? REQUESTS_OF_EACH : 1;

  test("is begun, listed, got and aborted", async () => {
    await givenOneOfEach();

    const created = await create(query, path);

    expect(created.status).toBe(200);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^bch_/),
      team_id: publicId("project", api.team_id),
      type,
      query,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      cancelled_at: null,
      completed_at: null,
      estimated_batch: 1,
      estimated_count: ofEach,
      processed_batch: 0,
      completed_count: 0,
      failed_count: 0,
      in_progress: true,
      progress: 0,
      number: 1,
    });
    expect((await api.call("GET", `${path}/${created.body.id}`)).body).toEqual(created.body);
    expect((await api.call("GET", path)).body).toMatchObject({ count: 1, models: [created.body] });

    const aborted = await api.call("POST", `${path}/${created.body.id}/cancel`);

    expect(aborted.body).toMatchObject({ in_progress: false, completed_at: null });
    expect(aborted.body.cancelled_at).not.toBeNull();
    // Aborting an aborted operation succeeds.
    expect((await api.call("POST", `${path}/${created.body.id}/cancel`)).body).toEqual(aborted.body);
  });

  test("is refused when nothing matches", async () => {
    const { status, body } = await create(query, path);

    expect([status, body.code]).toEqual([422, "UNPROCESSABLE_ENTITY"]);
    expect(body.data.message).toMatch(
      /^Nothing matches this query, so there is nothing to do. Widen its filters and try again./,
    );
    expect(body.message).toBe(body.data.message);
    expect((await api.call("GET", path)).body.count).toBe(0);
  });

  test("is begun once, however often it is asked for at the same time", async () => {
    await givenOneOfEach();

    const answers = await Promise.all([1, 2, 3].map(() => create(query, path)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    const refused = answers.find(({ status }) => status === 422)?.body;
    expect(refused).toMatchObject({
      code: "UNPROCESSABLE_ENTITY",
      message: "An identical bulk operation is already ongoing.",
      data: { message: "An identical bulk operation is already ongoing." },
    });
  });

  test("refuses filters that it does not know, instead of acting on more than was meant", async () => {
    await givenOneOfEach();

    const created = await create({ ...query, statsu: "FAILED" }, path);
    const plan = await api.call("GET", `${path}/plan?query[statsu]=FAILED`);
    const listed = await api.call("GET", `${path}?query[statsu]=FAILED`);

    for (const { status, body } of [created, plan, listed]) {
      expect([status, body.data]).toEqual([422, ["query.statsu is not allowed"]]);
    }
    expect((await api.call("POST", path, { body: {} })).body.data).toEqual(["query is required"]);
  });

  test("estimates everything when there is no query", async () => {
    await givenOneOfEach();
    await givenOneOfEach();

    expect((await api.call("GET", `${path}/plan`)).body).toEqual({
      estimated_batch: 1,
      estimated_count: 2 * ofEach,
    });
  });

  test("is invisible and untouchable from another project and another family", async () => {
    await givenOneOfEach();
    const { id } = (await create(query, path)).body;
    const otherFamily = type === "events.retry" ? CANCEL : RETRY;

    const { key } = api.other;
    for (const [at, options] of [
      [path, { key }],
      [otherFamily, {}],
    ] as const) {
      for (const [method, url] of [
        ["GET", `${at}/${id}`],
        ["POST", `${at}/${id}/cancel`],
      ] as const) {
        const { status, body } = await api.call(method, url, options);
        expect([status, body.data]).toEqual([404, { id }]);
      }
    }
    expect((await api.call("GET", path, { key })).body.count).toBe(0);
    expect((await api.call("GET", `${path}/plan`, { key })).body.estimated_count).toBe(0);
    expect((await api.call("POST", path, { key, body: { query } })).status).toBe(422);
    expect((await api.call("GET", `${path}/${id}`)).body.in_progress).toBe(true);
  });
});

describe("a bulk retry of events", () => {
  test("takes failed events whose automatic retry is planned, and leaves out what is on its way, delayed or paused", async () => {
    for (const status of ["FAILED", "SUCCESSFUL", "CANCELLED"]) await given({ status });
    for (const status of ["QUEUED", "HOLD", "SCHEDULED"]) await given({ status });
    const planning = await given({ status: "FAILED" });
    await api.db.query("update events set next_attempt_at = now() + interval '1 hour' where id = $1", [
      internalId("event", planning),
    ]);
    const leased = await given({ status: "FAILED" });
    await api.db.query("update events set lease_owner = 1 where id = $1", [internalId("event", leased)]);

    expect(await planned("")).toBe(4);
    expect(await planned("?query[status]=FAILED")).toBe(2);
    expect(await planned(`?query[id]=${planning},${leased}`)).toBe(1);
    expect(await planned("?query[status]=QUEUED")).toBe(0);
    expect((await create({ status: "FAILED" })).body).toMatchObject({ estimated_count: 2 });
  });

  test("of delayed or paused events alone is refused, in words that say why", async () => {
    for (const status of ["HOLD", "SCHEDULED"]) await given({ status });

    const { status, body } = await create({ status: ["HOLD", "SCHEDULED"] });

    expect(status).toBe(422);
    expect(body.message).toContain("delayed or paused are left out: their attempt is still to come.");
  });

  test("counts only events whose connection still delivers", async () => {
    await given({ status: "FAILED" });
    const body = {
      name: "stopped",
      source_id: connection.source.id,
      destination: { name: "gone", config: { url: "https://api.example.com/gone" } },
    };
    const stopped = (await api.call("POST", "/connections", { body })).body;
    await given({ status: "FAILED", webhook_id: internalId("connection", stopped.id) ?? "" });
    await api.call("PUT", `/connections/${stopped.id}/disable`);

    expect(await planned("?query[status]=FAILED")).toBe(1);
    expect((await create({ webhook_id: stopped.id })).status).toBe(422);
  });

  test("means by a filter what the list means by it", async () => {
    const old = await given({ status: "FAILED", attempts: 3, response_status: 500, error_code: "TIMEOUT" });
    await given({ status: "SUCCESSFUL", attempts: 1, response_status: 200 });
    const moment = (await api.call("GET", `/events/${old}`)).body.created_at;

    for (const [name, value] of [
      ["id", old],
      ["status", "FAILED"],
      ["webhook_id", connection.id],
      ["source_id", connection.source.id],
      ["destination_id", connection.destination.id],
      ["attempts][gte", "2"],
      ["response_status][lt", "300"],
      ["error_code", "TIMEOUT"],
      ["created_at][lte", moment],
      ["successful_at][any", "true"],
      ["last_attempt_at][any", "false"],
    ] as const) {
      const listed = (
        await api.call("GET", `/events?${name.replace("][", "[")}${name.includes("][") ? "]" : ""}=${value}`)
      ).body;
      expect([name, await planned(`?query[${name}]=${encodeURIComponent(value)}`)]).toEqual([
        name,
        listed.count,
      ]);
    }
  });

  test("takes its query nested, as JSON text and in a body", async () => {
    await given({ status: "FAILED" });
    await given({ status: "SUCCESSFUL" });
    const json = encodeURIComponent(JSON.stringify({ status: ["FAILED"], attempts: { gte: 1 } }));

    expect(await planned("?query[status]=FAILED")).toBe(1);
    expect(await planned("?query[status][]=FAILED&query[status][]=SUCCESSFUL")).toBe(2);
    expect(await planned(`?query=${json}`)).toBe(1);
    expect((await api.call("GET", `${RETRY}/plan?query={`)).body.data).toEqual(["query must be valid JSON"]);
    const created = await create({ status: "FAILED", attempts: { gte: 1 } });
    expect(created.body).toMatchObject({
      estimated_count: 1,
      query: { status: "FAILED", attempts: { gte: 1 } },
    });
  });

  test("of the same events in other words is the same", async () => {
    await given({ status: "FAILED" });
    await create({ status: "FAILED", attempts: { gte: 1 } });

    const other = await create({ attempts: { gte: "1" }, status: ["FAILED"] });

    expect(other.body.message).toBe("An identical bulk operation is already ongoing.");
    expect((await create({ status: "FAILED" })).body.number).toBe(2);
  });

  test("may be asked for again once the first has ended", async () => {
    await given({ status: "FAILED" });
    const { id } = (await create({})).body;
    await api.db.query("update bulk_operations set completed_at = now()");

    expect((await create({})).body.number).toBe(2);
    const { status, body } = await api.call("POST", `${RETRY}/${id}/cancel`);
    expect([status, body.code, body.data]).toEqual([400, "BAD_REQUEST", { id }]);
    expect(body.message).toBe("This bulk operation has ended and cannot be aborted any more.");
  });

  test("that failed is neither in progress, completed nor aborted", async () => {
    await given({ status: "FAILED" });
    const { id } = (await create({})).body;
    await api.db.query("update bulk_operations set failed_at = now()");

    expect((await api.call("GET", `${RETRY}/${id}`)).body).toMatchObject({
      in_progress: false,
      completed_at: null,
      cancelled_at: null,
    });
    expect((await api.call("POST", `${RETRY}/${id}/cancel`)).status).toBe(400);
  });

  test("holds text that the database cannot keep for what it is", async () => {
    for (const id of ["evt_\u0000", "evt_\ud800"]) {
      const { status, body } = await create({ id });
      expect([status, body.message]).toEqual([422, "query must be Unicode text without null characters"]);
      const asText = encodeURIComponent(JSON.stringify({ id }));
      expect((await api.call("GET", `${RETRY}/plan?query=${asText}`)).status).toBe(422);
    }
  });
});

describe("a bulk cancel", () => {
  test("takes what is queued, paused, delayed or has an attempt before it", async () => {
    for (const status of ["QUEUED", "HOLD", "SCHEDULED", "FAILED", "SUCCESSFUL", "CANCELLED"])
      await given({ status });
    const retrying = await given({ status: "FAILED" });
    await api.db.query("update events set next_attempt_at = now() + interval '1 hour' where id = $1", [
      internalId("event", retrying),
    ]);

    expect(await planned("", CANCEL)).toBe(4);
    expect(await planned("?query[status]=SUCCESSFUL", CANCEL)).toBe(0);
    expect(await planned("?query[status]=FAILED", CANCEL)).toBe(1);
  });
});

describe("a bulk retry of ignored events", () => {
  test("is narrowed by cause, connection, transformation, source and date", async () => {
    const transformation = newId();
    await givenIgnored("FILTERED");
    await givenIgnored("TRANSFORMATION_FAILED", { transformation_id: transformation });
    const path = PATHS["ignored_events.retry"];

    expect(await planned("?query[cause]=FILTERED", path)).toBe(1);
    expect(await planned("?query[cause][]=FILTERED&query[cause][]=TRANSFORMATION_FAILED", path)).toBe(2);
    expect(await planned(`?query[webhook_id]=${connection.id}`, path)).toBe(2);
    expect(await planned(`?query[webhook_id]=${publicId("connection", newId())}`, path)).toBe(0);
    const known = publicId("transformation", transformation);
    expect(await planned(`?query[transformation_id]=${known}`, path)).toBe(1);
    const unknown = publicId("transformation", newId());
    expect(await planned(`?query[transformation_id]=${unknown}`, path)).toBe(0);
    expect(await planned(`?query[source_id]=${connection.source.id}`, path)).toBe(2);
    expect(await planned(`?query[source_id]=${publicId("source", newId())}`, path)).toBe(0);
    expect(await planned("?query[created_at][gte]=2020-01-01", path)).toBe(2);
    expect(await planned("?query[created_at][lt]=2020-01-01", path)).toBe(0);
    expect((await create({ cause: "NONE" }, path)).body.data[0]).toContain("query.cause must be one of [");
  });
});

describe("a bulk retry of requests", () => {
  test("takes only rejected requests that a retry can help", async () => {
    for (const rejection_cause of [
      undefined,
      "SOURCE_DISABLED",
      "NO_CONNECTION",
      "VERIFICATION_FAILED",
      "UNSUPPORTED_HTTP_METHOD",
      "UNSUPPORTED_CONTENT_TYPE",
      "UNPARSABLE_JSON",
      "PAYLOAD_TOO_LARGE",
      "UNKNOWN",
    ]) {
      await givenRequest(api.db, {
        team_id: api.team_id,
        source_id,
        ...(rejection_cause !== undefined && { rejection_cause }),
      });
    }
    const path = PATHS["requests.retry"];

    expect(await planned("", path)).toBe(3);
    expect(await planned("?query[status]=rejected", path)).toBe(2);
    expect(await planned("?query[rejection_cause]=VERIFICATION_FAILED", path)).toBe(1);
    expect(await planned("?query[rejection_cause]=PAYLOAD_TOO_LARGE", path)).toBe(0);
    expect(await planned(`?query[source_id]=${publicId("source", newId())}`, path)).toBe(0);
  });
});

describe("the list of bulk operations", () => {
  test("is newest first and numbered within the project, whatever the family", async () => {
    await givenOneOfEach();
    await create({});
    await create({}, CANCEL);
    await create({ status: "FAILED" });

    const { body } = await api.call("GET", `${RETRY}?limit=1`);

    expect(body).toMatchObject({
      count: 1,
      models: [{ number: 3 }],
      pagination: { order_by: "created_at", dir: "desc", limit: 1 },
    });
    const next = await api.call("GET", `${RETRY}?limit=1&next=${body.pagination.next}`);
    expect(next.body.models.map((model: { number: number }) => model.number)).toEqual([1]);
    expect((await api.call("GET", CANCEL)).body.models).toMatchObject([{ number: 2 }]);
  });

  test("is narrowed by state, time, id and query", async () => {
    await givenOneOfEach();
    const running = (await create({ status: "FAILED", attempts: { gte: 1 } })).body;
    const aborted = (await create({ status: "FAILED" })).body;
    await api.call("POST", `${RETRY}/${aborted.id}/cancel`);
    const completed = (await create({})).body;
    await api.db.query("update bulk_operations set completed_at = now() where number = 3");
    const ids = async (query: string) =>
      (await api.call("GET", `${RETRY}?dir=asc&${query}`)).body.models.map(
        (model: { id: string }) => model.id,
      );

    expect(await ids("in_progress=true")).toEqual([running.id]);
    expect(await ids("in_progress=false")).toEqual([aborted.id, completed.id]);
    expect(await ids("cancelled_at[any]=true")).toEqual([aborted.id]);
    expect(await ids("completed_at[any]=true")).toEqual([completed.id]);
    expect(await ids("completed_at=")).toEqual([running.id, aborted.id]);
    expect(await ids("created_at[gte]=2100-01-01")).toEqual([]);
    expect(await ids(`id=${running.id},${completed.id}`)).toEqual([running.id, completed.id]);
    expect(await ids("query[status]=FAILED")).toEqual([aborted.id]);
    expect(await ids("query[attempts][gte]=1&query[status][]=FAILED")).toEqual([running.id]);
    expect(await ids("query[status]=FAILED&query_partial_match=true")).toEqual([running.id, aborted.id]);
    expect(await ids(`query=${encodeURIComponent("{}")}`)).toEqual([completed.id]);
  });
});

describe("the dashboard's list of all bulk operations", () => {
  const ALL = "//dashboard-api/bulk-operations";

  test("has those of all families, with how many are ongoing and how many have ended", async () => {
    await givenOneOfEach();
    for (const type of BULK_TYPES) await create(LEAST[type], PATHS[type]);
    await api.db.query("update bulk_operations set completed_at = now() where number <= 2");
    const listed = async (query = "", key = api.key) => {
      const { models, totals } = (await api.call("GET", `${ALL}${query}`, { key })).body;
      return { numbers: models.map((model: { number: number }) => model.number), totals };
    };

    expect(await listed()).toEqual({ numbers: [5, 4, 3, 2, 1], totals: { ongoing: 3, ended: 2 } });
    expect((await listed("?in_progress=true&limit=2")).numbers).toEqual([5, 4]);
    expect((await listed("?in_progress=false")).numbers).toEqual([2, 1]);
    expect(await listed("?type=events.cancel")).toEqual({
      numbers: [2],
      totals: { ongoing: 0, ended: 1 },
    });
    expect(await listed("", api.other.key)).toEqual({ numbers: [], totals: { ongoing: 0, ended: 0 } });
  });

  test("names the person or the API key that started each", async () => {
    await givenOneOfEach();
    const { cookie } = await api.signUp();
    await api.db.query(
      "update projects set organization_id = (select organization_id from members limit 1) where id = $1",
      [api.team_id],
    );
    const ofPerson = {
      key: null,
      headers: { cookie, origin: "http://127.0.0.1:4400", "x-team-id": publicId("project", api.team_id) },
    };
    await create({});
    const begun = await api.call("POST", CANCEL, { body: { query: {} }, ...ofPerson });
    expect(begun.status).toBe(200);

    const startedBy = async () =>
      (await api.call("GET", ALL)).body.models.map((model: { started_by: unknown }) => model.started_by);
    expect(await startedBy()).toEqual([
      { kind: "person", name: "Ada" },
      { kind: "api_key", name: "test" },
    ]);
    await api.db.query("update bulk_operations set started_by_api_key_id = $1 where number = 1", [newId()]);
    await api.db.query("update bulk_operations set started_by_user_id = null where number = 2");
    expect(await startedBy()).toEqual([null, { kind: "api_key", name: null }]);
  });

  test("estimates a retry by status, and each number is one that an operation accepts", async () => {
    for (const status of ["FAILED", "FAILED", "FAILED", "SUCCESSFUL", "SUCCESSFUL", "CANCELLED"])
      await given({ status });
    for (const status of ["QUEUED", "HOLD", "SCHEDULED"]) await given({ status });
    await api.db.query(
      "update events set next_attempt_at = now() + interval '1 hour' where status = 'FAILED'",
    );
    const estimated = async (query: object, key = api.key) =>
      (await api.call("GET", `${ALL}/event-retry-estimate?query=${JSON.stringify(query)}`, { key })).body;

    const estimate = await estimated({});

    expect(estimate).toEqual({ FAILED: 3, CANCELLED: 1, SUCCESSFUL: 2 });
    expect(await estimated({ status: ["SUCCESSFUL", "QUEUED"] })).toEqual({
      FAILED: 0,
      CANCELLED: 0,
      SUCCESSFUL: 2,
    });
    expect(await estimated({}, api.other.key)).toEqual({ FAILED: 0, CANCELLED: 0, SUCCESSFUL: 0 });
    for (const [status, count] of Object.entries(estimate))
      expect((await create({ status })).body.estimated_count).toBe(count);
  });

  test("aborts an operation of any family, and none that has ended", async () => {
    await givenOneOfEach();
    const { id } = (await create(LEAST["requests.replay"], PATHS["requests.replay"])).body;

    expect((await api.call("POST", `${ALL}/${id}/cancel`)).body).toMatchObject({ in_progress: false });
    expect((await api.call("POST", `${ALL}/${id}/cancel`, { key: api.other.key })).status).toBe(404);
    await api.db.query("update bulk_operations set cancelled_at = null, completed_at = now()");
    const { status, body } = await api.call("POST", `${ALL}/${id}/cancel`);
    expect([status, body.message]).toEqual([
      400,
      "This bulk operation has ended and cannot be aborted any more.",
    ]);
  });
});

test("events and requests are listed by the bulk operation that retried them", async () => {
  const operation = newId();
  const event = await given();
  await given();
  await api.db.query("update events set bulk_retry_id = $1 where id = $2", [
    operation,
    internalId("event", event),
  ]);
  const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id });
  await api.db.query("update requests set bulk_retry_id = $1 where id = $2", [operation, request_id]);
  const id = publicId("bulk_operation", operation);

  expect((await api.call("GET", `/events?bulk_retry_id=${id}`)).body.models).toMatchObject([{ id: event }]);
  expect((await api.call("GET", `/requests?bulk_retry_id=${id}`)).body.models).toMatchObject([
    { id: publicId("request", request_id) },
  ]);
  const unknown = publicId("bulk_operation", newId());
  expect((await api.call("GET", `/events?bulk_retry_id=${unknown}`)).body.count).toBe(0);
});

async function givenFailed(body: string): Promise<void> {
  const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id, body });
  await givenEvent(api.db, { team_id: api.team_id, request_id, webhook_id, status: "FAILED" });
}

const asJson = (value: unknown) => encodeURIComponent(JSON.stringify(value));

test("a query that looks into payloads means what the list means, and nothing more", async () => {
  for (const body of ['{"invoice":{"id":7,"by":"ada"}}', '{"invoice":{"id":7}}', '{"id":7,"invoice":{}}']) {
    await givenFailed(body);
  }

  expect(await planned("?query[search_term]=INVOICE")).toBe(3);
  expect(await planned("?query[search_term]=ada")).toBe(1);
  expect(await planned(`?query[body]=${asJson({ invoice: { id: 7 } })}`)).toBe(2);
  expect(await planned("?query[body][invoice][id]=7&query[body][invoice][by]=ada")).toBe(1);
  expect((await create({ body: { invoice: { id: 7 } } })).body.estimated_count).toBe(2);
  expect((await create({ body: { invoice: { id: 8 } } })).status).toBe(422);
  expect((await create({ search_term: "ab" })).body.data).toEqual([
    "Search term must be at least 3 characters",
  ]);
  expect((await create({ search_term: "abc", progressive: true })).body.data).toEqual([
    "query.progressive is not allowed",
  ]);
});
