import { attemptId, internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { createSealer } from "../../store/seal.ts";
import { MASTER_KEY } from "../../testing/given-access.ts";
import { givenApi, givenEvent, givenRequest, type Answer, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
let connection: Answer["body"];
let source_id: string;
let webhook_id: string;
beforeAll(async () => {
  api = await givenApi();
  const config = { url: "https://api.example.com/hooks" };
  const body = { name: "orders", source: { name: "shop" }, destination: { name: "backend", config } };
  connection = (await api.call("POST", "/connections", { body })).body;
  source_id = internalId("source", connection.source.id) ?? "";
  webhook_id = internalId("connection", connection.id) ?? "";
});
afterAll(() => api.stop());

async function given(
  event: Partial<Parameters<typeof givenEvent>[1]> = {},
  request: Partial<Parameters<typeof givenRequest>[1]> = {},
) {
  const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id, ...request });
  const uuid = await givenEvent(api.db, { team_id: api.team_id, request_id, webhook_id, ...event });
  return { uuid, id: publicId("event", uuid), request_id, requestId: publicId("request", request_id) };
}

/** The same secret twice, as the present and the previous one. */
async function rollSecret(until: string): Promise<void> {
  const { seal } = createSealer(MASTER_KEY);
  const project = { team_id: api.team_id, id: api.team_id };
  await api.db.query(
    `update projects set signing_secret = $2, previous_signing_secret = $3,
       previous_signing_secret_until = now() + $4::interval where id = $1`,
    [
      api.team_id,
      seal("twice", "projects.signing_secret", project),
      seal("twice", "projects.previous_signing_secret", project),
      until,
    ],
  );
}

describe("an event", () => {
  test("is shown with the request of its first attempt, as long as there is none", async () => {
    const { id, requestId } = await given(
      { attempts: 2, response_status: 200 },
      { query: "a=1&b[]=2", headers: ["Content-Type", "application/json", "X-Tag", "1", "x-tag", "2"] },
    );

    const { status, body } = await api.call("GET", `/events/${id}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      webhook_id: connection.id,
      source_id: connection.source.id,
      destination_id: connection.destination.id,
      request_id: requestId,
      event_data_id: requestId.replace("req_", "edt_"),
      attempts: 2,
      status: "SUCCESSFUL",
      response_status: 200,
      error_code: null,
      cli_id: null,
      data: {
        url: "https://api.example.com/hooks/orders?a=1&b[]=2",
        method: "POST",
        path: "/orders",
        query: "a=1&b[]=2",
        parsed_query: { a: "1", b: ["2"] },
        body: { hello: "world" },
      },
    });
    expect(body.data.headers).toMatchObject({
      "content-type": "application/json",
      "x-tag": "1, 2",
      "x-posthorn-attempt-count": "1",
      "x-posthorn-attempt-trigger": "INITIAL",
      "x-posthorn-eventid": id,
    });
    expect(body.data.appended_headers).toContain("x-posthorn-signature");
    expect(body.data.headers["x-posthorn-signature"]).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  });

  test("is signed with both secrets while a roll is open, as its first attempt would be", async () => {
    const { id } = await given();
    const data = async () => (await api.call("GET", `/events/${id}`)).body.data;

    await rollSecret("1 hour");
    const { headers, appended_headers } = await data();
    await rollSecret("-1 second");

    expect(headers["x-posthorn-signature-2"]).toBe(headers["x-posthorn-signature"]);
    expect(appended_headers).toContain("x-posthorn-signature-2");
    expect((await data()).headers).not.toHaveProperty("x-posthorn-signature-2");
  });

  test("has no data in lists unless it is asked for", async () => {
    const { id } = await given();

    expect((await api.call("GET", `/events?id=${id}`)).body.models[0]).not.toHaveProperty("data");
    expect((await api.call("GET", `/events?id=${id}&include=data`)).body.models[0].data.body).toEqual({
      hello: "world",
    });
  });

  test("shows null for data that is past retention", async () => {
    const { id, request_id, requestId } = await given();
    await api.db.query("delete from payloads where id = $1", [request_id]);

    expect((await api.call("GET", `/events/${id}`)).body.data).toBeNull();
    expect((await api.call("GET", `/events/${id}/raw_body`)).body.code).toBe("DATA_ARCHIVED");
    expect((await api.call("GET", `/requests/${requestId}/raw_body`)).body).toEqual({
      code: "DATA_ARCHIVED",
      status: 422,
      message: "The data of this request is archived",
    });
    expect((await api.call("POST", `/events/${id}/retry`)).body.code).toBe("DATA_ARCHIVED");
  });

  test("gives its body as it came in", async () => {
    const text = '{ "n": 1.0, "big": 12345678901234567890 }';
    const { id, requestId } = await given({}, { body: text });

    expect((await api.call("GET", `/events/${id}/raw_body`)).body).toEqual({ body: text });
    expect((await api.call("GET", `/requests/${requestId}/raw_body`)).body).toEqual({ body: text });
  });

  test("that was to wait longer than any calendar goes is shown, listed and cancelled like any other", async () => {
    const { id, uuid } = await given({ status: "SCHEDULED", attempts: 0 });
    await api.db.query(
      "update events set next_attempt_at = now() + 8640000000000000 * interval '1 millisecond' where id = $1",
      [uuid],
    );
    const next_attempt_at = "9999-12-31T23:59:59.999Z";

    const shown = await api.call("GET", `/events/${id}`);
    const listed = await api.call("GET", "/events");
    const later = await api.call("GET", "/events?next_attempt_at[gte]=9999-12-31T23:59:59Z");
    const ended = await api.call("PUT", `/events/${id}/cancel`);

    expect(shown).toMatchObject({ status: 200, body: { next_attempt_at } });
    expect(listed.body.models).toContainEqual(expect.objectContaining({ id, next_attempt_at }));
    expect(later.body.models).toMatchObject([{ id, next_attempt_at }]);
    expect(ended).toMatchObject({ status: 200, body: { status: "CANCELLED", next_attempt_at: null } });
  });

  test("is not there for another project, whatever is asked of it", async () => {
    const { id } = await given({ status: "FAILED" });

    for (const [method, path] of [
      ["GET", `/events/${id}`],
      ["GET", `/events/${id}/raw_body`],
      ["POST", `/events/${id}/retry`],
    ] as const) {
      const { status, body } = await api.call(method, path, { key: api.other.key });
      expect([status, body.data]).toEqual([404, { id }]);
    }
    expect((await api.call("GET", `/events?id=${id}`, { key: api.other.key })).body.count).toBe(0);
    expect((await api.call("GET", "/events", { key: api.other.key })).body.count).toBe(0);
  });
});

describe("a retry", () => {
  test.each(["FAILED", "SUCCESSFUL", "CANCELLED", "HOLD"])(
    "of a %s event puts it on its way",
    async (status) => {
      const { id, uuid } = await given({ status });

      const answer = await api.call("POST", `/events/${id}/retry`);

      expect([answer.status, answer.body.status]).toEqual([200, "QUEUED"]);
      expect(answer.body.next_attempt_at).not.toBeNull();
      const { rows } = await api.db.query("select trigger from events where id = $1", [uuid]);
      expect(rows).toEqual([{ trigger: "MANUAL" }]);
    },
  );

  test("of an event that is on its way is refused", async () => {
    const { id } = await given({ status: "QUEUED" });

    const { status, body } = await api.call("POST", `/events/${id}/retry`, { body: {} });

    expect([status, body.code]).toEqual([400, "BAD_REQUEST"]);
  });

  test("needs a connection that is there and enabled", async () => {
    const { id } = await given({ status: "FAILED" });

    await api.call("PUT", `/connections/${connection.id}/disable`);
    const disabled = await api.call("POST", `/events/${id}/retry`);
    await api.call("PUT", `/connections/${connection.id}/enable`);
    await api.db.query("update connections set deleted_at = now() where id = $1", [webhook_id]);
    const deleted = await api.call("POST", `/events/${id}/retry`);
    await api.db.query("update connections set deleted_at = null where id = $1", [webhook_id]);

    expect([disabled.status, disabled.body.code]).toEqual([422, "WEBHOOK_DISABLED"]);
    expect([deleted.status, deleted.body.code]).toEqual([422, "WEBHOOK_DELETED"]);
  });
});

async function cancelled(event: Parameters<typeof given>[0], action = "cancel") {
  const { id } = await given(event);
  return { id, ...(await api.call("PUT", `/events/${id}/${action}`, { body: {} })) };
}

describe("a cancellation", () => {
  test.each(["HOLD", "SCHEDULED", "QUEUED"])("of a %s event that was never tried ends it", async (status) => {
    for (const action of ["cancel", "mute"]) {
      const answer = await cancelled({ status, attempts: 0 }, action);

      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id: answer.id, status: "CANCELLED", next_attempt_at: null });
    }
  });

  test.each([
    ["SUCCESSFUL", 200],
    ["FAILED", 500],
  ])(
    "of a pending event brings back what its last attempt made of it: %s",
    async (before, response_status) => {
      const { body } = await cancelled({ status: "QUEUED", attempts: 1, response_status });

      expect(body).toMatchObject({ status: before, next_attempt_at: null });
    },
  );

  test("drops the retry that a failed event had before it", async () => {
    const { id, uuid } = await given({ status: "FAILED", response_status: 500 });
    await api.db.query("update events set next_attempt_at = now() + interval '1 hour' where id = $1", [uuid]);

    const { body } = await api.call("PUT", `/events/${id}/cancel`);

    expect(body).toMatchObject({ status: "FAILED", response_status: 500, next_attempt_at: null });
  });

  test.each(["SUCCESSFUL", "FAILED", "CANCELLED"])(
    "of a %s event changes nothing, and says so",
    async (status) => {
      const { id } = await given({ status });
      const { body: before } = await api.call("GET", `/events?id=${id}`);

      const { status: answered, body } = await api.call("PUT", `/events/${id}/cancel`);

      expect(answered).toBe(200);
      expect(body).toEqual(before.models[0]);
    },
  );

  test("is not for events of another project", async () => {
    const { id } = await given({ status: "HOLD" });

    for (const action of ["cancel", "mute"]) {
      const { status, body } = await api.call("PUT", `/events/${id}/${action}`, { key: api.other.key });
      expect([status, body.data]).toEqual([404, { id }]);
    }
    expect((await api.call("GET", `/events/${id}`)).body.status).toBe("HOLD");
  });
});

describe("a request", () => {
  test("is shown with what came in and what became of it", async () => {
    const { request_id, requestId } = await given(
      {},
      { body: "a=1", headers: ["content-type", "text/plain"] },
    );
    await api.db.query(
      "insert into ignored_events (team_id, request_id, webhook_id, cause) values ($1, $2, $3, 'DISABLED')",
      [api.team_id, request_id, webhook_id],
    );

    const { body } = await api.call("GET", `//dashboard-api/requests/${requestId}`);

    expect(body).toMatchObject({
      id: requestId,
      source_id: connection.source.id,
      verified: null,
      status: "accepted",
      rejection_cause: null,
      retried: false,
      original_event_data_id: requestId.replace("req_", "edt_"),
      events_count: 1,
      cli_events_count: 0,
      ignored_count: 1,
      data: {
        path: "/orders",
        query: null,
        parsed_query: null,
        headers: { "content-type": "text/plain" },
        body: "a=1",
      },
    });
    expect(body.ingested_at).toBe(body.created_at);
  });

  test("that found no connection counts as accepted, other causes as rejected", async () => {
    const make = async (rejection_cause?: string) =>
      publicId(
        "request",
        await givenRequest(api.db, {
          team_id: api.team_id,
          source_id,
          ...(rejection_cause !== undefined && { rejection_cause }),
        }),
      );
    const [fine, unconnected, broken] = [
      await make(),
      await make("NO_CONNECTION"),
      await make("UNPARSABLE_JSON"),
    ];
    const found = async (query: string) => {
      const { body } = await api.call("GET", `/requests?id=${fine},${unconnected},${broken}&${query}`);
      return body.models.map((model: { id: string }) => model.id);
    };

    expect(await found("status=accepted")).toEqual([unconnected, fine]);
    expect(await found("status=rejected")).toEqual([broken]);
    expect(await found("rejection_cause=NO_CONNECTION&rejection_cause=UNPARSABLE_JSON")).toEqual([
      broken,
      unconnected,
    ]);
    expect(await found("rejection_cause=")).toEqual([fine]);
    expect(await found("rejection_cause=null")).toEqual([fine]);
    expect((await api.call("GET", `//dashboard-api/requests/${unconnected}`)).body.status).toBe("accepted");
    expect((await api.call("GET", `//dashboard-api/requests/${broken}`)).body.status).toBe("rejected");
    expect(await found("events_count=0&ignored_count[lt]=1&cli_events_count=0&verified=false")).toHaveLength(
      3,
    );
    expect(await found("events_count[gt]=0")).toEqual([]);
    expect(await found("ingested_at[gte]=2020-01-01&created_at[lt]=2020-01-01")).toEqual([]);
    expect((await api.call("GET", "/requests?limit=1")).body.pagination).toMatchObject({
      order_by: "ingested_at",
      dir: "desc",
    });
    expect((await api.call("GET", "/requests?status=ACCEPTED")).status).toBe(422);
    expect((await api.call("GET", `/requests?id=${fine}&include=data`)).body.models[0].data.path).toBe(
      "/orders",
    );
  });

  test("that connections ignored is found by the cause and by the transformation that failed", async () => {
    const transformation = newId();
    const make = async (cause: string, meta: unknown) => {
      const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id });
      await api.db.query(
        "insert into ignored_events (team_id, request_id, webhook_id, cause, meta) values ($1, $2, $3, $4, $5)",
        [api.team_id, request_id, webhook_id, cause, JSON.stringify(meta)],
      );
      return publicId("request", request_id);
    };
    const filtered = await make("FILTERED", ["body"]);
    const failed = await make("TRANSFORMATION_FAILED", { transformation_id: transformation });
    const taken = publicId("request", await givenRequest(api.db, { team_id: api.team_id, source_id }));
    const found = async (query: string) => {
      const { body } = await api.call("GET", `/requests?id=${filtered},${failed},${taken}&${query}`);
      return body.models.map((model: { id: string }) => model.id);
    };

    expect(await found("cause=FILTERED")).toEqual([filtered]);
    expect(await found("cause[]=FILTERED&cause[]=TRANSFORMATION_FAILED")).toEqual([failed, filtered]);
    const known = publicId("transformation", transformation);
    expect(await found(`transformation_id=${known}`)).toEqual([failed]);
    expect(await found(`transformation_id=${known}&cause=FILTERED`)).toEqual([]);
    expect(await found(`transformation_id=${publicId("transformation", newId())}`)).toEqual([]);
    expect((await api.call("GET", "/requests?cause=NONE")).status).toBe(422);
  });

  test("without its body, because that was too large, says so by its cause", async () => {
    const id = publicId(
      "request",
      await givenRequest(api.db, {
        team_id: api.team_id,
        source_id,
        rejection_cause: "PAYLOAD_TOO_LARGE",
        body: null,
      }),
    );

    expect((await api.call("GET", `/requests/${id}`)).body.data.body).toBeNull();
    expect((await api.call("GET", `/requests/${id}`, { key: api.other.key })).status).toBe(404);
    expect((await api.call("GET", `/requests/${id}/raw_body`, { key: api.other.key })).status).toBe(404);
  });
});

describe("an attempt", () => {
  let event: Awaited<ReturnType<typeof given>>;
  beforeAll(async () => {
    event = await given({ attempts: 2, status: "SUCCESSFUL" });
    await api.db.query(
      `insert into attempts (team_id, event_id, webhook_id, attempt_number, trigger, status, response_status, error_code,
         http_method, requested_url, response_headers, response_body, created_at, delivered_at, responded_at)
       values
         ($1, $2, $1, 1, 'INITIAL', 'FAILED', null, 'TIMEOUT', 'POST', 'https://api.example.com/', null, null,
          '2026-01-01T00:00:00Z', null, null),
         ($1, $2, $1, 2, 'MANUAL', 'SUCCESSFUL', 200, null, 'POST', 'https://api.example.com/',
          '["Content-Type","application/json"]', '{"ok":true}',
          '2026-01-01T00:01:00Z', '2026-01-01T00:01:00.020Z', '2026-01-01T00:01:00.070Z')`,
      [api.team_id, event.uuid],
    );
  });

  test("is listed with its event, without the answer", async () => {
    const { body } = await api.call("GET", `/attempts?event_id=${event.id}`);

    expect(body.models.map((model: { attempt_number: number }) => model.attempt_number)).toEqual([2, 1]);
    expect(body.models[0]).toEqual({
      id: attemptId(event.uuid, 2),
      team_id: connection.team_id,
      event_id: event.id,
      destination_id: connection.destination.id,
      response_status: 200,
      attempt_number: 2,
      trigger: "MANUAL",
      error_code: null,
      bulk_retry_id: null,
      status: "SUCCESSFUL",
      successful_at: "2026-01-01T00:01:00.070Z",
      delivered_at: "2026-01-01T00:01:00.020Z",
      responded_at: "2026-01-01T00:01:00.070Z",
      delivery_latency: 20,
      response_latency: 50,
      updated_at: "2026-01-01T00:01:00.070Z",
      created_at: "2026-01-01T00:01:00.000Z",
    });
  });

  test("is got with the answer that came back", async () => {
    const { body } = await api.call("GET", `/attempts/${attemptId(event.uuid, 2)}`);

    expect(body).toMatchObject({
      body: { ok: true },
      requested_url: "https://api.example.com/",
      http_method: "POST",
    });
    expect((await api.call("GET", `/attempts/${attemptId(event.uuid, 1)}`)).body.body).toBeNull();
  });

  test("pages along its event and number, and is found by id", async () => {
    const list = (query: string) => api.call("GET", `/attempts?event_id=${event.id}&${query}`);
    const first = (await list("limit=1")).body;
    const second = (await list(`limit=1&next=${first.pagination.next}`)).body;

    expect([first.models[0].attempt_number, second.models[0].attempt_number]).toEqual([2, 1]);
    expect((await list(`next=${attemptId(event.uuid, 2)}`)).body.models).toHaveLength(1);
    expect((await list(`id=${attemptId(event.uuid, 1)}`)).body.models).toHaveLength(1);
  });

  test("is not there for another project, nor under a number never reached", async () => {
    for (const [id, key] of [
      [attemptId(event.uuid, 2), api.other.key],
      [attemptId(event.uuid, 3), api.key],
      [event.id, api.key],
    ] as const) {
      const { status, body } = await api.call("GET", `/attempts/${id}`, { key });
      expect([status, body.data]).toEqual([404, { id }]);
    }
    expect((await api.call("GET", "/attempts", { key: api.other.key })).body.count).toBe(0);
  });
});
