/** `hookdeck gateway request …`, `event …` and `attempt …`: every command, with every flag. */
import { afterAll, beforeAll, expect } from "vitest";
import type { ApiCall } from "../testing/api-call.ts";
import { eventually, startFarEnd } from "../testing/gateway.ts";
import { type Command, testCommands } from "../testing/hookdeck-commands.ts";

const LONG_AGO = "2020-01-01T00:00:00Z";
const FAR_AHEAD = "2120-01-01T00:00:00Z";

let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  farEnd = await startFarEnd((request, response) => {
    response.statusCode = request.url?.startsWith("/refuse") ? 500 : 200;
    response.setHeader("content-type", "application/json").end('{"seen":true}');
  });
});
afterAll(() => farEnd.close());

/**
 * Two requests at one source with four connections: one destination accepts, one answers 500, one
 * connection delays for an hour, and one filters everything out.
 */
async function givenFlow(api: ApiCall) {
  const connect = (name: string, path: string, rules: object[] = []) =>
    api("POST", "/connections", {
      name,
      ...(name === "taken" ? { source: { name: "shop" } } : { source_id: connections["taken"]?.source.id }),
      destination: { name, config: { url: farEnd.url + path } },
      rules,
    });
  // oxlint-disable-next-line typescript/no-explicit-any -- the far side of the wire has no types
  const connections: Record<string, any> = {};
  connections["taken"] = await connect("taken", "/take");
  connections["refused"] = await connect("refused", "/refuse");
  connections["held"] = await connect("held", "/take", [{ type: "delay", delay: 3_600_000 }]);
  connections["closed"] = await connect("closed", "/take", [{ type: "filter", body: { kind: "nothing" } }]);
  const { source } = connections["taken"];

  async function send(path: string, body: object, headers: Record<string, string>): Promise<string> {
    const response = await fetch(source.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { request_id: string }).request_id; // what our own ingest answers
  }
  const requests = [
    await send("/orders?page=1", { kind: "order", lines: { count: 1 } }, { "x-shop": "one" }),
    await send("/bills?page=2", { kind: "bill", lines: { count: 2 } }, { "x-shop": "two" }),
  ];
  const { models } = await eventually(
    () => api("GET", "/events"),
    (page) => page.count === 6 && page.models.every(({ status }: { status: string }) => status !== "QUEUED"),
  );
  await eventually(
    () => api("GET", "/requests"),
    (page) => page.models.every(({ ignored_count }: { ignored_count: number }) => ignored_count === 1),
  );
  /** The event that a request became on a connection. */
  const eventOf = (request: string | undefined, connection: string) =>
    models.find(
      (event: { request_id: string; webhook_id: string }) =>
        event.request_id === request && event.webhook_id === connections[connection].id,
    );
  /** Names events as `order taken`, in the order of arrival. */
  const name = (event: { request_id: string; webhook_id: string }) => {
    const connection = Object.values(connections).find(({ id }) => id === event.webhook_id);
    return `${event.request_id === requests[0] ? "order" : "bill"} ${connection.name}`;
  };
  return { connections, source, requests, events: models, eventOf, name };
}

type Flow = Awaited<ReturnType<typeof givenFlow>>;

const on = (connection: string) => [`bill ${connection}`, `order ${connection}`];

/** The filters that `event list` and `request events` share, and the events that each one selects. */
function eventFilters({
  connections,
  source,
  events,
  eventOf,
  name,
  requests,
}: Flow): [flags: string[], names: string[]][] {
  const orders = ["order held", "order refused", "order taken"];
  const bills = ["bill held", "bill refused", "bill taken"];
  const all = [...bills, ...orders];
  const { last_attempt_at } = eventOf(requests[0], "taken");
  const attemptedThen = events.filter(
    (event: { last_attempt_at: string }) => event.last_attempt_at === last_attempt_at,
  );
  return [
    [[], all],
    [["--status", "FAILED"], on("refused")],
    [["--status", "SCHEDULED"], on("held")],
    [["--connection-id", connections["taken"].id], on("taken")],
    [["--destination-id", connections["refused"].destination.id], on("refused")],
    [["--source-id", source.id], all],
    [["--source-id", "src_03h8nagewsolou7dnb8yt55qt"], []],
    [["--attempts", "1"], all.filter((each) => !each.endsWith("held"))],
    [["--attempts", "0"], on("held")],
    [["--response-status", "500"], on("refused")],
    [["--issue-id", "iss_none"], []],
    [["--error-code", "TIMEOUT"], []],
    [["--cli-id", "cli_034xuLgODXwLVZmdBjPjxl"], []],
    [["--body", '{"kind":"order"}'], orders],
    [["--body", '{"lines":{"count":2}}'], bills],
    [["--headers", '{"x-shop":"two"}'], bills],
    [["--parsed-query", '{"page":"1"}'], orders],
    [["--path", "/bil"], bills],
    [["--created-after", LONG_AGO, "--created-before", FAR_AHEAD], all],
    [["--created-after", FAR_AHEAD], []],
    [["--created-before", LONG_AGO], []],
    [["--successful-at-after", LONG_AGO, "--successful-at-before", FAR_AHEAD], on("taken")],
    [["--successful-at-after", FAR_AHEAD], []],
    [["--successful-at-before", LONG_AGO], []],
    [
      ["--last-attempt-at-after", last_attempt_at, "--last-attempt-at-before", last_attempt_at],
      attemptedThen.map(name),
    ],
    [["--last-attempt-at-after", FAR_AHEAD], []],
    [["--last-attempt-at-before", LONG_AGO], []],
    [["--order-by", "created_at", "--dir", "asc"], all.toReversed()],
  ];
}

/** Reads page by page, forwards and backwards. */
async function turnsPages(
  run: Command,
  args: string[],
  name: (row: never) => string,
  names: string[],
): Promise<void> {
  const first = await run.json(...args, "--limit", "2");
  expect(first.models.map(name)).toEqual(names.slice(0, 2));
  expect(first.pagination).toMatchObject({ limit: 2, prev: null });
  const second = await run.json(...args, "--limit", "2", "--next", first.pagination.next);
  expect(second.models.map(name)).toEqual(names.slice(2, 4));
  const back = await run.json(...args, "--limit", "2", "--prev", second.pagination.prev);
  expect(back.models.map(name)).toEqual(names.slice(0, 2));
}

const LEFT_OUT = {
  "--delivery-group": "deliveries are not grouped, so no event has one",
};

testCommands(
  ["gateway", "event"],
  {
    async list({ run, api }) {
      const flow = await givenFlow(api);
      const { eventOf, requests, name } = flow;

      for (const [flags, names] of eventFilters(flow))
        expect([flags, (await run.json(...flags)).models.map(name)]).toEqual([flags, names]);
      const ids = [eventOf(requests[0], "taken").id, eventOf(requests[1], "held").id];
      expect((await run.json("--id", ids.join(","))).models.map(name)).toEqual(["bill held", "order taken"]);
      await turnsPages(run, [], name, ["bill held", "bill refused", "bill taken", "order held"]);
      expect(await run.text()).toContain(ids[0]);
      expect(await run.refused("--status", "LOST")).toContain("is not supported by this command");
    },

    async get({ run, api }) {
      const { connections, source, requests, eventOf } = await givenFlow(api);
      const { id, event_data_id } = eventOf(requests[0], "refused");

      expect(await run.json(id)).toMatchObject({
        id,
        status: "FAILED",
        webhook_id: connections["refused"].id,
        source_id: source.id,
        destination_id: connections["refused"].destination.id,
        request_id: requests[0],
        event_data_id,
        attempts: 1,
        response_status: 500,
        data: {
          path: "/orders",
          parsed_query: { page: "1" },
          headers: { "x-shop": "one", "content-type": "application/json" },
          body: { kind: "order", lines: { count: 1 } },
        },
      });
      expect(await run.text(id)).toContain("FAILED");
      expect(await run.refused("evt_034xuIRvzVwdzSCfGq6ZsV")).toContain("Not Found");
      expect(await run.refused("nonsense")).toContain("Not Found");
    },

    async retry({ run, api }) {
      const { requests, eventOf } = await givenFlow(api);
      const { id } = eventOf(requests[0], "refused");

      expect(await run.text(id)).toContain(`Event ${id} retry requested.`);
      const page = await eventually(
        () => api("GET", `/attempts?event_id=${id}`),
        ({ count }) => count === 2,
      );
      expect(page.models).toMatchObject([
        { attempt_number: 2, trigger: "MANUAL", status: "FAILED" },
        { attempt_number: 1, trigger: "INITIAL", status: "FAILED" },
      ]);
      expect(await run.refused("evt_034xuIRvzVwdzSCfGq6ZsV")).toContain("Not Found");
    },

    async cancel({ run, api }) {
      const { requests, eventOf } = await givenFlow(api);
      const { id } = eventOf(requests[0], "held");

      expect(await run.text(id)).toContain(`Event ${id} cancelled.`);
      expect(await api("GET", `/events/${id}`)).toMatchObject({ status: "CANCELLED", next_attempt_at: null });
      expect(await run.refused("evt_034xuIRvzVwdzSCfGq6ZsV")).toContain("Not Found");
    },

    async mute({ run, api }) {
      const { requests, eventOf } = await givenFlow(api);
      const { id } = eventOf(requests[1], "held");

      expect(await run.text(id)).toContain(`Event ${id} muted.`);
      expect(await api("GET", `/events/${id}`)).toMatchObject({ status: "CANCELLED", next_attempt_at: null });
      expect(await run.refused("evt_034xuIRvzVwdzSCfGq6ZsV")).toContain("Not Found");
    },

    async "raw-body"({ run, api }) {
      const { requests, eventOf } = await givenFlow(api);

      const printed = JSON.parse(await run.text(eventOf(requests[0], "taken").id));
      expect(printed).toEqual({ body: '{"kind":"order","lines":{"count":1}}' });
      expect(await run.refused("evt_034xuIRvzVwdzSCfGq6ZsV")).toContain("Not Found");
    },
  },
  LEFT_OUT,
);

testCommands(
  ["gateway", "request"],
  {
    async list({ run, api }) {
      const { source, requests } = await givenFlow(api);
      const [order, bill] = requests;
      const lonely = await api("POST", "/sources", { name: "lonely" });
      const closed = { auth_type: "API_KEY", auth: { header_key: "x-key", api_key: "k1" } };
      const guarded = await api("POST", "/sources", { name: "guarded", config: closed });
      await fetch(lonely.url, { method: "POST", body: "{}" });
      await fetch(guarded.url, { method: "POST", body: "{}" });
      await fetch(guarded.url, { method: "POST", body: "{}", headers: { "x-key": "k1" } });
      const rows = (await api("GET", "/requests")).models;
      const names = new Map<string, string>(
        rows.map((row: { id: string; rejection_cause: string | null; verified: boolean }) => [
          row.id,
          row.id === order ? "order" : row.id === bill ? "bill" : `${row.rejection_cause} ${row.verified}`,
        ]),
      );
      const name = (row: { id: string }) => names.get(row.id) ?? row.id;
      const [verified, unverified, alone] = [
        "NO_CONNECTION true",
        "VERIFICATION_FAILED false",
        "NO_CONNECTION false",
      ];
      const all = [verified, unverified, alone, "bill", "order"];
      const ingestedAt = (await api("GET", `/requests/${order}`)).ingested_at;
      const ingestedThen = rows.filter((row: { ingested_at: string }) => row.ingested_at === ingestedAt);

      const filters: [flags: string[], names: string[]][] = [
        [[], all],
        [["--status", "rejected"], [unverified]],
        [["--status", "accepted"], all.filter((each) => each !== unverified)],
        [["--rejection-cause", "VERIFICATION_FAILED"], [unverified]],
        [["--verified", "true"], [verified]],
        [
          ["--source-id", source.id],
          ["bill", "order"],
        ],
        [
          ["--id", `${order},${bill}`],
          ["bill", "order"],
        ],
        [["--body", '{"kind":"order"}'], ["order"]],
        [["--headers", '{"x-shop":"two"}'], ["bill"]],
        [["--parsed-query", '{"page":"1"}'], ["order"]],
        [["--path", "/bil"], ["bill"]],
        [["--created-after", LONG_AGO, "--created-before", FAR_AHEAD], all],
        [["--created-after", FAR_AHEAD], []],
        [["--created-before", LONG_AGO], []],
        [["--ingested-at-after", ingestedAt, "--ingested-at-before", ingestedAt], ingestedThen.map(name)],
        [["--ingested-at-after", FAR_AHEAD], []],
        [["--ingested-at-before", LONG_AGO], []],
        [["--order-by", "ingested_at", "--dir", "asc"], all.toReversed()],
      ];
      for (const [flags, expected] of filters)
        expect([flags, (await run.json(...flags)).models.map(name)]).toEqual([flags, expected]);
      await turnsPages(run, [], name, all);
      expect(await run.text()).toContain(order);
      expect(await run.refused("--status", "lost")).toContain("status");
    },

    async get({ run, api }) {
      const { source, requests } = await givenFlow(api);
      const [order = ""] = requests;

      expect(await run.json(order)).toMatchObject({
        id: order,
        source_id: source.id,
        events_count: 3,
        cli_events_count: 0,
        ignored_count: 1,
        data: {
          path: "/orders",
          parsed_query: { page: "1" },
          headers: { "x-shop": "one" },
          body: { kind: "order", lines: { count: 1 } },
        },
      });
      expect(await run.text(order)).toContain(order);
      expect(await run.refused("req_034xuIRvzVwdzSCfGq6ZsV")).toContain("Not Found");
    },

    async retry({ run, api }) {
      const { connections, requests } = await givenFlow(api);
      const [order = "", bill = ""] = requests;
      await api("PUT", `/connections/${connections["closed"].id}`, { rules: [] });
      const routed = (request: string) =>
        eventually(
          () => api("GET", `/requests/${request}/events?webhook_id=${connections["closed"].id}`),
          ({ count }) => count > 0,
        );

      expect(await run.text(order)).toContain(`Request ${order} retry requested.`);
      expect((await routed(order)).count).toBe(1);
      expect(await run.refused(bill, "--connection-ids", connections["taken"].id)).toContain(
        "not eligible for retry",
      );
      expect(await run.text(bill, "--connection-ids", connections["closed"].id)).toContain("retry requested");
      expect((await routed(bill)).count).toBe(1);
      expect(await run.refused(bill)).toContain("not eligible for retry");
      expect(await run.refused("req_034xuIRvzVwdzSCfGq6ZsV")).toContain("Not Found");
    },

    async events({ run, api }) {
      const flow = await givenFlow(api);
      const { requests, eventOf, name } = flow;
      const [order = "", bill = ""] = requests;

      for (const [flags, names] of eventFilters(flow)) {
        const ofOrder = names.filter((each) => each.startsWith("order"));
        expect([flags, (await run.json(order, ...flags)).map(name)]).toEqual([flags, ofOrder]);
      }
      // The client does not print the cursors; the id of an event works as well.
      const names = async (...flags: string[]) => (await run.json(bill, "--limit", "2", ...flags)).map(name);
      expect(await names()).toEqual(["bill held", "bill refused"]);
      expect(await names("--next", eventOf(bill, "refused").id)).toEqual(["bill taken"]);
      expect(await names("--prev", eventOf(bill, "taken").id)).toEqual(["bill held", "bill refused"]);
      expect(await run.text(order)).toContain("SCHEDULED");
      expect(await run.refused("req_034xuIRvzVwdzSCfGq6ZsV")).toContain("Not Found");
    },

    async "ignored-events"({ run, api }) {
      const { connections, requests } = await givenFlow(api);
      const ignored = { id: `${requests[0]}:${connections["closed"].id}`, request_id: requests[0] };
      const [order = ""] = requests;

      expect(await run.json(order)).toMatchObject([ignored]);
      expect(await run.json(order, "--limit", "1")).toMatchObject([ignored]);
      expect(await run.json(order, "--next", ignored.id)).toEqual([]);
      expect(await run.json(order, "--prev", ignored.id)).toEqual([]);
      expect(await run.text(order)).toContain(connections["closed"].id);
      expect(await run.refused("req_034xuIRvzVwdzSCfGq6ZsV")).toContain("Not Found");
    },

    async "raw-body"({ run, api }) {
      const { requests } = await givenFlow(api);

      const printed = JSON.parse(await run.text(requests[1] ?? ""));
      expect(printed).toEqual({ body: '{"kind":"bill","lines":{"count":2}}' });
      expect(await run.refused("req_034xuIRvzVwdzSCfGq6ZsV")).toContain("Not Found");
    },
  },
  LEFT_OUT,
);

const number = (attempt: { attempt_number: number }) => String(attempt.attempt_number);

testCommands(["gateway", "attempt"], {
  async list({ run, api }) {
    const { requests, eventOf } = await givenFlow(api);
    const { id } = eventOf(requests[0], "refused");
    for (const count of [2, 3]) {
      await api("POST", `/events/${id}/retry`);
      await eventually(
        () => api("GET", `/attempts?event_id=${id}`),
        (page) => page.count === count,
      );
    }
    const numbers = async (...args: string[]) =>
      (await run.json("--event-id", id, ...args)).models.map(number);

    expect(await numbers()).toEqual(["3", "2", "1"]);
    expect(await numbers("--order-by", "created_at", "--dir", "asc")).toEqual(["1", "2", "3"]);
    await turnsPages(run, ["--event-id", id], number, ["3", "2", "1"]);
    expect(await run.text("--event-id", id)).toContain("atm_");
  },

  async get({ run, api }) {
    const { connections, requests, eventOf } = await givenFlow(api);
    const event = eventOf(requests[0], "refused");
    const { models } = await api("GET", `/attempts?event_id=${event.id}`);

    expect(await run.json(models[0].id)).toMatchObject({
      id: models[0].id,
      event_id: event.id,
      destination_id: connections["refused"].destination.id,
      attempt_number: 1,
      trigger: "INITIAL",
      status: "FAILED",
      response_status: 500,
      http_method: "POST",
      requested_url: `${farEnd.url}/refuse/orders?page=1`,
      body: { seen: true },
    });
    expect(await run.text(models[0].id)).toContain("500");
    expect(await run.refused("atm_034xuIRvzVwdzSCfGq6ZsV1")).toContain("Not Found");
  },
});
