/** Every topic that a project asks for comes in once, whoever dies, and none tells of another. */
import type { WebhookTopic } from "@posthorn/contract/webhook-topics";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createReadTopics } from "../api/webhook-topics/read-topics.ts";
import { writeWebhooks } from "../api/webhook-topics/write-webhooks.ts";
import { publicId } from "@posthorn/contract/ids";
import { createLog } from "../log.ts";
import { createSendTopics } from "../pipeline/route/send-topics.ts";
import type { Database } from "../store/database.ts";
import { createSealer } from "../store/seal.ts";
import { claimTopicNews } from "../store/topic-news.ts";
import { type ConfiguredConnection, givenConnection, startGateway } from "../testing/gateway.ts";
import { MASTER_KEY } from "../testing/given-access.ts";
import { givenEvent, givenRequest } from "../testing/given-api.ts";
import { type TopicSendingDeps, sendSomeTopics } from "./topic-sending.ts";

/** It takes no part in sending, because it does not deliver: the test decides who sends, and when. */
let gateway: Awaited<ReturnType<typeof startGateway>>;
let db: Database;
beforeAll(async () => {
  gateway = await startGateway(undefined, { roles: ["ingest"] });
  ({ db } = gateway);
});
afterAll(() => gateway.stop());

const lines: string[] = [];
let orders: ConfiguredConnection;
beforeEach(async () => {
  orders = await givenConnection(db, { url: "http://127.0.0.1:1/" });
  lines.length = 0;
});

const ALL: WebhookTopic[] = [
  "issue.opened",
  "issue.updated",
  "deprecated.attempt-failed",
  "event.successful",
];

/** The project hears of itself at the source of its orders: one more reason to cut topics about topics. */
async function ask(topics: WebhookTopic[] = ALL, { project, source }: ConfiguredConnection = orders) {
  const source_id = publicId("source", source);
  await writeWebhooks(db, project, { enabled: topics.length > 0, topics, source_id });
}

interface Ended {
  of?: ConfiguredConnection;
  status?: "SUCCESSFUL" | "FAILED";
  request_id?: string;
  ordinal?: number;
  headers?: string[];
  body?: string;
}

/** An event whose attempt has just ended. Returns its id. */
async function end({ of = orders, status = "SUCCESSFUL", request_id, ordinal, ...sent }: Ended = {}) {
  const { project: team_id, source: source_id, connection: webhook_id } = of;
  const request = request_id ?? (await givenRequest(db, { team_id, source_id, ...sent }));
  const event = { team_id, request_id: request, webhook_id, status, ...(ordinal && { ordinal }) };
  const id = await givenEvent(db, event);
  await db.query(
    `insert into attempts (team_id, event_id, webhook_id, attempt_number, trigger, status, response_status,
       response_headers, response_body, requested_url, http_method, created_at, delivered_at, responded_at)
     values ($1, $2, $3, 1, 'INITIAL', $4, case $4 when 'FAILED' then 500 else 200 end,
       '["content-type","application/json"]', '{"thanks":true}', 'http://far.test/', 'POST', now(), now(), now())`,
    [team_id, id, webhook_id, status],
  );
  return id;
}

function sender(over: Partial<TopicSendingDeps> & { db?: Database } = {}): TopicSendingDeps {
  const { db: own = db, ...rest } = over;
  return {
    db: own,
    log: createLog((line) => lines.push(line)),
    readTopics: createReadTopics({
      db,
      sealer: createSealer(MASTER_KEY),
      config: { publicUrl: "http://posthorn.test" },
      ingestUrlOf: () => "http://ingest.test",
    }),
    sendTopics: createSendTopics({ db: own, routing: gateway.routing, reroute: gateway.reroute }),
    ...rest,
  };
}

/** All that no other process has claimed. */
async function sendAllTopics(deps: TopicSendingDeps): Promise<void> {
  while (await sendSomeTopics(deps));
}

interface Told {
  topic: string;
  rejection_cause: string | null;
  verified: boolean;
  events: number;
  headers: string[];
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever was sent
  body: any;
}

/** The topics that came in, oldest first. */
async function told({ project }: ConfiguredConnection = orders): Promise<Told[]> {
  const { rows } = await db.query<Told>(
    `select topic, rejection_cause, verified, headers::json as headers, convert_from(body, 'utf8')::json as body,
       (select count(*)::int from events where events.team_id = requests.team_id and event_data_id = requests.id) as events
     from requests join payloads using (team_id, id)
     where requests.team_id = $1 and topic is not null order by requests.id`,
    [project],
  );
  return rows;
}

async function left({ project }: ConfiguredConnection = orders): Promise<number> {
  return (await db.query("select from topic_news where team_id = $1", [project])).rowCount;
}

const eventIds = async () => (await told()).map(({ body }) => body.event_id);
const shownId = (id: string) => publicId("event", id);

describe("what is told", () => {
  test("a success, with the request, the answer and the connection", async () => {
    await ask();
    const id = await end({
      headers: ["Content-Type", "application/json", "X-Shop", "1"],
      body: '{"order":7}',
    });

    await sendAllTopics(sender());

    expect(await told()).toEqual([
      {
        topic: "event.successful",
        rejection_cause: null,
        verified: true,
        events: 1,
        headers: expect.arrayContaining(["x-posthorn-topic", "event.successful"]),
        body: {
          topic: "event.successful",
          event_id: shownId(id),
          event_data: expect.objectContaining({
            url: "http://far.test/",
            method: "POST",
            body: { order: 7 },
            headers: expect.objectContaining({ "x-shop": "1" }),
          }),
          attempt_id: expect.stringMatching(/^atm_/),
          attempt_response: { status: 200, body: { thanks: true } },
          connection: expect.objectContaining({ id: publicId("connection", orders.connection) }),
        },
      },
    ]);
    expect(await left()).toBe(0);
  });

  test("a failure, under its own topic", async () => {
    await ask();
    const id = await end({ status: "FAILED" });

    await sendAllTopics(sender());

    expect(
      (await told()).map(({ topic, body }) => [topic, body.event_id, body.attempt_response.status]),
    ).toEqual([["deprecated.attempt-failed", shownId(id), 500]]);
  });

  test("an issue that opens, each change that a person makes, and that it opens again; not that it was seen", async () => {
    await ask();
    const issue = await givenIssue();
    const change = (set: string) =>
      db.query(`update issues set ${set}, updated_at = now() where id = $1`, [issue]);
    const id = publicId("issue", issue);

    expect(await heard()).toEqual([["issue.opened", id, "OPENED"]]);
    await change("last_seen_at = now()");
    expect(await heard()).toHaveLength(1);
    await change("status = 'RESOLVED'");
    expect((await heard()).at(-1)).toEqual(["issue.updated", id, "RESOLVED"]);
    await change("status = 'OPENED', opened_at = clock_timestamp()");
    expect((await heard()).at(-1)).toEqual(["issue.opened", id, "OPENED"]);
    await change("status = 'IGNORED', dismissed_at = now()");
    expect((await heard()).at(-1)).toEqual(["issue.updated", id, "IGNORED"]);
    expect(await heard()).toHaveLength(4);
  });

  test("only what a project asks for, from then on, and nothing of other projects", async () => {
    const other = await givenConnection(db, { url: "http://127.0.0.1:1/" });
    await end();
    await end({ of: other });
    await ask(["deprecated.attempt-failed"]);
    await end();
    await end({ of: other, status: "FAILED" });
    expect([await left(), await left(other)]).toEqual([0, 0]);
    await end({ status: "FAILED" });

    await sendAllTopics(sender());

    expect([(await told()).map(({ topic }) => topic), await told(other)]).toEqual([
      ["deprecated.attempt-failed"],
      [],
    ]);
  });

  test("nothing that waited when the project ended it, or chose otherwise", async () => {
    await ask(["event.successful", "deprecated.attempt-failed"]);
    await end();
    await end({ status: "FAILED" });

    await ask(["deprecated.attempt-failed", "issue.opened"]);
    expect(await left()).toBe(1);
    await ask([]);
    await ask();
    await sendAllTopics(sender());

    expect(await told()).toEqual([]);
  });

  test("a body that is too large for a source is left out, not the topic", async () => {
    await ask();
    // Each of these becomes two characters in JSON.
    await end({ headers: ["Content-Type", "text/plain"], body: '"'.repeat(6 * 1024 * 1024) });
    await end();

    await sendAllTopics(sender());

    expect((await told()).map(({ body }) => body.event_data === null)).toEqual([true, false]);
  });
});

/** All that was told of issues until now. */
async function heard() {
  await sendAllTopics(sender());
  return (await told()).map(({ body }) => [body.topic, body.issue.id, body.issue.status]);
}

async function givenIssue(reference_id: string | null = null): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into issues (id, team_id, type, subject_id, key, issue_trigger_id, status, status_changed_at, opened_at,
       first_seen_at, last_seen_at, reference_id, reference_number, updated_at)
     select gen_random_uuid(), team_id, 'delivery', $2, '500', id, 'OPENED', now(), now(), now(), now(), $3, 1, now()
     from issue_triggers where team_id = $1 and type = 'delivery' returning id`,
    [orders.project, orders.connection, reference_id],
  );
  return rows[0]?.id ?? "";
}

/** The request of a topic, and what it is replayed as. */
async function givenTopicRequests() {
  await ask();
  await end();
  await sendAllTopics(sender());
  const { rows } = await db.query<{ id: string }>(
    "select id from requests where team_id = $1 and topic is not null",
    [orders.project],
  );
  const topic = rows[0]?.id ?? "";
  const targets = [{ source_id: orders.source }];
  const replayed = await gateway.replayData({ team_id: orders.project, payload_id: topic, targets });
  return [topic, ...(replayed?.requests ?? [])];
}

describe("a topic about a topic", () => {
  test("is cut, also if a person replays it", async () => {
    const requests = await givenTopicRequests();
    expect(requests).toHaveLength(2);

    for (const request_id of requests) {
      await end({ request_id, ordinal: 9 });
      await end({ request_id, ordinal: 10, status: "FAILED" });
    }
    const event = await end({ status: "FAILED" });
    await sendAllTopics(sender());

    expect((await eventIds()).slice(1)).toEqual([shownId(event)]);
    expect(await left()).toBe(0);
  });

  test("is cut if it is an issue", async () => {
    const [request_id = ""] = await givenTopicRequests();
    const event = await end({ request_id, ordinal: 9, status: "FAILED" });

    await givenIssue(event);
    await sendAllTopics(sender());

    expect(await told()).toHaveLength(1);
  });

  test("ends if it goes round by way of destinations that are our own sources", async () => {
    await ask();
    for (const count of [3, 8])
      await end({ headers: ["Content-Type", "application/json", "X-Posthorn-Hops", `${count};req_1`] });

    await sendAllTopics(sender());

    expect((await told()).map(({ headers }) => headers)).toEqual([
      expect.arrayContaining(["x-posthorn-hops", "4;req_1"]),
    ]);
    expect(await left()).toBe(0);
  });
});

/** Its source checks its senders. */
const givenGuardedConnection = () =>
  givenConnection(db, {
    url: "http://127.0.0.1:1/",
    source: { config: { auth_type: "API_KEY" }, auth: { header_key: "k", api_key: "v" } },
  });

describe("the source", () => {
  test("that is disabled keeps topics as rejected requests", async () => {
    await ask();
    await db.query("update sources set disabled_at = now() where id = $1", [orders.source]);
    await end();

    await sendAllTopics(sender());

    expect(await told()).toMatchObject([{ rejection_cause: "SOURCE_DISABLED", events: 0 }]);
  });

  test("without a connection keeps them too, and they can be retried, though they prove nothing", async () => {
    orders = await givenGuardedConnection();
    await ask();
    const connect = async (deleted_at: string | null) => {
      await db.query("update connections set deleted_at = $2 where id = $1", [orders.connection, deleted_at]);
      await gateway.reload(orders.source);
    };
    await connect("now");
    await end();

    await sendAllTopics(sender());
    expect(await told()).toMatchObject([{ rejection_cause: "NO_CONNECTION", events: 0 }]);

    await connect(null);
    const { rows } = await db.query<{ id: string }>(
      "select id from requests where topic is not null and team_id = $1",
      [orders.project],
    );
    await gateway.retryRequest({ team_id: orders.project, id: rows[0]?.id ?? "" });
    expect(await told()).toMatchObject([{ rejection_cause: null, verified: true, events: 1 }]);
  });

  test("that is deleted gets none, and none waits for it", async () => {
    await ask();
    await db.query("update sources set deleted_at = now() where id = $1", [orders.source]);
    await end();

    await sendAllTopics(sender());

    expect([await told(), await left()]).toEqual([[], 0]);
  });

  test("that checks its senders takes topics, which need no proof", async () => {
    orders = await givenGuardedConnection();
    await ask();
    await end();

    await sendAllTopics(sender());

    expect(await told()).toMatchObject([{ rejection_cause: null, verified: true, events: 1 }]);
  });
});

const leaseEnds = () => db.query("update topic_news set claimed_until = now() - interval '1 second'");

describe("a process that dies", () => {
  test("after it has claimed topics leaves them to another, once its lease has ended", async () => {
    await ask();
    const id = await end();
    expect(await claimTopicNews(db, { leaseMs: 60_000, perProject: 20, projects: 10 })).toHaveLength(1);

    await sendAllTopics(sender());
    expect(await told()).toEqual([]);
    await leaseEnds();
    await sendAllTopics(sender());

    expect(await eventIds()).toEqual([shownId(id)]);
  });

  test("before its commit has sent nothing, and a rule against duplicates does not know its try", async () => {
    await ask();
    await db.query(`update connections set rules = $2 where id = $1`, [
      orders.connection,
      JSON.stringify([{ type: "deduplicate", window: 60_000, include_fields: ["body.event_id"] }]),
    ]);
    const id = await end();
    const dying: Database = {
      ...db,
      transaction: (work) =>
        db.transaction(async (tx) => {
          await work(tx);
          throw new Error("killed");
        }),
    };

    await sendAllTopics(sender({ db: dying }));
    expect([await told(), await left()]).toEqual([[], 1]);
    await leaseEnds();
    await sendAllTopics(sender());

    expect((await told()).map(({ body, events }) => [body.event_id, events])).toEqual([[shownId(id), 1]]);
  });

  test("only for the others comes back too late: what another has sent is not sent twice", async () => {
    await ask();
    await end();
    const [claimed] = await claimTopicNews(db, { leaseMs: 0, perProject: 20, projects: 10 });
    const { readTopics, sendTopics } = sender();
    const { topics, cut } = await readTopics(orders.project, claimed?.news ?? []);
    await sendAllTopics(sender());

    expect(await sendTopics({ team_id: orders.project, source_id: orders.source, topics, cut })).toBe(0);
    expect(await told()).toHaveLength(1);
  });
});

test("what one process has claimed, another does not claim", async () => {
  await ask();
  const events = [await end(), await end(), await end()];
  const claims: string[][] = [];

  for (let process = 0; process < 4; process++) {
    const [claimed] = await claimTopicNews(db, { leaseMs: 60_000, perProject: 1, projects: 10 });
    claims.push(claimed?.news.map(({ subject_id }) => subject_id) ?? []);
  }

  expect(claims).toEqual([...events.map((id) => [id]), []]);
});

test("of several processes, each sends a part, and no topic is sent twice", async () => {
  const projects = [orders, await givenConnection(db, { url: "http://127.0.0.1:1/" })];
  const ids: string[] = [];
  for (const of of projects) {
    await ask(ALL, of);
    for (let number = 0; number < 45; number++) ids.push(shownId(await end({ of })));
  }

  await Promise.all([1, 2, 3].map(() => sendAllTopics(sender())));

  const all = (await Promise.all(projects.map(told))).flat();
  expect(new Set(all.map(({ body }) => body.event_id))).toEqual(new Set(ids));
  expect(all).toHaveLength(ids.length);
});

test("a topic that cannot be sent holds up no other, and is tried again later", async () => {
  await ask();
  const [, bad] = [await end(), await end(), await end()];
  const { readTopics } = sender();
  const failing = sender({
    readTopics: async (team_id, news) => {
      if (news.some(({ subject_id }) => subject_id === bad)) throw new Error("cannot be read");
      return readTopics(team_id, news);
    },
  });

  await sendAllTopics(failing);

  expect([(await told()).length, await left()]).toEqual([2, 1]);
  expect(lines.join()).toContain("topics.not_sent");
});
