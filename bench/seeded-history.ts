/**
 * What does the database of a shop look like after some days? (rows for `npm run seed`)
 *
 * Four sources send to five connections. Most events were delivered, some after a retry. A few failed, each kind of
 * failure among them, and for a while one destination was down. One connection is paused and holds its latest events, one
 * delays. Some requests were rejected, filtered or duplicates. Days have a busy and a quiet half.
 *
 * Of every 200 requests, 40 go to two connections, two to none, and one is rejected: 237 events.
 */
import { idOf, type History } from "./history.ts";

const REQUESTS_PER_CYCLE = 200;
const EVENTS_PER_CYCLE = 237;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The last attempts of the newest events are over by then. */
const ENDED_BEFORE_MS = 3 * 60 * 1000;
/** How far the flow of requests swings around its mean, over a day. */
const SWING = 0.7;

/** A word in one body, and in no other. */
export const RARE_WORD = "Zwetschgenknoedel";

export interface Shop {
  team_id: string;
  /** shopify, stripe, github, twilio */
  sources: readonly string[];
  /** shopify → orders-api, shopify → warehouse, stripe → ledger, github → ci-runner, twilio → support-desk */
  connections: readonly string[];
  urls: readonly string[];
}

/** $3 project, $4 sources, $5 connections, $6 URLs, $7 first moment, $8 length, $9 days, $10 requests, $11 number of the rare word */
const AT_MS = `($7::bigint + ($8::float8 * (share + ${SWING} / (2 * pi() * $9::float8) * sin(2 * pi() * $9::float8 * share)))::bigint)`;

const FAILURES = `array['500', '502', '404', '429', 'TIMEOUT', 'CONNECTION_REFUSED', 'DNS_LOOKUP_FAILED', 'SOCKET_CLOSED']`;

const BODY = `case source
  when 1 then format('{"id":%s,"order_number":%s,"email":"%s.%s@example.com","currency":"EUR","total_price":"%s.90","customer":{"first_name":"%s","last_name":"%s","city":"%s"},"line_items":[{"sku":"%s","title":"%s","quantity":%s,"price":"%s.45"}],"checkout_token":"%s","note":"%s"}',
    5500000000 + number, 1000 + number, lower(first_name), lower(last_name), 5 + number % 240, first_name, last_name, city,
    'SKU-' || number % 5000, title, 1 + number % 3, 2 + number % 120, md5(number::text),
    case when number = $11::bigint then '${RARE_WORD}' else '' end)
  when 2 then format('{"id":"evt_%s","object":"event","type":"%s","created":%s,"livemode":true,"data":{"object":{"id":"in_%s","object":"invoice","amount_paid":%s,"currency":"eur","customer":"cus_%s","customer_name":"%s %s","status":"paid"}}}',
    substr(md5(number::text), 1, 24), (array['invoice.paid', 'invoice.created', 'charge.refunded', 'payout.paid'])[1 + number % 4],
    at_ms / 1000, substr(md5(number::text), 3, 24), 100 * (5 + number % 900), substr(md5((number % 40000)::text), 1, 14), first_name, last_name)
  when 3 then format('{"action":"completed","check_run":{"id":%s,"name":"test","head_sha":"%s","status":"completed","conclusion":"%s"},"repository":{"full_name":"acme/%s","private":true},"sender":{"login":"%s"}}',
    30000000000 + number, md5(number::text) || substr(md5(number::text), 1, 8), case when number % 9 = 0 then 'failure' else 'success' end,
    (array['shop', 'api', 'mobile'])[1 + number % 3], lower(first_name))
  else format('MessageSid=SM%s&From=%%2B4930%s&To=%%2B493012345&NumSegments=1&Body=Where+is+my+order+%s%%3F', md5(number::text),
    lpad((number % 10000000)::text, 7, '0'), 1000 + number)
end`;

const INSERT = `with drawn as (
    select number, number / $10::float8 as share, (number::bigint * 7919 % 997)::int as chance,
      case when number % 5 = 0 or number % 100 = 3 then 1 when number % 5 = 2 then 3 when number % 5 = 4 and number % 200 <> 9 then 4 else 2 end as source,
      case when number % 200 = 9 then case when number % 400 = 9 then 'VERIFICATION_FAILED' else 'UNPARSABLE_JSON' end end as rejection_cause,
      (array['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Radia'])[1 + number % 7] as first_name,
      (array['Lovelace', 'Hopper', 'Turing', 'Dijkstra', 'Liskov', 'Knuth', 'Perlman', 'Lamport', 'Hamilton'])[1 + number % 9] as last_name,
      (array['London', 'Berlin', 'Lisbon', 'Vienna', 'Oslo'])[1 + number / 7 % 5] as city,
      (array['Coffee mug', 'Post horn', 'Notebook', 'Lamp', 'Umbrella'])[1 + number / 3 % 5] as title
    from generate_series($1::int, $2::int) as number),
  timed as (select *, ${AT_MS} as at_ms from drawn),
  numbered as materialized (select *, ${idOf("at_ms", "'0000'")} as request_id from timed),
  kept as (
    insert into payloads (team_id, id, method, path, query, headers, client_ip, body)
    select $3::uuid, request_id, 'POST', '/', null,
      format('["host","hooks.acme.dev","content-type","%s","user-agent","%s","x-request-id","%s"]',
        case source when 4 then 'application/x-www-form-urlencoded' else 'application/json' end,
        (array['Shopify-Captain-Hook', 'Stripe/1.0', 'GitHub-Hookshot/1a2b3c4', 'TwilioProxy/1.1'])[source], request_id),
      '203.0.113.' || 1 + number % 250, convert_to(${BODY}, 'UTF8')
    from numbered),
  asked as (
    insert into requests (team_id, id, source_id, verified, rejection_cause, accepted_by)
    select $3::uuid, request_id, ($4::uuid[])[source], rejection_cause is null, rejection_cause, 1 from numbered),
  ignored as (
    insert into ignored_events (team_id, request_id, webhook_id, cause, meta)
    select $3::uuid, request_id, ($5::uuid[])[case when number % 100 = 3 then 2 else 4 end],
      case when number % 100 = 3 then 'FILTERED' else 'DUPLICATE' end, case when number % 100 = 3 then '["body"]'::jsonb end
    from numbered where number % 100 = 3 or number % 100 = 7),
  routed as (
    select number, share, request_id, at_ms, connection, (chance + 101 * connection) % 997 as chance,
      ${idOf("at_ms", "'000' || ordinal")} as event_id
    from numbered cross join lateral unnest(
      case source when 1 then case when number % 5 = 0 then array[1, 2] else array[1] end else array[source + 1] end)
      with ordinality as each (connection, ordinal)
    where rejection_cause is null and number % 100 <> 7),
  decided as (
    select *,
      case
        when connection = 4 and share > 0.985 then 'HOLD'
        when connection = 5 and share > 0.99 and chance % 4 = 0 then 'SCHEDULED'
        when connection = 3 and share between 0.70 and 0.74 and chance % 10 < 8 then 'FAILED'
        when chance < 8 then 'FAILED'
        when chance = 8 then 'CANCELLED'
        else 'SUCCESSFUL'
      end as status,
      case when connection = 3 and share between 0.70 and 0.74 then '503' else (${FAILURES})[1 + chance % 8] end as failure
    from routed),
  settled as materialized (
    select *, to_timestamp(at_ms / 1000.0) as at, 20 + chance * 7 % 380 as response_ms,
      case when failure ~ '^[0-9]' then failure::smallint end as failure_status,
      case when failure !~ '^[0-9]' then failure end as failure_code,
      case when status in ('HOLD', 'SCHEDULED') then 0
        when status = 'FAILED' and failure <> '404' then 4
        when status = 'SUCCESSFUL' and chance < 20 then 2 else 1 end as attempts
    from decided),
  tried as (
    insert into attempts (team_id, event_id, attempt_number, trigger, status, response_status, error_code, http_method,
      requested_url, response_headers, response_body, created_at, delivered_at, responded_at, webhook_id)
    select $3::uuid, event_id, attempt, case attempt when 1 then 'INITIAL' else 'AUTOMATIC' end,
      case when is_delivered then 'SUCCESSFUL' else 'FAILED' end,
      case when is_delivered then 200 else failure_status end, case when not is_delivered then failure_code end,
      'POST', ($6::text[])[connection],
      case when is_answered then '["content-type","application/json"]' end,
      case when is_delivered then '\\x7b226f6b223a747275657d'::bytea when is_answered then '\\x7b226572726f72223a22756e617661696c61626c65227d'::bytea end,
      begun, case when is_answered or failure_code = 'TIMEOUT' then begun + interval '4 milliseconds' end,
      case when is_answered then begun + (4 + response_ms) * interval '1 millisecond' end, ($5::uuid[])[connection]
    from settled cross join lateral generate_series(1, attempts) as attempt
      cross join lateral (select status = 'SUCCESSFUL' and attempt = attempts as is_delivered) as outcome
      cross join lateral (
        select is_delivered or failure_status is not null as is_answered,
          at + (attempt - 1) * interval '40 seconds' as begun) as moments)
  insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, next_attempt_at,
    last_attempt_at, successful_at, response_status, error_code, updated_at)
  select $3::uuid, event_id, ($5::uuid[])[connection], request_id, status, attempts,
    case when attempts > 1 then 'AUTOMATIC' else 'INITIAL' end,
    case when status = 'SCHEDULED' then now() + interval '10 days' end,
    case when attempts > 0 then at + (attempts - 1) * interval '40 seconds' end,
    case when status = 'SUCCESSFUL' then at + (attempts - 1) * interval '40 seconds' + (4 + response_ms) * interval '1 millisecond' end,
    case when status = 'SUCCESSFUL' then 200 when attempts > 0 then failure_status end,
    case when status <> 'SUCCESSFUL' and attempts > 0 then failure_code end,
    at + attempts * interval '40 seconds'
  from settled`;

/** About so many events: whole cycles of requests. */
export function seededHistory(
  shop: Shop,
  { events, days, now }: { events: number; days: number; now: Date },
): History {
  const requests = Math.ceil(events / EVENTS_PER_CYCLE) * REQUESTS_PER_CYCLE;
  const lengthMs = days * DAY_MS - ENDED_BEFORE_MS;
  const fromMs = now.getTime() - ENDED_BEFORE_MS - lengthMs;
  const rareAt = Math.floor(requests / 3 / REQUESTS_PER_CYCLE) * REQUESTS_PER_CYCLE;
  return {
    statement: INSERT,
    values: [
      shop.team_id,
      shop.sources,
      shop.connections,
      shop.urls,
      fromMs,
      lengthMs,
      days,
      requests,
      rareAt,
    ],
    requests,
    tables: ["requests", "events"],
  };
}
