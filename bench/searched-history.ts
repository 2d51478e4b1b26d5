/**
 * What does a project contain that has accepted two million requests?
 *
 * We insert the rows directly into the tables, as a gateway would have left them: most events delivered at once, a few
 * in every state that a filter can ask for, and one body with a word that no other has. They are spread over the last
 * 24 hours, so they are in two daily partitions. Bodies share nothing but their names and the beginning: this is the
 * hardest case for the search index.
 */
import { createHash } from "node:crypto";
import { idOf, writeHistory } from "./history.ts";

export const EVENTS = 2_000_000;
const SPREAD_MS = 24 * 60 * 60 * 1000;

/** A word in one body of the two million, a third of the way back. */
export const RARE_TERM = "Zwetschgenknoedel";
const RARE_AT = 1_333_333;
/** An id that the same body has, and no other. */
export const RARE_ID = createHash("md5").update(`${RARE_AT}.9`).digest("hex");

const AT_MS = `($5::bigint + number::bigint * ${SPREAD_MS} / ${EVENTS})`;

/**
 * What becomes of request `number`. One in fifty fails. Most other states have one in ten thousand or less, so that a
 * list with such a filter has to skip nearly everything. One request in ten thousand was rejected and has no event.
 */
const INSERT = `with numbered as (
    select number,
      ${idOf(AT_MS, "'0000'")} as request_id, ${idOf(AT_MS, "'0001'")} as event_id,
      to_timestamp(${AT_MS} / 1000.0) as at,
      $4::uuid[] as connections,
      case
        when number % 50 = 0 then 'FAILED'
        when number % 10000 = 11 then 'SCHEDULED'
        when number % 50000 = 12 then 'HOLD'
        when number % 50000 = 13 then 'CANCELLED'
        else 'SUCCESSFUL'
      end as status,
      case
        when number % 10000 = 14 then 'VERIFICATION_FAILED'
        when number % 200000 = 15 then 'UNPARSABLE_JSON'
      end as rejection_cause
    from generate_series($1::int, $2::int) as number),
  kept as (
    insert into payloads (team_id, id, method, path, query, headers, client_ip, body)
    select $3::uuid, request_id, 'POST', '/hooks/' || number % 100, 'page=' || number % 1000,
      '["host","127.0.0.1","content-type","application/json","user-agent","bench/1.0","x-request-id","' || md5(number::text) || '"]',
      '127.0.0.1',
      convert_to('{"number":' || number || ',"type":"order.' || number % 17 || '","note":"'
        || case when number = ${RARE_AT} then '${RARE_TERM}' else '' end
        || (select string_agg(md5(number || '.' || part), ' ') from generate_series(1, 27) as part)
        || '"}', 'UTF8')
    from numbered),
  asked as (
    insert into requests (team_id, id, source_id, verified, rejection_cause, accepted_by)
    select $3::uuid, request_id, $6::uuid, rejection_cause is null, rejection_cause, 1 from numbered)
  insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, next_attempt_at,
    last_attempt_at, successful_at, response_status, error_code, updated_at)
  select $3::uuid, event_id,
    connections[case when number % 20000 = 7 then 3 when number % 50 = 1 then 2 else 1 end],
    request_id, status,
    case when status in ('SCHEDULED', 'HOLD', 'CANCELLED') then 0 when number % 5000 = 0 then 6 else 1 end,
    'INITIAL',
    case when status = 'SCHEDULED' then now() + interval '10 days' end,
    case when status in ('SUCCESSFUL', 'FAILED') then at + interval '3 milliseconds' end,
    case when status = 'SUCCESSFUL' then at + interval '5 milliseconds' end,
    case
      when status = 'SUCCESSFUL' then case when number % 100000 = 17 then 204 else 200 end
      when status = 'FAILED' and number % 100 = 0 then case when number % 50000 = 0 then 418 else 500 end
    end,
    case when status = 'FAILED' and number % 100 = 50 then case when number % 50000 = 50 then 'SELF_SIGNED_CERT' else 'TIMEOUT' end end,
    at + interval '5 milliseconds'
  from numbered where rejection_cause is null`;

/** The first connection gets nearly everything, the second one in fifty, the third one in twenty thousand. */
export async function insertSearchedHistory(
  databaseUrl: string,
  ids: { team_id: string; source_id: string; connections: readonly string[] },
): Promise<void> {
  await writeHistory(databaseUrl, {
    statement: INSERT,
    values: [ids.team_id, ids.connections, Date.now() - SPREAD_MS, ids.source_id],
    requests: EVENTS,
    tables: ["requests", "payloads", "events"],
  });
}
