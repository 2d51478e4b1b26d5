/** Searches and filters over events and requests, with budgets so small that every page stops early and continues. */
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createdAt, newId } from "../../ids.ts";
import { createSearches } from "../../search/searches.ts";
import { deregisterProcess, registerProcess } from "../../store/processes.ts";
import { givenApi, givenEvent, givenRequest, type Answer, type GivenApi } from "../../testing/given-api.ts";

const FOUR_ROWS = { rows: 4, stepMs: 10_000, mostMs: 60_000, totalMs: 0 };

let api: GivenApi;
let connection: Answer["body"];
let other: Answer["body"];
beforeAll(async () => {
  api = await givenApi({ searches: createSearches({ columns: FOUR_ROWS, payloads: FOUR_ROWS }) });
  connection = await givenConnection("orders");
  other = await givenConnection("refunds");
});
afterAll(() => api.stop());

async function givenConnection(name: string) {
  const config = { url: "https://api.example.com/hooks" };
  const body = { name, source: { name }, destination: { name, config } };
  return (await api.call("POST", "/connections", { body })).body;
}

async function given(
  request: Partial<Parameters<typeof givenRequest>[1]> = {},
  event: Partial<Parameters<typeof givenEvent>[1]> = {},
  { to = connection, path = "/orders" }: { to?: Answer["body"]; path?: string } = {},
) {
  const team_id = request.team_id ?? api.team_id;
  const source_id = internalId("source", to.source.id) ?? "";
  const webhook_id = internalId("connection", to.id) ?? "";
  const request_id = await givenRequest(api.db, { team_id, source_id, ...request });
  const uuid = await givenEvent(api.db, { team_id, request_id, webhook_id, ...event });
  if (path !== "/orders")
    await api.db.query("update payloads set path = $2 where id = $1", [request_id, path]);
  return { uuid, id: publicId("event", uuid), request_id, requestId: publicId("request", request_id) };
}

interface Followed {
  ids: string[];
  pages: number;
  /** The cursor of the last page to the page before it. */
  prev: string | undefined;
}

/** Returns every id found by following `next`, or `prev`. */
async function follow(
  path: string,
  by: "next" | "prev" = "next",
  from?: string,
  meanwhile?: () => Promise<unknown>,
) {
  const followed: Followed = { ids: [], pages: 0, prev: undefined };
  let cursor = from;
  do {
    const { status, body } = await api.call("GET", cursor === undefined ? path : `${path}&${by}=${cursor}`);
    expect([status, body.count]).toEqual([200, body.models.length]);
    const ids = body.models.map((model: { id: string }) => model.id);
    followed.ids = by === "next" ? [...followed.ids, ...ids] : [...ids, ...followed.ids];
    followed.prev = body.pagination.prev;
    cursor = body.pagination[by];
    await meanwhile?.();
    expect(++followed.pages).toBeLessThan(500);
  } while (cursor !== undefined);
  return followed;
}

async function found(list: "events" | "requests", query: string): Promise<string[]> {
  return (await follow(`/${list}?${query}`)).ids;
}

const asJson = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const asked = (value: unknown) => `body=${asJson(value)}`;

test("a page that ends before it is full says up to which time it has looked", async () => {
  const events = [];
  for (let at = 0; at < 6; at += 1)
    events.push(await given({}, { status: at === 0 ? "SUCCESSFUL" : "FAILED" }));
  const connectionId = `webhook_id=${connection.id}`;

  const early = (await api.call("GET", `/events?${connectionId}&status=SUCCESSFUL`)).body;
  const full = (await api.call("GET", `/events?${connectionId}&status=FAILED&limit=2`)).body;

  expect(early.models).toEqual([]);
  expect(early.pagination.read_until).toBe(createdAt(events[2]?.uuid ?? ""));
  expect(full.models).toHaveLength(2);
  expect(full.pagination).not.toHaveProperty("read_until");
});

describe("a search term", () => {
  test("is found wherever it is in a long body, also where the slices meet that are compared one by one", async () => {
    const term = `Needle-${"ab-".repeat(1_000)}`;
    const slice = Math.ceil((8 * 1024 * 1024) / term.length);
    const offsets = [0, 1, slice - 1, slice, slice + 1, slice - 1_500, 3 * slice - 1, 10 * slice];
    const events: string[] = [];
    for (const [at, offset] of offsets.entries()) {
      const text = at % 2 === 0 ? term : term.toUpperCase();
      const rest = offset === 10 * slice ? "" : ".".repeat(4 * slice);
      events.unshift((await given({ body: `${".".repeat(offset)}${text}${rest}` })).id);
    }
    await given({ body: `${".".repeat(slice)}${term.replace("-ab-", "-xx-")}${".".repeat(slice)}` });

    expect(await found("events", `search_term=${term}`)).toEqual(events);
  });

  test("of a value may lie far into a long body", async () => {
    const id = `needle-${"cd-".repeat(1_000)}`;
    const long = await given({ body: JSON.stringify({ pad: "%".repeat(100_000), id }) });

    expect(await found("events", asked({ id }))).toEqual([long.id]);
  });

  test("is found in bodies, headers, queries and paths, in small and capital letters, and nowhere else", async () => {
    const word = "Zwetschge";
    const inBody = await given({ body: `{"fruit":"${word.toUpperCase()}"}` });
    const inHeader = await given({ headers: ["Content-Type", "text/plain", `X-${word}`, "1"] });
    const inQuery = await given({ query: `fruit=${word}` });
    const inPath = await given({}, {}, { path: `/fruit/${word}/7` });
    await given({ body: '{"fruit":"Pflaume"}' });
    await given({ team_id: api.other.team_id, body: word });
    const all = [inPath, inQuery, inHeader, inBody];

    expect(await found("events", "search_term=zwetschge")).toEqual(all.map(({ id }) => id));
    expect(await found("requests", "search_term=zwetschge")).toEqual(all.map(({ requestId }) => requestId));
    expect(
      (await api.call("GET", `/requests/${inBody.requestId}/events?search_term=ETSCHG`)).body.count,
    ).toBe(1);
    expect(
      (await api.call("GET", `/requests/${inBody.requestId}/events?search_term=pflaume`)).body.count,
    ).toBe(0);
  });

  test.each([
    ["signs that patterns know", "50%_off", '{"a":"50%_off"}', '{"a":"50 xoff"}'],
    ["backslashes", String.raw`C:\temp`, String.raw`{"a":"C:\\temp"}`, '{"a":"C:temp"}'],
    ["quotes that JSON escapes", 'say "hi"', String.raw`{"a":"say \"hi\""}`, '{"a":"say hi"}'],
    [
      "slashes that some escape",
      "https://a.example/b",
      String.raw`{"a":"https:\/\/a.example\/b"}`,
      '{"a":"https:"}',
    ],
    ["letters beyond ASCII", "Knödel", '{"a":"Knödel"}', '{"a":"Knodel"}'],
    ["the same, escaped", "Klößchen", String.raw`{"a":"Kl\u00f6\u00dfchen"}`, '{"a":"Klosschen"}'],
    ["digits alone", "9081726354", '{"a":9081726354}', '{"a":908172635}'],
    ["digits and letters", "evt-7788aB", '{"a":"EVT-7788Ab"}', '{"a":"EVT-7788ac"}'],
  ])("may hold %s", async (_name, term, body, without) => {
    const { id } = await given({ body });
    await given({ body: without });

    expect(await found("events", `search_term=${encodeURIComponent(term)}`)).toEqual([id]);
  });

  test("may be encoded in a query", async () => {
    const { id } = await given({ query: "customer=Ada%20L%C3%B6velace&x=1" });
    const plus = await given({ query: "customer=Ada+L%C3%B6velace" });

    expect(await found("events", `search_term=${encodeURIComponent("Ada Lövelace")}`)).toEqual([plus.id, id]);
  });

  test("is not looked for in bytes that are no text, and does not fail on them", async () => {
    const bytes = Buffer.concat([
      Buffer.from([0, 255, 254, 0]),
      Buffer.from("needle-in-bytes"),
      Buffer.from([0]),
    ]);
    const { id } = await given({ body: bytes });
    await given({ body: null });

    expect(await found("events", "search_term=NEEDLE-in-bytes")).toEqual([id]);
  });

  test("is not found in payloads that are too large", async () => {
    await given({ body: `"haystack-needle ${"x".repeat(2_500_000)}"` });
    const { id } = await given({ body: '"haystack-needle"' });

    expect(await found("events", "search_term=haystack-needle")).toEqual([id]);
    expect(await found("events", `body=${asJson("haystack-needle")}`)).toEqual([id]);
  });

  test("is found in what a bookmark keeps after its day is gone", async () => {
    const { id, request_id } = await given({ body: '"kept-for-long"' });
    await api.db.query("insert into kept_payloads select * from payloads where id = $1", [request_id]);
    await api.db.query("delete from payloads where id = $1", [request_id]);

    expect(await found("events", "search_term=kept-for-long")).toEqual([id]);
    expect(await found("events", `body=${asJson("kept-for-long")}`)).toEqual([id]);
  });

  test("has at least three characters", async () => {
    for (const path of ["/events", "/requests", `/requests/${(await given()).requestId}/events`]) {
      const { status, body } = await api.call("GET", `${path}?search_term=${encodeURIComponent(" ab ")}`);
      expect([status, body.data]).toEqual([422, ["Search term must be at least 3 characters"]]);
    }
  });
});

describe("a value filter", () => {
  test("finds what holds every value, as JSON or spelled out, and whatever else is there", async () => {
    const body = '{"invoice":{"number":4711,"open":true,"lines":[{"sku":"x-1"},{"sku":"x-2","gift":null}]}}';
    const { id, requestId } = await given({ body });
    await given({ body: '{"invoice":{"number":4712,"open":true,"lines":[{"sku":"x-1"}]}}' });
    await given({ body: '{"number":4711,"open":true}' });

    expect(await found("events", asked({ invoice: { number: 4711 } }))).toEqual([id]);
    expect(await found("events", asked({ invoice: { lines: [{ sku: "x-2" }] } }))).toEqual([id]);
    expect(await found("events", asked({ invoice: { lines: [{ gift: null }] } }))).toEqual([id]);
    expect(await found("events", asked({ invoice: { number: "4711" } }))).toEqual([]);
    expect(await found("events", "body[invoice][number]=4711&body[invoice][open]=true")).toEqual([id]);
    expect(await found("requests", "body[invoice][lines][0][sku]=x-2")).toEqual([requestId]);
  });

  test("finds values that are written with escapes", async () => {
    const json = await given({ body: String.raw`{"k\u0065y-of-seven":"\u0061bc"}` });
    const form = await given({
      headers: ["Content-Type", "application/x-www-form-urlencoded"],
      body: "k%65y-of-seven=%61bc",
    });

    expect(await found("events", `body=${asJson({ "key-of-seven": "abc" })}`)).toEqual([form.id, json.id]);
  });

  test("knows headers by any case of their name, and queries as they are parsed", async () => {
    const { id } = await given({
      headers: ["X-Tenant", "Blue", "x-n", "3"],
      query: "filter[state]=op%65n&page=2",
    });
    await given({ headers: ["X-Tenant", "blue"], query: "filter[state]=closed&page=2" });

    expect(await found("events", `headers=${asJson({ "x-tenant": "Blue", "X-N": 3 })}`)).toEqual([id]);
    expect(await found("events", "headers[X-TENANT]=Blue")).toEqual([id]);
    expect(await found("events", `parsed_query=${asJson({ filter: { state: "open" }, page: 2 })}`)).toEqual([
      id,
    ]);
    expect(await found("events", "parsed_query[filter][state]=open")).toEqual([id]);
  });

  test("a path is found by a piece of it", async () => {
    const { id } = await given({}, {}, { path: "/shops/Berlin-42/orders" });

    expect(await found("events", "path=berlin-42")).toEqual([id]);
    expect(await found("events", `path=${encodeURIComponent("%")}`)).toEqual([]);
    expect(await found("events", "path=berlin-42&search_term=nowhere")).toEqual([]);
  });

  test.each([
    ["body=%7Bnot", "body must be valid JSON"],
    [`headers=${asJson(Array.from({ length: 101 }, () => 1))}`, "Filter is too complex"],
    [`parsed_query=${"[".repeat(30)}${"]".repeat(30)}`, "Filter is too complex"],
    [String.raw`body=%7B%22a%22:%22\u0000%22%7D`, "body must be Unicode text without null characters"],
    [
      `search_term=${"x".repeat(4097)}`,
      "search_term length must be less than or equal to 4096 characters long",
    ],
    ["progressive=maybe", "progressive must be one of [true, false]"],
  ])("%s is refused", async (query, complaint) => {
    for (const list of ["events", "requests"]) {
      const { status, body } = await api.call("GET", `/${list}?${query}`);
      expect([status, body.data]).toEqual([422, [complaint]]);
    }
  });

  test("a page is never held back, so asking for progress changes nothing", async () => {
    expect((await api.call("GET", "/events?search_term=zwetschge&progressive=true")).status).toBe(200);
  });
});

/** Every column that a list can be filtered by, and which of the events below match. */
test("every filter on columns finds all it means, and nothing else, however it is looked for", async () => {
  const rows = [
    { name: "delivered", response_status: 200 },
    { name: "accepted", response_status: 202 },
    { name: "refused", status: "FAILED", response_status: 503, error_code: "BAD_RESPONSE", attempts: 3 },
    { name: "unheard", status: "FAILED", error_code: "TIMEOUT", attempts: 2 },
    { name: "held", status: "HOLD", attempts: 0 },
    { name: "dropped", status: "CANCELLED", attempts: 0 },
    { name: "later", status: "SCHEDULED", attempts: 0 },
    { name: "due", status: "QUEUED", attempts: 0 },
    { name: "on its way", status: "QUEUED", attempts: 1 },
    { name: "on its way again", status: "QUEUED", attempts: 2 },
    { name: "replayed", response_status: 200 },
    { name: "in bulk", status: "FAILED", response_status: 404, attempts: 7 },
    { name: "for a machine", response_status: 200 },
    { name: "in a group", response_status: 200 },
    { name: "in another", response_status: 200 },
    { name: "in none of them", response_status: 200 },
  ];
  const [bulk, cli, person] = [newId(), newId(), newId()];
  const to = await givenConnection("every-column");
  const nameOf = new Map<string, string>();
  const uuidOf = new Map<string, string>();
  const since = encodeURIComponent(new Date().toISOString());
  for (const { name, ...event } of rows) {
    const { uuid, id } = await given({}, event, { to });
    nameOf.set(id, name);
    uuidOf.set(name, uuid);
    await given({}, { response_status: 200 }, { to: other });
  }
  const change = (name: string, set: string, ...values: unknown[]) =>
    api.db.query(`update events set ${set} where id = $1`, [uuidOf.get(name), ...values]);
  await change("later", "next_attempt_at = now() + interval '1 day'");
  await change("on its way", "next_attempt_at = null, last_attempt_at = null, lease_owner = 1");
  await change("on its way again", "next_attempt_at = null, lease_owner = 1");
  await change("in bulk", "bulk_retry_id = $2", bulk);
  await change("for a machine", "cli_id = $2", cli);
  await api.db.query(
    "insert into cli_clients (id, team_id, device_name, user_id) values ($1, $2, 'laptop', $3)",
    [cli, api.team_id, person],
  );
  await change("in a group", "delivery_group = $2", "shop 1");
  await change("in another", "delivery_group = $2", "shop,2");
  await change("in none of them", "delivery_group = ''");
  const original = await given();
  await change("replayed", "event_data_id = $2", original.request_id);
  await api.db.query("update requests set payload_id = $2 where id = $1", [
    `${uuidOf.get("replayed")?.slice(0, 32)}0000`,
    original.request_id,
  ]);

  const all = rows.map(({ name }) => name);
  const except = (...names: string[]) => all.filter((name) => !names.includes(name));
  const never = ["held", "dropped", "later", "due"];
  const paced = ["in a group", "in another", "in none of them"];
  const queued = ["due", "on its way", "on its way again"];
  const expected: Record<string, string[]> = {
    [`webhook_id=${to.id}`]: all,
    [`source_id=${to.source.id}`]: all,
    [`destination_id=${to.destination.id}&webhook_id=${to.id},${other.id}`]: all,
    [`webhook_id=${to.id}&source_id=${other.source.id}`]: [],
    "status=FAILED": ["refused", "unheard", "in bulk"],
    "status=FAILED&status=HOLD": ["refused", "unheard", "held", "in bulk"],
    "status=QUEUED": queued,
    "status=QUEUED,CANCELLED": [],
    "status[]=QUEUED&status[]=CANCELLED&attempts[gte]=0": ["dropped", ...queued],
    "status=SUCCESSFUL": ["delivered", "accepted", "replayed", "for a machine", ...paced],
    "status=SCHEDULED": ["later"],
    "response_status=202": ["accepted"],
    "response_status=503": ["refused"],
    "response_status[gte]=400": ["refused", "in bulk"],
    "response_status[gte]=202&response_status[lte]=404": ["accepted", "in bulk"],
    "response_status[any]=false": ["unheard", ...never, "on its way", "on its way again"],
    "error_code=TIMEOUT": ["unheard"],
    "error_code[]=TIMEOUT&error_code[]=BAD_RESPONSE": ["refused", "unheard"],
    "attempts=0": never,
    "attempts=2": ["unheard", "on its way again"],
    "attempts[gt]=2": ["refused", "in bulk"],
    "attempts[lt]=2": except("refused", "unheard", "on its way again", "in bulk"),
    "next_attempt_at[any]=true": ["later", "due"],
    "next_attempt_at[any]=false": except("later", "due"),
    [`next_attempt_at[gt]=${encodeURIComponent(new Date(Date.now() + 3_600_000).toISOString())}`]: ["later"],
    [`successful_at[gte]=${since}`]: ["delivered", "accepted", "replayed", "for a machine", ...paced],
    [`successful_at[lte]=${since}`]: [],
    "last_attempt_at=": [...never, "on its way"],
    [`bulk_retry_id=${publicId("bulk_operation", bulk)}`]: ["in bulk"],
    [`bulk_retry_id=${publicId("bulk_operation", bulk)}&status=SUCCESSFUL`]: [],
    [`cli_id=${publicId("cli_client", cli)}`]: ["for a machine"],
    "cli_id[any]=true": ["for a machine"],
    [`cli_user_id=${person}`]: ["for a machine"],
    [`cli_user_id=${cli}`]: [],
    "delivery_group=shop%201": ["in a group"],
    "delivery_group=shop,2": ["in another"],
    "delivery_group[]=shop%201&delivery_group[]=shop,2&status=SUCCESSFUL": ["in a group", "in another"],
    "delivery_group=shop": [],
    "delivery_group=": [],
    [`event_data_id=${original.requestId.replace("req_", "edt_")}`]: ["replayed"],
    [`status=FAILED&webhook_id=${to.id}&attempts[gte]=2&response_status=404`]: ["in bulk"],
  };
  const expectAll = async (when: string) => {
    for (const [query, names] of Object.entries(expected)) {
      const limited = `${query}&created_at[gte]=${since}`;
      if (query === "status=QUEUED,CANCELLED") {
        expect((await api.call("GET", `/events?${limited}`)).status).toBe(422);
        continue;
      }
      const ids = await found("events", limited);
      const ours = ids.flatMap((id) => nameOf.get(id) ?? []);
      const inOrder = all.toReversed().filter((name) => names.includes(name));
      expect([when, query, ours]).toEqual([when, query, inOrder]);
    }
  };
  await expectAll("without statistics");
  // PostgreSQL now knows how few rows there are, and sorts them instead of reading an index in its order.
  await api.db.query("analyze events");
  await expectAll("with statistics");
});

test("pending events are found that a process holds from birth, or has claimed although they are older than its mark", async () => {
  const to = await givenConnection("pending");
  const since = encodeURIComponent(new Date().toISOString());
  const first = { status: "QUEUED", attempts: 1, response_status: null } as const;
  const old = [
    await given({}, first, { to }),
    await given({}, first, { to }),
    await given({}, first, { to }),
  ];
  const foreign = await given({ team_id: api.other.team_id }, first);
  const process = await registerProcess(api.db, newId());
  const born = [await given({}, first, { to }), await given({}, first, { to })];
  const hold = (ids: readonly { uuid: string }[], claimed_by: number | null) =>
    api.db.query(
      `update events set next_attempt_at = null, last_attempt_at = null, lease_owner = $2, claimed_by = $3
       where id = any ($1::uuid[])`,
      [ids.map(({ uuid }) => uuid), process, claimed_by],
    );
  await hold([...old, foreign], process);
  await hold(born.slice(0, 1), null);
  await hold(born.slice(1), process);

  const ids = await found("events", `status=QUEUED&created_at[gte]=${since}`);

  expect(ids).toEqual([...old, ...born].map(({ id }) => id).toReversed());
  await deregisterProcess(api.db, process);
});

test("every filter on columns of requests finds all it means", async () => {
  const since = encodeURIComponent(new Date().toISOString());
  const to = await givenConnection("every-request");
  const ids: Record<string, string> = {};
  const bulk = newId();
  for (const [name, cause] of Object.entries({
    taken: undefined,
    unconnected: "NO_CONNECTION",
    forged: "VERIFICATION_FAILED",
    broken: "UNPARSABLE_JSON",
  })) {
    const request = cause === undefined ? {} : { rejection_cause: cause };
    ids[name] = (await given(request, {}, { to })).requestId;
    await given({}, {}, { to: other });
  }
  await api.db.query("update requests set bulk_retry_id = $2, verified = true where id = $1", [
    internalId("request", ids["broken"] ?? ""),
    bulk,
  ]);

  for (const [query, names] of Object.entries({
    [`source_id=${to.source.id}`]: ["broken", "forged", "unconnected", "taken"],
    [`source_id=${to.source.id}&status=accepted`]: ["unconnected", "taken"],
    "status=rejected": ["broken", "forged"],
    "rejection_cause=VERIFICATION_FAILED": ["forged"],
    "rejection_cause[]=NO_CONNECTION&rejection_cause[]=UNPARSABLE_JSON": ["broken", "unconnected"],
    [`rejection_cause=&source_id=${to.source.id}`]: ["taken"],
    "verified=true": ["broken"],
    [`bulk_retry_id=${publicId("bulk_operation", bulk)}`]: ["broken"],
    [`events_count=1&source_id=${to.source.id}`]: ["broken", "forged", "unconnected", "taken"],
    [`ignored_count[gte]=1&source_id=${to.source.id}`]: [],
  })) {
    const followed = await found("requests", `${query}&ingested_at[gte]=${since}`);
    expect([query, followed]).toEqual([query, names.map((name) => ids[name])]);
  }
});

describe("going on", () => {
  test.each([
    ["a search", "search_term=goes-on", FOUR_ROWS.rows],
    ["a value filter", `body=${asJson({ mark: "goes-on" })}`, FOUR_ROWS.rows],
    ["a filter without an index", "response_status=207", FOUR_ROWS.rows],
    ["two connections", "webhook_id=both&error_code=TIMEOUT", FOUR_ROWS.rows],
  ])("meets every row of %s once, forwards and back, while others are added", async (_name, filter) => {
    const mark = newId();
    const query = filter.replace("both", `${connection.id},${other.id}`).replaceAll("goes-on", mark);
    const wanted: string[] = [];
    for (let number = 0; number < 24; number++) {
      const fits = number % 7 === 3;
      const event = fits
        ? { response_status: 207, error_code: "TIMEOUT" }
        : { response_status: 200, error_code: "BAD_RESPONSE" };
      const { uuid } = await given({ body: `{"mark":"${fits ? mark : "x"}"}` }, event, {
        to: number % 2 === 0 ? connection : other,
      });
      if (fits) wanted.unshift(publicId("event", uuid));
    }
    const since = encodeURIComponent(new Date(Date.now() - 60_000).toISOString());
    const isOurs = (ids: string[]) => ids.filter((id) => wanted.includes(id));
    const addAnother = () =>
      given({ body: `{"mark":"${mark}"}` }, { response_status: 207, error_code: "TIMEOUT" });
    const path = (limit: number) => `/events?${query}&limit=${limit}&created_at[gte]=${since}`;

    const forwards = await follow(path(2), "next", undefined, addAnother);
    expect(isOurs(forwards.ids)).toEqual(wanted);
    expect(new Set(forwards.ids).size).toBe(forwards.ids.length);
    expect(forwards.prev).toBeDefined();

    const back = await follow(path(2), "prev", forwards.prev);
    expect(isOurs([...back.ids, ...forwards.ids.slice(-2)])).toEqual(expect.arrayContaining(wanted));
    expect(new Set(back.ids).size).toBe(back.ids.length);
    const upwards = await follow(`${path(3)}&dir=asc`);
    expect(isOurs(upwards.ids)).toEqual(wanted.toReversed());
  });

  test("a page without rows leads on, and back to what came before it", async () => {
    const mark = newId();
    const first = await given({ body: mark });
    for (let number = 0; number < 10; number++) await given();
    const last = await given({ body: mark });
    const query = `/events?search_term=${mark}&limit=1`;

    const one = (await api.call("GET", query)).body;
    expect(one.models.map((model: { id: string }) => model.id)).toEqual([last.id]);
    const two = (await api.call("GET", `${query}&next=${one.pagination.next}`)).body;
    expect([two.count, typeof two.pagination.next]).toEqual([0, "string"]);
    const backAgain = await follow(query, "prev", two.pagination.prev);
    const onward = await follow(query, "next", two.pagination.next);

    expect([backAgain.ids, onward.ids]).toEqual([[last.id], [first.id]]);
  });

  test("a bare id is a place to go on from", async () => {
    const [first, second] = [await given(), await given()];

    const { body } = await api.call("GET", `/events?next=${second.id}&limit=1`);

    expect(body.models[0].id).toBe(first.id);
    expect((await api.call("GET", "/events?next=cur_nonsense")).body.data).toEqual([
      "next is not a cursor of this list",
    ]);
  });
});

test("a step over rows that each take very long ends after one of them, and the next page goes on", async () => {
  const slow = { rows: 1_000_000, stepMs: 0, mostMs: 0, totalMs: 0 };
  const patient = await givenApi({ searches: createSearches({ columns: slow, payloads: slow }) });
  try {
    const body = { source: { name: "s" }, destination: { name: "d", type: "MOCK_API" } };
    const { body: made } = await patient.call("POST", "/connections", { body });
    const webhook_id = internalId("connection", made.id) ?? "";
    const source_id = internalId("source", made.source.id) ?? "";
    const scope = { team_id: patient.team_id, source_id };
    const events: string[] = [];
    for (const word of ["needle", "hay", "needle"]) {
      const request_id = await givenRequest(patient.db, { ...scope, body: word });
      events.unshift(publicId("event", await givenEvent(patient.db, { ...scope, request_id, webhook_id })));
    }

    const pages: string[][] = [];
    let next = "";
    do {
      const { body: page } = await patient.call("GET", `/events?search_term=needle${next}`);
      pages.push(page.models.map((model: { id: string }) => model.id));
      next = page.pagination.next === undefined ? "" : `&next=${page.pagination.next}`;
    } while (next !== "");

    expect(pages).toEqual([[events[0]], [], [events[2]]]);
  } finally {
    await patient.stop();
  }
});

test("a step that runs out of time goes on with the row that it did not look at", async () => {
  const hurried = { rows: 1_000_000, stepMs: 0, mostMs: 60_000, totalMs: 0 };
  const slow = await givenApi({ searches: createSearches({ columns: hurried, payloads: hurried }) });
  try {
    const config = { url: "https://api.example.com/hooks" };
    const body = { name: "many", source: { name: "many" }, destination: { name: "many", config } };
    const webhook_id = internalId("connection", (await slow.call("POST", "/connections", { body })).body.id);
    const wanted: string[] = [];
    const ids = Array.from({ length: 900 }, () => newId());
    await slow.db.query(
      `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, response_status, updated_at)
       select $1, id, $2, $3, 'SUCCESSFUL', 1, 'INITIAL', case when number % 5 = 0 then 202 else 200 end, now()
       from unnest($4::uuid[]) with ordinality as one (id, number)`,
      [slow.team_id, webhook_id, newId(), ids],
    );
    for (const [at, id] of ids.entries()) if ((at + 1) % 5 === 0) wanted.unshift(publicId("event", id));
    const seen: string[] = [];
    const counts: number[] = [];
    let next = "";
    do {
      const { body: page } = await slow.call("GET", `/events?response_status=202&limit=250${next}`);
      counts.push(page.count);
      seen.push(...page.models.map((model: { id: string }) => model.id));
      next = page.pagination.next === undefined ? "" : `&next=${page.pagination.next}`;
    } while (next !== "");

    expect(seen).toEqual(wanted);
    expect(counts.length).toBeGreaterThan(2);
  } finally {
    await slow.stop();
  }
});
