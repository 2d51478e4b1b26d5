/** A received payload is sent again as a new request, in the one version that has replays. */
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenApi, givenEvent, givenRequest, type Answer, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

let made = 0;
async function connected(source?: string, rules: unknown[] = []): Promise<Answer["body"]> {
  const name = `n-${++made}`;
  const ends = {
    ...(source === undefined ? { source: { name } } : { source_id: source }),
    destination: { name, config: { url: "https://api.example.com" } },
  };
  return (await api.call("POST", "/connections", { body: { name, ...ends, rules } })).body;
}

/** Returns the request's public id. */
async function requestAt(source: string): Promise<string> {
  const source_id = internalId("source", source) ?? "";
  return publicId("request", await givenRequest(api.db, { team_id: api.team_id, source_id }));
}

async function eventOf(request: string, connection: string): Promise<string> {
  const request_id = internalId("request", request) ?? "";
  const webhook_id = internalId("connection", connection) ?? "";
  return publicId("event", await givenEvent(api.db, { team_id: api.team_id, request_id, webhook_id }));
}

const replay = (path: string, body?: unknown) => api.call("POST", `//2026-09-01${path}/replay`, { body });
const connectionsOf = ({ body }: Answer) =>
  new Set(body.events.map(({ webhook_id }: Answer["body"]) => webhook_id));

test("a request is sent through all connections of its source, as another request", async () => {
  const first = await connected();
  const second = await connected(first.source.id);
  const request = await requestAt(first.source.id);

  const answer = await replay(`/requests/${request}`);

  expect(answer.status).toBe(200);
  expect(connectionsOf(answer)).toEqual(new Set([first.id, second.id]));
  const [{ id, source_id, events_count }] = answer.body.requests;
  expect({ source_id, events_count }).toEqual({ source_id: first.source.id, events_count: 2 });
  expect(id).not.toBe(request);
  expect(answer.body.events[0]).toMatchObject({ request_id: id, status: "QUEUED" });
  const [before, after] = await Promise.all(
    [request, id].map(async (each) => (await api.call("GET", `/requests/${each}`)).body),
  );
  expect(after.data).toEqual(before.data);
  expect(before.events_count).toBe(0);
});

test("only the named connections get it", async () => {
  const first = await connected();
  const second = await connected(first.source.id);
  const path = `/requests/${await requestAt(first.source.id)}`;

  expect(connectionsOf(await replay(path, { webhook_ids: [second.id] }))).toEqual(new Set([second.id]));
});

test("connections of several sources get it as one request for each source", async () => {
  const first = await connected();
  const elsewhere = await connected();
  const beside = await connected(elsewhere.source.id);
  await connected(elsewhere.source.id); // not among the chosen connections
  const request = await requestAt(first.source.id);

  const answer = await replay(`/requests/${request}`, {
    webhook_ids: [elsewhere.id, first.id, beside.id, elsewhere.id],
  });

  expect(answer.status).toBe(200);
  const { requests, events } = answer.body;
  const countOf = Object.fromEntries(
    requests.map(({ source_id, events_count }: Answer["body"]) => [source_id, events_count]),
  );
  expect(countOf).toEqual({ [first.source.id]: 1, [elsewhere.source.id]: 2 });
  const requestOf = new Map<string, string>(
    requests.map(({ id, source_id }: Answer["body"]) => [source_id, id]),
  );
  expect(
    new Set(events.map(({ webhook_id, request_id }: Answer["body"]) => `${webhook_id} ${request_id}`)),
  ).toEqual(
    new Set([
      `${first.id} ${requestOf.get(first.source.id)}`,
      `${elsewhere.id} ${requestOf.get(elsewhere.source.id)}`,
      `${beside.id} ${requestOf.get(elsewhere.source.id)}`,
    ]),
  );
  expect(events).toHaveLength(3);
});

test("connections that are named elsewhere get it although its own source is deleted", async () => {
  const first = await connected();
  const elsewhere = await connected();
  const request = await requestAt(first.source.id);
  await api.call("DELETE", `/sources/${first.source.id}`);

  const answer = await replay(`/requests/${request}`, { webhook_ids: [elsewhere.id] });

  expect(connectionsOf(answer)).toEqual(new Set([elsewhere.id]));
});

test("connections that are none of the project's, or none of the named source's, are refused whole", async () => {
  const first = await connected();
  const elsewhere = await connected();
  const deleted = await connected(first.source.id);
  await api.call("DELETE", `/connections/${deleted.id}`);
  const { key } = api.other;
  const name = `n-${++made}`;
  const ends = { source: { name }, destination: { name, config: { url: "https://api.example.com" } } };
  const foreign = (await api.call("POST", "/connections", { key, body: { name, ...ends } })).body;
  const path = `/requests/${await requestAt(first.source.id)}`;
  const refusal = async (body: unknown) => {
    const answer = await replay(path, body);
    return [answer.status, answer.body.data];
  };

  for (const id of [deleted.id, foreign.id, "web_unknown"])
    expect(await refusal({ webhook_ids: [first.id, id] })).toEqual([
      422,
      ["webhook_ids[1] is not the id of a connection of the project"],
    ]);
  expect(await refusal({ source_id: first.source.id, webhook_ids: [first.id, elsewhere.id] })).toEqual([
    422,
    ["webhook_ids[1] is not the id of a connection of the source"],
  ]);
  await api.call("PUT", `/sources/${elsewhere.source.id}/disable`);
  expect(await refusal({ webhook_ids: [first.id, elsewhere.id] })).toEqual([
    400,
    { source_id: elsewhere.source.id },
  ]);
  expect((await api.call("GET", `/requests?source_id=${first.source.id}`)).body.count).toBe(1);
});

test("a source without connections takes it in and rejects it, as it would from a sender", async () => {
  const first = await connected();
  const lonely = (await api.call("POST", "/sources", { body: { name: `n-${++made}` } })).body;

  const { body } = await replay(`/requests/${await requestAt(first.source.id)}`, { source_id: lonely.id });

  expect(body.events).toEqual([]);
  expect(body.requests).toMatchObject([{ source_id: lonely.id, rejection_cause: "NO_CONNECTION" }]);
});

test("it may come in at another source, and is decided by the rules there", async () => {
  const first = await connected();
  const strict = await connected(undefined, [{ type: "filter", body: { hello: "moon" } }]);
  const path = `/requests/${await requestAt(first.source.id)}`;

  const { body } = await replay(path, { source_id: strict.source.id });

  expect(body.events).toEqual([]);
  expect(body.requests).toMatchObject([{ source_id: strict.source.id, ignored_count: 1 }]);
});

test("an event is sent through its own connection", async () => {
  const first = await connected();
  await connected(first.source.id);
  const event = await eventOf(await requestAt(first.source.id), first.id);

  const answer = await replay(`/events/${event}`);

  expect(connectionsOf(answer)).toEqual(new Set([first.id]));
  expect(answer.body.events[0].id).not.toBe(event);
});

test("an event that a transformation changed is transformed from what came in", async () => {
  const code = `addHandler("transform", (request) => ({ ...request, body: { seen: request.body } }));`;
  const transformation = { name: `t-${++made}`, code };
  const first = await connected(undefined, [{ type: "transform", transformation }]);
  const made1 = await replay(`/requests/${await requestAt(first.source.id)}`);

  const made2 = await replay(`/events/${made1.body.events[0].id}`);

  const { data } = (await api.call("GET", `/events/${made2.body.events[0].id}`)).body;
  expect(data.body).toEqual({ seen: { hello: "world" } });
});

test("what cannot be replayed says why", async () => {
  const first = await connected();
  const request = await requestAt(first.source.id);
  const event = await eventOf(request, first.id);
  const told = async (path: string, body?: unknown) => {
    const { status, body: answer } = await replay(path, body);
    return [status, answer.message];
  };

  expect(await told("/requests/req_unknown")).toEqual([404, "Not Found"]);
  expect(await told("/events/evt_unknown")).toEqual([404, "Not Found"]);
  expect(await told(`/requests/${request}`, { source_id: "src_unknown" })).toEqual([404, "Not Found"]);

  await api.call("PUT", `/connections/${first.id}/disable`);
  expect(await told(`/events/${event}`)).toEqual([422, "The connection of this event is disabled"]);
  await api.call("PUT", `/sources/${first.source.id}/disable`);
  expect(await told(`/requests/${request}`)).toEqual([400, "The source is disabled"]);
  await api.call("DELETE", `/sources/${first.source.id}`);
  expect((await replay(`/requests/${request}`)).status).toBe(410);
  expect(await told(`/events/${event}`)).toEqual([422, "The connection of this event was deleted"]);
});

test("data that is not there cannot be replayed", async () => {
  const first = await connected();
  const request = await requestAt(first.source.id);
  const event = await eventOf(request, first.id);
  await api.db.query("delete from payloads where id = $1", [internalId("request", request)]);

  const source_id = internalId("source", first.source.id) ?? "";
  const unkept = { team_id: api.team_id, source_id, rejection_cause: "PAYLOAD_TOO_LARGE", body: null };
  const tooLarge = publicId("request", await givenRequest(api.db, unkept));

  for (const path of [`/requests/${request}`, `/events/${event}`, `/requests/${tooLarge}`])
    expect((await replay(path)).body).toMatchObject({
      code: "DATA_ARCHIVED",
      message: "The data of this request is archived",
    });
});

test("no other version has it", async () => {
  const { status, body } = await api.call("POST", "/requests/req_1/replay");

  expect([status, body.data]).toEqual([404, undefined]);
});
