/** Is there anything a caller can send that makes us answer 500? Random input from a known seed. */
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenApi, givenEvent, givenRequest, type GivenApi } from "../testing/given-api.ts";
import { randomFrom, type Random } from "../testing/random.ts";

const SEED = 20_261_115;
const CALLS = 2_000;
const AT_ONCE = 20;

const FIELDS =
  `id name type status source_id destination_id webhook_id request_id event_id disabled disabled_at
  paused_at full_name created_at ingested_at successful_at attempts response_status error_code events_count verified
  rejection_cause include order_by dir limit next prev description config source destination rules url http_method
  allowed_http_methods auth auth_type custom_response content_type body rate_limit query query_partial_match
  in_progress completed_at cause code env transformation_id transformation request parsed_query log_level __proto__ constructor [ %`.split(
    /\s+/,
  );
const OPERATORS = [
  "",
  "",
  "",
  ..."[] [0] [gte] [lt] [any] [contains] [status] [id][] [a][b][c] [__proto__] [".split(" "),
];
const WORDS =
  `true null undefined 0 -1 1e9 99999999999999999999 0x10 NaN asc data FAILED accepted WEBHOOK HTTP HMAC MANAGED json
  created_at updated_at name 2026-01-01 0000-01-01 9999-12-31T23:59:59.999Z 2026-02-30 cur_
  cur_WyJjcmVhdGVkX2F0IiwxXQ %00 % %25 %FF \\ _ 漢字 😀 - a,b http://x.test http://127.0.0.1
  javascript:alert(1) http://[::1 // ../.. {} [1]`.split(/\s+/);
const TEXTS = [...WORDS, "", "a b", "'; drop table events; --", "\ud800", "\u0000", "a".repeat(300)];

let api: GivenApi;
let ids: string[];
beforeAll(async () => {
  api = await givenApi();
  const config = { url: "https://api.example.com" };
  const body = { name: "c", source: { name: "s" }, destination: { name: "d", config } };
  const connection = (await api.call("POST", "/connections", { body })).body;
  const source_id = internalId("source", connection.source.id) ?? "";
  const webhook_id = internalId("connection", connection.id) ?? "";
  const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id });
  const event = await givenEvent(api.db, { team_id: api.team_id, request_id, webhook_id });
  const transformation = await api.call("PUT", "/transformations", { body: { name: "t", code: "1" } });
  ids = [transformation.body.id, connection.id, connection.source.id, connection.destination.id];
  ids.push(publicId("request", request_id), publicId("event", event), `atm_${"0".repeat(22)}zzzzz`);
});
afterAll(() => api.stop());

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error("Nothing to pick from");
  return item;
}

function randomText(random: Random): string {
  return random(4) === 0 ? pick(random, ids) : pick(random, TEXTS);
}

function randomQuery(random: Random): string {
  const pairs = Array.from({ length: random(4) }, () => {
    const name = pick(random, FIELDS) + pick(random, OPERATORS);
    const text = randomText(random);
    // Half of it as a careful client would write it, half as it comes.
    return random(2) === 0
      ? `${name}=${encodeURIComponent(text.toWellFormed())}`
      : `${name}=${text.toWellFormed()}`;
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function randomValue(random: Random, depth: number): unknown {
  const kind = random(depth > 3 ? 4 : 7);
  if (kind === 0) return random(1000) - 500;
  if (kind === 1) return pick(random, [true, false, null]);
  if (kind < 4) return randomText(random);
  if (kind === 4) return Array.from({ length: random(3) }, () => randomValue(random, depth + 1));
  return randomObject(random, depth + 1);
}

function randomObject(random: Random, depth: number): object {
  return Object.fromEntries(
    Array.from({ length: random(4) }, () => [pick(random, FIELDS), randomValue(random, depth)]),
  );
}

/** To be kept, or to be tried. */
function randomTransformation(random: Random, name: string): object {
  const code = random(2) === 0 ? randomText(random) : "addHandler('transform', (request) => request)";
  const rest = random(2) === 0 ? randomObject(random, 1) : {};
  return random(2) === 0
    ? { name, code, ...rest }
    : { code, request: { headers: { "content-type": "text/plain" } }, ...rest };
}

/** Often nearly right, so that it gets past the first check. */
function randomBody(random: Random): unknown {
  const name = random(3) === 0 ? randomText(random) : `n-${random(20)}`;
  const end = { name, config: { url: random(2) === 0 ? randomText(random) : "http://x.test" } };
  const kind = random(7);
  if (kind === 6) return randomTransformation(random, name);
  if (kind === 5) return { query: random(2) === 0 ? {} : randomObject(random, 1) };
  if (kind === 0) return randomText(random);
  if (kind === 1) return randomValue(random, 0);
  if (kind === 2) return { ...end, ...randomObject(random, 1) };
  if (kind === 3) return { name, description: randomText(random) };
  return { name, source: { name }, destination: end, ...(random(2) === 0 && randomObject(random, 1)) };
}

test(`${CALLS} random calls never meet our own fault`, { timeout: 120_000 }, async () => {
  const random = randomFrom(SEED);
  const seen = new Map<number, number>();

  for (let done = 0; done < CALLS; done += AT_ONCE) {
    const calls = Array.from({ length: AT_ONCE }, () => {
      const { method, path } = pick(random, PUBLIC_ENDPOINTS);
      const id = encodeURIComponent(randomText(random).toWellFormed());
      const url = path.replaceAll(/\{\w+\}/g, id) + randomQuery(random);
      return { method, url, body: method === "GET" ? undefined : randomBody(random) };
    });
    const answers = await Promise.all(calls.map(({ method, url, body }) => api.call(method, url, { body })));
    for (const [at, { status, body }] of answers.entries()) {
      seen.set(status, (seen.get(status) ?? 0) + 1);
      expect([calls[at], status, body], `seed ${SEED}`).toSatisfy(() => status < 500);
      if (status !== 200)
        expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String), status });
    }
  }

  // Not only refusals, or the calls would not reach the code behind validation.
  expect(seen.get(200) ?? 0).toBeGreaterThan(CALLS / 10);
  expect([...seen.keys()]).toEqual(expect.arrayContaining([400, 404, 422]));
});
