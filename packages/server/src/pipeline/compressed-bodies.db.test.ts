/** What happens to a compressed body? From the sender to the far end, the API and the screens behind it. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../testing/gateway.ts";
import type { Answer, GivenApi } from "../testing/given-api.ts";
import { givenApiWithGateway, type ApiWithGateway } from "../testing/given-api-with-gateway.ts";

let whole: ApiWithGateway;
let api: GivenApi;
beforeAll(async () => {
  whole = await givenApiWithGateway();
  ({ api } = whole);
});
afterAll(() => whole.stop());

async function given(rules: object[] = []) {
  const { url, path } = await whole.connect({ rules });
  return {
    send: async (body: Buffer, coding = "gzip"): Promise<string> => {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "content-encoding": coding },
        body: new Uint8Array(body),
      });
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { request_id: string }).request_id;
    },
    arrivals: (count: number) =>
      eventually(
        async () => whole.farEnd.received.filter((received) => received.url === path),
        (received) => received.length >= count,
      ),
    ignored: (request: string) =>
      eventually<Answer["body"]>(
        async () =>
          (await api.call("GET", `//dashboard-api/requests/${request}/ignored_events`)).body.models[0],
        (model) => model !== undefined,
      ),
  };
}

const packed = (value: unknown, level = 6) => gzipSync(JSON.stringify(value), { level });

test("it is delivered byte for byte with its header, and shown decoded", async () => {
  const { send, arrivals } = await given();
  const body = packed({ kind: "paid" });

  const request = await send(body);
  const [received] = await arrivals(1);

  expect(received?.body.equals(body)).toBe(true);
  expect(received?.headers["content-encoding"]).toBe("gzip");
  const { data } = (await api.call("GET", `/requests/${request}`)).body;
  expect(data.body).toEqual({ kind: "paid" });
  expect(data.headers["content-encoding"]).toBe("gzip");
  const listed = (await api.call("GET", "/requests?include=data")).body.models;
  expect(listed.find(({ id }: { id: string }) => id === request).data.body).toEqual({ kind: "paid" });
  const [event] = (await api.call("GET", `/requests/${request}/events`)).body.models;
  for (const path of [`requests/${request}`, `events/${event.id}`])
    expect((await api.call("GET", `//dashboard-api/${path}/content`)).body).toEqual({
      method: "POST",
      coding: "gzip",
      content: '{"kind":"paid"}',
    });
});

test("filters look into it", async () => {
  const { send, arrivals, ignored } = await given([{ type: "filter", body: { kind: { $eq: "paid" } } }]);

  const unpaid = await send(packed({ kind: "unpaid" }));
  await send(packed({ kind: "paid" }));

  expect(await ignored(unpaid)).toMatchObject({ cause: "FILTERED", meta: ["body"] });
  expect((await arrivals(1)).map(({ body }) => body)).toEqual([packed({ kind: "paid" })]);
});

test("two that were compressed differently are duplicates if their content is the same", async () => {
  const { send, ignored } = await given([{ type: "deduplicate", window: 60_000 }]);
  const value = { text: "again and again and again and again" };

  await send(packed(value, 0));
  const second = await send(packed(value, 9));

  expect(await ignored(second)).toMatchObject({ cause: "DUPLICATE" });
});

test("a transformation gets the content, and what it returns is delivered uncompressed", async () => {
  const code = `addHandler("transform", (request) => { request.body.seen = request.headers["content-encoding"] ?? null; return request; });`;
  const { send, arrivals } = await given([{ type: "transform", transformation: { name: "t", code } }]);

  await send(packed({ kind: "paid" }));
  const [received] = await arrivals(1);

  expect(JSON.parse(received?.body.toString() ?? "")).toEqual({ kind: "paid", seen: null });
  expect(received?.headers).not.toHaveProperty("content-encoding");
});

test("a broken one is taken in as it came: rules see text, and it is delivered unchanged", async () => {
  const plain = await given();
  const filtered = await given([{ type: "filter", body: { kind: { $eq: "paid" } } }]);
  const broken = packed({ kind: "paid" }).subarray(0, 20);

  const request = await plain.send(broken);
  const refused = await filtered.send(broken);

  const [received] = await plain.arrivals(1);
  expect(received?.body.equals(broken)).toBe(true);
  expect(await filtered.ignored(refused)).toMatchObject({ cause: "FILTERED", meta: ["body"] });
  const { data } = (await api.call("GET", `/requests/${request}`)).body;
  expect(data.body).toBe(broken.toString("utf8"));
  expect((await api.call("GET", `//dashboard-api/requests/${request}/content`)).body).toEqual({
    method: "POST",
    coding: "gzip",
    content: null,
  });
});

test("a search for a value in a body finds it", async () => {
  const { send } = await given();
  const request = await send(packed({ order: { number: "searched-for" } }));
  await send(packed({ order: { number: "another" } }));

  const filter = encodeURIComponent(JSON.stringify({ order: { number: "searched-for" } }));
  const found = (await api.call("GET", `/requests?body=${filter}`)).body.models;

  expect(found.map(({ id }: { id: string }) => id)).toEqual([request]);
});
