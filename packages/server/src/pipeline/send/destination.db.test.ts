/** How do a destination's type and credentials change its deliveries? Through the whole pipeline. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DestinationAuth } from "@posthorn/contract/destination-auth";
import type { Queryable } from "../../store/database.ts";
import { requeueEvent } from "../../store/events.ts";
import {
  type ConfiguredConnection,
  type GivenConnection,
  eventually,
  givenConnection,
  sealer,
  startFarEnd,
  startGateway,
} from "../../testing/gateway.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

interface AttemptRow {
  event_id: string;
  status: string;
  response_status: number | null;
  error_code: string | null;
  requested_url: string;
  body: string | null;
}

function attemptsOf({ project }: ConfiguredConnection, count = 1): Promise<AttemptRow[]> {
  return eventually(
    async () => {
      const { rows } = await gateway.db.query<AttemptRow>(
        `select event_id, status, response_status, error_code, requested_url,
           convert_from(response_body, 'utf8') as body
         from attempts where team_id = $1 order by attempt_number`,
        [project],
      );
      return rows;
    },
    (rows) => rows.length >= count,
  );
}

async function post(path: string, body = '{"a":1}', headers: Record<string, string> = {}) {
  const answer = await fetch(gateway.url + path, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
  expect(answer.status).toBe(200);
}

type Given = { url?: string } & NonNullable<GivenConnection["destination"]>;

function given({ url, ...destination }: Given): Promise<ConfiguredConnection> {
  return givenConnection(gateway.db, { destination, ...(url !== undefined && { url }) });
}

async function delivered(wanted: Given, headers: Record<string, string> = {}) {
  const connection = await given(wanted);
  await post(`${connection.path}/orders?x=1`, '{"a":1}', headers);
  const [attempt] = await attemptsOf(connection);
  return { connection, attempt };
}

/** `alongside` is part of the commit that queues the event again. */
async function retryAgain(
  { project }: ConfiguredConnection,
  event_id: string | undefined,
  alongside: (tx: Queryable) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  await eventually(
    () =>
      gateway.db.transaction(async (tx) => {
        const isQueued = await requeueEvent(tx, { team_id: project, id: event_id ?? "", trigger: "MANUAL" });
        if (isQueued) await alongside(tx);
        return isQueued;
      }),
    Boolean,
  );
}

test.each<[DestinationAuth, string, string]>([
  [{ auth_type: "BASIC_AUTH", auth: { username: "a", password: "b" } }, "authorization", "Basic YTpi"],
  [{ auth_type: "BEARER_TOKEN", auth: { token: "t" } }, "authorization", "Bearer t"],
  [{ auth_type: "API_KEY", auth: { key: "X-Key", api_key: "k" } }, "x-key", "k"],
  [
    { auth_type: "CUSTOM_SIGNATURE", auth: { key: "X-Sign", signing_secret: "own" } },
    "x-sign",
    createHmac("sha256", "own").update('{"a":1}').digest("base64"),
  ],
])("%j arrives", async (auth, name, value) => {
  const farEnd = await startFarEnd();

  await delivered({ url: farEnd.url, auth }, { authorization: "theirs", "x-key": "theirs" });

  expect(farEnd.received[0]?.headers[name]).toBe(value);
  expect(farEnd.received[0]?.headers["x-posthorn-signature"]).toBeUndefined();
  farEnd.close();
});

test("a key in the query arrives, and is stored nowhere", async () => {
  const farEnd = await startFarEnd();
  const auth: DestinationAuth = {
    auth_type: "API_KEY",
    auth: { key: "key", api_key: "s-query", to: "query" },
  };

  const { attempt } = await delivered({ url: farEnd.url, auth });

  expect(farEnd.received[0]?.url).toBe("/orders?x=1&key=s-query");
  expect(attempt?.requested_url).toBe(`${farEnd.url}/orders?x=1&key=%5Bredacted%5D`);
  farEnd.close();
});

test("AWS is sent a signature of the time of sending", async () => {
  const farEnd = await startFarEnd();
  const auth = { access_key_id: "AKIA", secret_access_key: "s", region: "eu-1", service: "sns" };

  await delivered({ url: farEnd.url, auth: { auth_type: "AWS_SIGNATURE", auth } });

  const headers = farEnd.received[0]?.headers;
  expect(headers?.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIA\/\d{8}\/eu-1\/sns\/aws4_request, /,
  );
  expect(headers?.["x-amz-date"]).toMatch(/^\d{8}T\d{6}Z$/);
  farEnd.close();
});

test("credentials do not follow a redirect to another origin", async () => {
  const elsewhere = await startFarEnd();
  const farEnd = await startFarEnd((_, response) =>
    response.writeHead(308, { location: `${elsewhere.url}/there` }).end(),
  );

  const own = await delivered({
    url: farEnd.url,
    auth: { auth_type: "API_KEY", auth: { key: "X-Key", api_key: "k" } },
  });
  await delivered({ url: farEnd.url });

  expect(farEnd.received.map(({ headers }) => headers["x-key"])).toEqual(["k", undefined]);
  expect(farEnd.received[1]?.headers["x-posthorn-signature"]).toBeDefined();
  expect(own.attempt).toMatchObject({ status: "SUCCESSFUL", response_status: 200 });
  for (const { url, body, headers } of elsewhere.received) {
    expect([url, body.toString()]).toEqual(["/there", '{"a":1}']);
    expect(headers).not.toHaveProperty("x-key");
    expect(headers).not.toHaveProperty("x-posthorn-signature");
    expect(headers).toHaveProperty("x-posthorn-eventid");
  }
  expect(elsewhere.received).toHaveLength(2);
  farEnd.close();
  elsewhere.close();
});

const signed = (secret: string) => createHmac("sha256", secret).update('{"a":1}').digest("base64");

test("while a roll is open deliveries carry both signatures", async () => {
  const farEnd = await startFarEnd();
  const connection = await given({ url: farEnd.url });
  const project = { team_id: connection.project, id: connection.project };
  const roll = (until: string) =>
    gateway.db.query(
      `update projects set signing_secret = $2, previous_signing_secret = $3,
         previous_signing_secret_until = now() + $4::interval where id = $1`,
      [
        connection.project,
        sealer.seal("new", "projects.signing_secret", project),
        sealer.seal("old", "projects.previous_signing_secret", project),
        until,
      ],
    );

  await roll("1 hour");
  await gateway.reload(connection.source);
  await post(connection.path);
  await farEnd.arrivals(1);
  await roll("-1 second");
  await gateway.reload(connection.source);
  await post(connection.path);
  const [inside, after] = await farEnd.arrivals(2);

  expect(inside?.headers).toMatchObject({
    "x-posthorn-signature": signed("new"),
    "x-posthorn-signature-2": signed("old"),
  });
  expect(after?.headers["x-posthorn-signature"]).toBe(signed("new"));
  expect(after?.headers).not.toHaveProperty("x-posthorn-signature-2");
  farEnd.close();
});

test("deliveries carry the header prefix that their project has chosen", async () => {
  const farEnd = await startFarEnd();
  const connection = await given({ url: farEnd.url });

  await gateway.db.query(
    "update projects set headers_prefix = 'x-hookdeck-', signing_secret = $2 where id = $1",
    [
      connection.project,
      sealer.seal("new", "projects.signing_secret", { team_id: connection.project, id: connection.project }),
    ],
  );
  await gateway.reload(connection.source);
  await post(connection.path);
  const [sent] = await farEnd.arrivals(1);

  expect(sent?.headers).toMatchObject({
    "x-hookdeck-signature": signed("new"),
    "x-hookdeck-attempt-count": "1",
    "x-hookdeck-verified": "false",
  });
  expect(sent?.headers).not.toHaveProperty("x-posthorn-signature");
  farEnd.close();
});

test("a token that the destination refuses is fetched anew for the next attempt", async () => {
  let count = 0;
  const server = await startFarEnd((_, response) =>
    response.end(JSON.stringify({ access_token: `token-${++count}`, expires_in: 3600 })),
  );
  const farEnd = await startFarEnd((request, response) =>
    response.writeHead(request.headers.authorization === "Bearer token-1" ? 401 : 200).end(),
  );
  const auth = { auth_server: server.url, client_id: "me", client_secret: "s" };

  const { connection, attempt } = await delivered({
    url: farEnd.url,
    auth: { auth_type: "OAUTH2_CLIENT_CREDENTIALS", auth },
  });
  await retryAgain(connection, attempt?.event_id);
  const attempts = await attemptsOf(connection, 2);
  await post(connection.path);
  await farEnd.arrivals(3);

  expect(attempts.map(({ response_status }) => response_status)).toEqual([401, 200]);
  expect(farEnd.received.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer token-1",
    "Bearer token-2",
    "Bearer token-2",
  ]);
  server.close();
  farEnd.close();
});

test("without a token nothing is sent: OAUTH2_HANDSHAKE_FAILED", async () => {
  const server = await startFarEnd((_, response) => response.writeHead(403).end());
  const farEnd = await startFarEnd();
  const auth = { auth_server: server.url, client_id: "me", client_secret: "s-secret" };

  const { attempt } = await delivered({
    url: farEnd.url,
    auth: { auth_type: "OAUTH2_CLIENT_CREDENTIALS", auth },
  });

  expect(attempt).toMatchObject({
    status: "FAILED",
    error_code: "OAUTH2_HANDSHAKE_FAILED",
    response_status: null,
  });
  expect(farEnd.received).toEqual([]);
  expect(gateway.lines.join()).not.toContain("s-secret");
  server.close();
  farEnd.close();
});

test("a signing secret of another project signs nothing, and nobody else's deliveries fail", async () => {
  const farEnd = await startFarEnd();
  const robbed = await given({ url: farEnd.url });
  const copied = await given({ url: farEnd.url });
  await gateway.db.query(
    `update projects set signing_secret = (select signing_secret from projects where id = $2) where id = $1`,
    [copied.project, robbed.project],
  );
  await gateway.reload(copied.source);

  await post(copied.path);
  const [attempt] = await attemptsOf(copied);
  await post(robbed.path);
  await farEnd.arrivals(1);

  expect(attempt).toMatchObject({ status: "FAILED", error_code: "UNKNOWN" });
  expect(farEnd.received).toHaveLength(1);
  farEnd.close();
});

test("credentials that cannot be opened fail their own deliveries and nobody else's", async () => {
  const farEnd = await startFarEnd();
  const auth: DestinationAuth = { auth_type: "BEARER_TOKEN", auth: { token: "t" } };
  const broken = await given({ url: farEnd.url, auth });
  await gateway.db.query("update destinations set auth = 'broken' where id = $1", [broken.destination]);
  await gateway.reload(broken.source);

  await post(broken.path);
  const [attempt] = await attemptsOf(broken);
  const other = await delivered({ url: farEnd.url });

  expect(attempt).toMatchObject({ status: "FAILED", error_code: "UNKNOWN" });
  expect(gateway.lines.join()).toContain("destination.auth_unreadable");
  expect(other.attempt).toMatchObject({ status: "SUCCESSFUL" });
  farEnd.close();
});

test("credentials that break their own method end the attempt, and the log says so", async () => {
  const auth: DestinationAuth = { auth_type: "API_KEY", auth: { key: "k", api_key: "\ud800", to: "query" } };

  const { attempt } = await delivered({ url: "http://127.0.0.1:1", auth });

  expect(attempt).toMatchObject({ status: "FAILED", error_code: "UNKNOWN" });
  expect(gateway.lines.join()).toContain("attempt.broke_down");
});

test("an attempt has as long as its destination says, and the next begins anew", async () => {
  const hastyLeft = Promise.withResolvers<void>();
  const farEnd = await startFarEnd((request, response) => {
    const isHasty = request.url?.startsWith("/hasty") && request.headers["x-posthorn-attempt-count"] === "1";
    if (isHasty) response.once("close", hastyLeft.resolve);
    else void hastyLeft.promise.then(() => setTimeout(() => response.end("late"), 1_100)); // longer than hasty waits
  });

  const [hasty, patient] = await Promise.all([
    delivered({ url: `${farEnd.url}/hasty`, config: { delivery_timeout: 1 } }),
    delivered({ url: farEnd.url, config: { delivery_timeout: 60 } }),
  ]);
  const { connection, attempt } = hasty;
  await gateway.db.query(
    `update destinations set config = config || '{"delivery_timeout": 60}' where id = $1`,
    [connection.destination],
  );
  await gateway.reload(connection.source);
  await retryAgain(connection, attempt?.event_id);
  const [, second] = await attemptsOf(connection, 2);

  expect(attempt).toMatchObject({ status: "FAILED", error_code: "TIMEOUT", response_status: null });
  for (const one of [patient.attempt, second])
    expect(one).toMatchObject({ status: "SUCCESSFUL", error_code: null, body: "late" });
  farEnd.close();
});

test("a token is waited for no longer than the destination says", async () => {
  const server = await startFarEnd(() => undefined);
  const farEnd = await startFarEnd();
  const auth = { auth_server: server.url, client_id: "me", client_secret: "s" };

  const { attempt } = await delivered({
    url: farEnd.url,
    config: { delivery_timeout: 1 },
    auth: { auth_type: "OAUTH2_CLIENT_CREDENTIALS", auth },
  });

  expect(attempt).toMatchObject({ status: "FAILED", error_code: "OAUTH2_HANDSHAKE_FAILED" });
  expect(farEnd.received).toEqual([]);
  server.close();
  farEnd.close();
});

test("a destination without a URL: MISSING_URL", async () => {
  const { attempt } = await delivered({});

  expect(attempt).toMatchObject({ status: "FAILED", error_code: "MISSING_URL", requested_url: "" });
});

test("an event whose payload goes after it was queued: PAYLOAD_MISSING", async () => {
  const farEnd = await startFarEnd();
  const { connection, attempt } = await delivered({ url: farEnd.url });

  await retryAgain(connection, attempt?.event_id, (tx) =>
    tx.query("delete from payloads where team_id = $1", [connection.project]),
  );
  const [, second] = await attemptsOf(connection, 2);

  expect(second).toMatchObject({ status: "FAILED", error_code: "PAYLOAD_MISSING" });
  farEnd.close();
});

test("the mock API answers what it got, or the status that was asked for", async () => {
  const ok = await delivered({ type: "MOCK_API" });
  const asked = await given({ type: "MOCK_API" });
  await post(`${asked.path}/x?status=503`);
  const [refused] = await attemptsOf(asked);

  expect(ok.attempt).toMatchObject({
    status: "SUCCESSFUL",
    response_status: 200,
    requested_url: "https://mock.posthorn.invalid/orders?x=1",
  });
  expect(JSON.parse(ok.attempt?.body ?? "")).toMatchObject({
    message: "Accepted",
    received_data: { a: 1 },
    requested_path: "/orders?x=1",
  });
  expect(refused).toMatchObject({ status: "FAILED", response_status: 503, error_code: null });
});
