/** What does a source's configuration do with a request, from the socket to the destination? */
import { createHmac } from "node:crypto";
import { publicId, sourceToken } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId, newRequestIdBytes, uuidText } from "../../ids.ts";
import { issueApiKey, revokeApiKey } from "../../store/api-keys.ts";
import { givenEnded } from "../../testing/given-processes.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import {
  type ConfiguredConnection,
  eventually,
  givenConnection,
  startFarEnd,
  startGateway,
} from "../../testing/gateway.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

type Source = NonNullable<Parameters<typeof givenConnection>[1]["source"]>;

async function given(source: Source = {}, answer?: Parameters<typeof startFarEnd>[0]) {
  const farEnd = await startFarEnd(answer);
  return { farEnd, ...(await givenConnection(gateway.db, { url: farEnd.url, source })) };
}

async function send(path: string, { body = "{}", ...init }: RequestInit = {}) {
  const response = await fetch(gateway.url + path, {
    method: "POST",
    ...init,
    body: init.method === "GET" ? null : body,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function stored({ project }: ConfiguredConnection) {
  const { rows } = await gateway.db.query<{
    rejection_cause: string | null;
    verified: boolean | null;
    verification_failure: unknown;
    headers: string;
    path: string;
    query: string | null;
  }>(
    `select rejection_cause, verified, verification_failure, headers, path, query
     from requests join payloads on payloads.team_id = requests.team_id and payloads.id = requests.id
     where requests.team_id = $1 order by requests.id`,
    [project],
  );
  return rows;
}

const SECRET = "correct horse battery staple";
const HMAC: Source = {
  config: { auth_type: "HMAC" },
  auth: { algorithm: "sha256", encoding: "hex", header_key: "X-Signature", webhook_secret_key: SECRET },
};
const signed = (body: string) => ({ "x-signature": createHmac("sha256", SECRET).update(body).digest("hex") });

test("a request with the right signature is delivered as verified", async () => {
  const source = await given(HMAC);
  const body = '{"amount":12.50}';

  const answer = await send(source.path, { body, headers: signed(body) });
  const [delivered] = await source.farEnd.arrivals(1);

  expect(answer.status).toBe(200);
  expect(delivered?.headers["x-posthorn-verified"]).toBe("true");
  expect(delivered?.headers["x-signature"]).toBe(signed(body)["x-signature"]);
  expect(await stored(source)).toMatchObject([
    { rejection_cause: null, verified: true, verification_failure: null },
  ]);
  source.farEnd.close();
});

test("a request that proves nothing gets 401, is kept, and goes nowhere", async () => {
  const source = await given(HMAC);

  const answers = [
    await send(source.path, { body: "x" }),
    await send(source.path, { body: "x", headers: signed("y") }),
    await send(`${source.path}?x-posthorn-allow-methods=get&x-posthorn-response=[text]fine`, {
      method: "GET",
    }),
  ];

  for (const { status, text, headers } of answers) {
    expect([status, JSON.parse(text)]).toEqual([
      401,
      {
        status: "ERROR",
        message: "Request verification failed",
        request_id: expect.stringMatching(/^req_/),
      },
    ]);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  }
  const rejected = { rejection_cause: "VERIFICATION_FAILED", verified: false };
  const looked_at = { part: "header", name: "x-signature" };
  expect(await stored(source)).toMatchObject([
    { ...rejected, verification_failure: { problem: "MISSING", looked_at } },
    { ...rejected, verification_failure: { problem: "DIFFERS", looked_at } },
    { ...rejected, verification_failure: { problem: "MISSING", looked_at } },
  ]);
  await send(source.path, { body: "last", headers: signed("last") });
  const arrived = await source.farEnd.arrivals(1);
  expect(arrived.map(({ body }) => body.toString())).toEqual(["last"]);
  source.farEnd.close();
});

test("a message signed as Standard Webhooks have it is delivered as verified, an old one is not taken", async () => {
  const key = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const auth = { webhook_secret_key: `whsec_${key}` };
  const source = await given({ config: { auth_type: "STANDARD_WEBHOOKS" }, auth });
  const signedAt = (ms: number) => {
    const seconds = String(Math.floor(ms / 1000));
    const hmac = createHmac("sha256", Buffer.from(key, "base64")).update(`msg_1.${seconds}.{}`);
    return {
      "webhook-id": "msg_1",
      "webhook-timestamp": seconds,
      "webhook-signature": `v1,${hmac.digest("base64")}`,
    };
  };

  const fresh = await send(source.path, { headers: signedAt(Date.now()) });
  const old = await send(source.path, { headers: signedAt(Date.now() - 400_000) });
  const bare = await send(source.path);

  expect([fresh.status, old.status, bare.status]).toEqual([200, 401, 401]);
  const [delivered] = await source.farEnd.arrivals(1);
  expect(delivered?.headers["x-posthorn-verified"]).toBe("true");
  expect(await stored(source)).toMatchObject([
    { rejection_cause: null, verified: true },
    { rejection_cause: "VERIFICATION_FAILED", verified: false },
    { rejection_cause: "VERIFICATION_FAILED", verified: false },
  ]);
  source.farEnd.close();
});

test("a provider's source verifies as the provider signs, and replies to its challenge without storing it", async () => {
  const source = await given({ type: "SLACK", auth: { webhook_secret_key: SECRET } });
  const seconds = String(Math.floor(Date.now() / 1000));
  const signedBySlack = (body: string) => ({
    "x-slack-request-timestamp": seconds,
    "x-slack-signature": `v0=${createHmac("sha256", SECRET).update(`v0:${seconds}:${body}`).digest("hex")}`,
  });
  const event = '{"type":"event_callback"}';
  const challenge = '{"type":"url_verification","challenge":"3eZbrw1a"}';

  const taken = await send(source.path, { body: event, headers: signedBySlack(event) });
  const answered = await send(source.path, { body: challenge, headers: signedBySlack(challenge) });
  const forged = await send(source.path, { body: challenge, headers: signedBySlack(event) });

  expect([taken.status, answered.status, forged.status]).toEqual([200, 200, 401]);
  expect(answered.text).toBe('{"challenge":"3eZbrw1a"}');
  const [delivered] = await source.farEnd.arrivals(1);
  expect(delivered?.headers["x-posthorn-verified"]).toBe("true");
  expect(await stored(source)).toMatchObject([
    { rejection_cause: null, verified: true },
    { rejection_cause: "VERIFICATION_FAILED", verified: false },
  ]);
  source.farEnd.close();
});

test("what was verified once is so on every attempt, also when the event comes back from the database", async () => {
  let isBroken = true;
  const source = await given(HMAC, (_, response) => response.writeHead(isBroken ? 500 : 200).end());
  await send(source.path, { body: "x", headers: signed("x") });
  await source.farEnd.arrivals(1);
  await eventually(
    () =>
      gateway.db.query<{ status: string }>(`select status from events where team_id = $1`, [source.project]),
    ({ rows }) => rows[0]?.status === "FAILED",
  );

  isBroken = false;
  await gateway.db.query(
    `update events set status = 'QUEUED', next_attempt_at = now(), trigger = 'MANUAL' where team_id = $1`,
    [source.project],
  );
  const arrived = await source.farEnd.arrivals(2);

  expect(arrived.map(({ headers }) => headers["x-posthorn-verified"])).toEqual(["true", "true"]);
  source.farEnd.close();
});

test("what a process that died had verified is routed as verified", async () => {
  const database = await freshDatabase();
  const farEnd = await startFarEnd();
  const source = await givenConnection(database.db, { url: farEnd.url, source: HMAC });
  const [request, from] = [uuidText(newRequestIdBytes()), "00000000-0000-7000-8000-000000000000"];
  const dead = await givenEnded(database.db, from);
  await database.db.query(
    `insert into requests (team_id, id, source_id, verified, accepted_by) values ($1, $2, $3, true, $4)`,
    [source.project, request, source.source, dead],
  );
  await database.db.query(
    `insert into payloads (team_id, id, method, path, headers, body) values ($1, $2, 'POST', '/', '[]', 'x')`,
    [source.project, request],
  );

  const heir = await startGateway(database);
  const [delivered] = await farEnd.arrivals(1);

  expect(delivered?.headers["x-posthorn-verified"]).toBe("true");
  await heir.stop();
  farEnd.close();
});

test("without authentication nothing is verified, whatever the sender claims", async () => {
  const source = await given();

  await send(source.path, { headers: { "x-posthorn-verified": "true", ...signed("{}") } });
  const [delivered] = await source.farEnd.arrivals(1);

  expect(delivered?.headers["x-posthorn-verified"]).toBe("false");
  expect(await stored(source)).toMatchObject([{ rejection_cause: null, verified: null }]);
  source.farEnd.close();
});

test("authentication that is removed lets the next request pass, without a restart", async () => {
  const source = await given(HMAC);
  expect((await send(source.path)).status).toBe(401);

  await gateway.db.query(
    `update sources set auth = null, config = config || '{"auth_type": null}' where id = $1`,
    [source.source],
  );

  await eventually(
    () => send(source.path),
    ({ status }) => status === 200,
  );
  source.farEnd.close();
});

test("a secret that cannot be opened any more is our fault: 500, kept, and told in the log", async () => {
  const source = await given(HMAC);
  await gateway.db.query(`update sources set auth = 'not sealed by us' where id = $1`, [source.source]);

  const answer = await eventually(
    () => send(source.path, { headers: signed("{}") }),
    ({ status }) => status !== 200,
  );

  expect([answer.status, JSON.parse(answer.text).message]).toEqual([500, "Internal error"]);
  expect((await stored(source)).at(-1)).toMatchObject({ rejection_cause: "INGESTION_FATAL", verified: null });
  expect(gateway.lines.some((line) => line.includes("ingest.fatal"))).toBe(true);
  source.farEnd.close();
});

test.each([
  ["json", '{"ok":true}', "application/json; charset=utf-8"],
  ["text", "[accepted] é", "text/plain; charset=utf-8"],
  ["xml", "<ok/>", "application/xml; charset=utf-8"],
])("a source answers with its own %s", async (content_type, body, expected) => {
  const source = await given({ config: { custom_response: { content_type, body } } });

  const answer = await send(source.path);

  expect([answer.status, answer.text]).toEqual([200, body]);
  expect(answer.headers.get("content-type")).toBe(expected);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(await stored(source)).toHaveLength(1);
  source.farEnd.close();
});

test("a custom response is for what was accepted, also without a connection, and not for refusals", async () => {
  const source = await given({ config: { custom_response: { content_type: "text", body: "thanks" } } });

  expect(JSON.parse((await send(source.path, { method: "GET" })).text).message).toBe(
    "HTTP method not allowed",
  );
  await gateway.db.query(`update connections set deleted_at = now() where id = $1`, [source.connection]);
  await gateway.reload(source.source);
  expect((await send(source.path)).text).toBe("thanks");
  expect((await stored(source)).at(-1)).toMatchObject({ rejection_cause: "NO_CONNECTION" });
  source.farEnd.close();
});

test.each(["x-posthorn", "x-hookdeck"])("the URL's own switches, under %s", async (prefix) => {
  const source = await given({ config: { custom_response: { content_type: "text", body: "configured" } } });
  const at = (query: string, init?: RequestInit) => send(`${source.path}/a?${query}`, init);

  const literal = await at(`${prefix}-response=[xml]%3Cok/%3E&b=2`);
  const empty = await at(`${prefix}-response=`);
  const got = await at(`${prefix}-allow-methods=get`, { method: "GET" });

  expect([literal.status, literal.text, literal.headers.get("content-type")]).toEqual([
    200,
    "<ok/>",
    "application/xml; charset=utf-8",
  ]);
  expect([empty.status, empty.text, empty.headers.get("content-length")]).toEqual([200, "", "0"]);
  expect([got.status, got.text]).toEqual([200, "configured"]);
  expect((await send(source.path, { method: "GET" })).status).toBe(405);
  const arrived = await source.farEnd.arrivals(3);
  expect(arrived.map(({ url }) => url).toSorted()).toEqual([
    `/a?${prefix}-allow-methods=get`,
    `/a?${prefix}-response=`,
    `/a?${prefix}-response=[xml]%3Cok/%3E&b=2`,
  ]);
  source.farEnd.close();
});

test.each([
  [
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; name="f"\r\n\r\n\u00ff\0\r\n--x--',
  ],
  ["application/x-www-form-urlencoded", "__proto__=1&a=%ff&a=+&&="],
])("a body of type %s arrives byte for byte", async (type, text) => {
  const source = await given();
  const body = Buffer.from(text, "latin1");

  const answer = await send(source.path, { body, headers: { "content-type": type } });
  const [delivered] = await source.farEnd.arrivals(1);

  expect(answer.status).toBe(200);
  expect(delivered?.body.equals(body)).toBe(true);
  expect(delivered?.headers["content-type"]).toBe(type);
  source.farEnd.close();
});

async function givenKey({ project }: ConfiguredConnection) {
  return issueApiKey(gateway.db, { team_id: project, name: "publisher", expires_at: null });
}

test("an API key publishes to a source by name or id, verified and without a trace of the key", async () => {
  const source = await given({ ...HMAC, config: { ...HMAC.config, custom_response: null } });
  const { key } = await givenKey(source);
  const basic = `Basic ${Buffer.from(`${key}:`).toString("base64")}`;
  const json = { "content-type": "application/json" };
  const id = publicId("source", source.source);

  const answers = [
    await send("/v1/publish/orders/1?a=1", {
      headers: { ...json, authorization: `Bearer ${key}`, "X-Posthorn-Source-Name": "shop" },
    }),
    await send("/v1/publish", { headers: { ...json, authorization: basic, "X-Hookdeck-Source-Id": id } }),
    await send("/v1/publish", {
      headers: { ...json, authorization: `Bearer ${key}`, "X-Hookdeck-Source-Name": "shop" },
    }),
    await send("/v1/publish", {
      headers: {
        ...json,
        authorization: `Bearer ${key}`,
        "X-Posthorn-Source-Id": sourceToken(source.source),
      },
    }),
  ];

  for (const { status, text } of answers) {
    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        status: "SUCCESS",
        message: expect.stringContaining("/requests/req_"),
        request_id: expect.stringMatching(/^req_/),
      },
    ]);
  }
  const arrived = await source.farEnd.arrivals(4);
  expect(new Set(arrived.map(({ headers }) => headers["x-posthorn-verified"]))).toEqual(new Set(["true"]));
  expect(arrived.some(({ url }) => url === "/orders/1?a=1")).toBe(true);
  for (const row of await stored(source)) {
    expect(row).toMatchObject({ rejection_cause: null, verified: true });
    expect(row.headers).not.toContain(key);
    expect(row.headers).not.toMatch(/authorization|source-(?:id|name)/i);
  }
  for (const { headers } of arrived) expect(headers.authorization).toBeUndefined();
  expect(gateway.lines.join("\n")).not.toContain(key);
  source.farEnd.close();
});

async function publish(headers: Record<string, string>, method = "POST") {
  const answer = await send("/v1/publish", { method, headers });
  return [answer.status, JSON.parse(answer.text).message, answer.headers.get("allow")];
}

test("publishing needs a valid key of the project, POST, and a source that is there", async () => {
  const source = await given();
  const other = await given();
  const { key, id } = await givenKey(source);
  const authorization = `Bearer ${key}`;
  const foreign = publicId("source", other.source);

  const noKey = [401, "Invalid or missing API key", null];
  expect(await publish({ "x-posthorn-source-name": "shop" })).toEqual(noKey);
  expect(await publish({ "x-posthorn-source-name": "shop", authorization: "Bearer phk_wrong" })).toEqual(
    noKey,
  );
  expect(await publish({ "x-posthorn-source-name": "shop", authorization: key })).toEqual(noKey);
  const notFound = [404, "Source not found", null];
  expect(await publish({ authorization, "x-posthorn-source-name": "other" })).toEqual(notFound);
  expect(await publish({ authorization, "x-posthorn-source-id": foreign })).toEqual(notFound);
  expect(await publish({ authorization, "x-posthorn-source-id": "nonsense" })).toEqual(notFound);
  expect(await publish({ authorization, "x-posthorn-source-id": publicId("source", newId()) })).toEqual(
    notFound,
  );
  expect(await publish({ authorization })).toEqual([
    400,
    "Name the source in the header X-Posthorn-Source-Name or X-Posthorn-Source-Id",
    null,
  ]);
  expect(await publish({ authorization, "x-posthorn-source-name": "shop" }, "PUT")).toEqual([
    405,
    "HTTP method not allowed",
    "POST",
  ]);
  expect(await stored(source)).toEqual([]);

  await revokeApiKey(gateway.db, source.project, id);
  await eventually(
    () => publish({ authorization, "x-posthorn-source-name": "shop" }),
    ([status]) => status === 401,
  );
  source.farEnd.close();
  other.farEnd.close();
});

test("a viewer's key publishes nothing", async () => {
  const source = await given();
  const viewer = { team_id: source.project, name: "test", expires_at: null, role: "viewer" } as const;
  const { key } = await issueApiKey(gateway.db, viewer);

  const refused = await publish({ authorization: `Bearer ${key}`, "x-posthorn-source-name": "shop" });

  expect(refused).toEqual([403, "You currently don't have permission to perform this action.", null]);
  expect(await stored(source)).toEqual([]);
  source.farEnd.close();
});

test("a source found by name is the one that has the name now", async () => {
  const source = await given();
  const { key } = await givenKey(source);
  const publishTo = async (name: string) =>
    (await publish({ authorization: `Bearer ${key}`, "x-posthorn-source-name": name }))[0];
  expect(await publishTo("shop")).toBe(200);

  await gateway.db.query(`update sources set name = 'store' where id = $1`, [source.source]);
  await gateway.reload(source.source);
  expect(await publishTo("shop")).toBe(404);
  expect(await publishTo("store")).toBe(200);

  await gateway.db.query(`update sources set deleted_at = now() where id = $1`, [source.source]);
  await gateway.reload(source.source);
  expect(await publishTo("store")).toBe(404);
  const byId = await send("/v1/publish", {
    headers: { authorization: `Bearer ${key}`, "x-posthorn-source-id": publicId("source", source.source) },
  });
  expect([byId.status, JSON.parse(byId.text).message]).toEqual([410, "Source deleted"]);
  source.farEnd.close();
});

test("a source for publishing takes nothing at its URL", async () => {
  const source = await given({ type: "PUBLISH_API" });
  const { key } = await givenKey(source);

  const answer = await send(source.path);
  const published = await send("/v1/publish", {
    headers: { authorization: `Bearer ${key}`, "x-posthorn-source-name": "shop" },
  });

  expect([answer.status, JSON.parse(answer.text).message]).toEqual([
    403,
    "This source takes requests only through the publish API",
  ]);
  expect(published.status).toBe(200);
  expect(await stored(source)).toHaveLength(1);
  source.farEnd.close();
});

test("a disabled source refuses what is published to it, and keeps it", async () => {
  const source = await given({ type: "PUBLISH_API" });
  const { key } = await givenKey(source);
  await gateway.db.query(`update sources set disabled_at = now() where id = $1`, [source.source]);
  await gateway.reload(source.source);

  const answer = await send("/v1/publish", {
    headers: { authorization: `Bearer ${key}`, "x-posthorn-source-name": "shop" },
  });

  expect([answer.status, JSON.parse(answer.text).message]).toEqual([403, "Source is disabled"]);
  expect(await stored(source)).toMatchObject([{ rejection_cause: "SOURCE_DISABLED" }]);
  source.farEnd.close();
});

test("no secret of a source is ever logged", () => {
  expect(gateway.lines.join("\n")).not.toContain(SECRET);
});
