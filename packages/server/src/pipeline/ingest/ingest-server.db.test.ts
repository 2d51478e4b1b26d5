/** Every row of "Bad input at a source URL" that needs neither rule nor verifier, over real sockets. */
import { once } from "node:events";
import { connect } from "node:net";
import { sourceToken } from "@posthorn/contract/ids";
import { expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { issueApiKey } from "../../store/api-keys.ts";
import {
  type ConfiguredConnection,
  eventually,
  givenConnection,
  startFarEnd,
} from "../../testing/gateway.ts";
import { gatewayOfFile } from "../../testing/gateway-of-file.ts";
import { startLoneIngest } from "../../testing/lone-ingest.ts";
import { lockTable } from "../../testing/table-lock.ts";
import type { SourceRoute } from "../source-route.ts";

const { gateway, farEnd } = await gatewayOfFile();

/** Sends bytes as they are and reads until the server closes, or until a whole answer with its length is there. */
async function exchange(
  bytes: string | Buffer,
  port = gateway.port,
): Promise<{ status: number; head: string; body: string; isClosed: boolean }> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  let isClosed = false;
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.on("error", () => undefined); // the server may reset the connection after its answer
  socket.on("close", () => (isClosed = true));
  socket.write(bytes);
  await eventually(
    () => Promise.resolve(text),
    (received) => isClosed || isWhole(received),
  );
  if (/connection: close/i.test(text) && !isClosed) await once(socket, "close");
  socket.destroy();
  const [head = "", body = ""] = text.split("\r\n\r\n", 2);
  return { status: Number(head.split(" ")[1]), head, body, isClosed };
}

/** An answer to HEAD announces a length but has no body, so those tests ask the server to close the connection. */
function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  return end >= 0 && text.length - end - 4 >= Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
}

function message(lines: string[], body: string | Buffer = ""): Buffer {
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), Buffer.from(body)]);
}

function postTo(path: string, body: string | Buffer, ...headers: string[]): Buffer {
  return message(
    [`POST ${path} HTTP/1.1`, "Host: in.test", `Content-Length: ${Buffer.byteLength(body)}`, ...headers],
    body,
  );
}

async function storedRequests({
  project,
}: ConfiguredConnection): Promise<{ rejection_cause: string | null; bytes: number | null }[]> {
  const { rows } = await gateway.db.query<{ rejection_cause: string | null; bytes: number | null }>(
    `select rejection_cause, length(body) as bytes
     from requests left join payloads on payloads.team_id = requests.team_id and payloads.id = requests.id
     where requests.team_id = $1 order by requests.id`,
    [project],
  );
  return rows;
}

function given(methods?: string[]): Promise<ConfiguredConnection> {
  return givenConnection(gateway.db, { url: farEnd.url, ...(methods && { methods }) });
}

const NESTED = "[".repeat(600) + "]".repeat(600);

test("a source without a connection takes the request in and says so", async () => {
  const source = await given();
  await gateway.db.query(`update connections set deleted_at = now() where id = $1`, [source.connection]);

  const answers = await eventually(
    async () => ({ answer: await exchange(postTo(source.path, "x")), stored: await storedRequests(source) }),
    ({ stored }) => stored.at(-1)?.rejection_cause === "NO_CONNECTION",
  );

  expect(answers.answer.status).toBe(200);
  expect(JSON.parse(answers.answer.body)).toMatchObject({ status: "SUCCESS" });
});

test.each([`/e/${sourceToken(newId())}`, "/e/nonsense", "/", "/e/", "/favicon.ico"])(
  "%s is no source",
  async (path) => {
    const answer = await exchange(postTo(path, "x"));

    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body).message).toBe("Source not found");
  },
);

test("the source answers by its token, its whole id and in any letter case", async () => {
  const source = await given();

  for (const path of [
    source.path,
    source.path.replace("/e/", "/e/src_"),
    source.path.replace("/e/", "/"),
    source.path.toUpperCase().replace("/E/", "/e/"),
  ]) {
    expect((await exchange(postTo(path, "x"))).status).toBe(200);
  }
});

test("a deleted source answers 410 and stores nothing", async () => {
  const source = await given();
  await gateway.db.query(`update connections set deleted_at = now() where id = $1`, [source.connection]);
  await gateway.db.query(`update sources set deleted_at = now() where id = $1`, [source.source]);

  const answer = await eventually(
    () => exchange(postTo(source.path, "x")),
    ({ status }) => status === 410,
  );

  expect(JSON.parse(answer.body).message).toBe("Source deleted");
});

test("a disabled source answers 403 and keeps the request", async () => {
  const source = await given();
  await gateway.db.query(`update sources set disabled_at = now() where id = $1`, [source.source]);

  const answer = await eventually(
    () => exchange(postTo(source.path, "x")),
    ({ status }) => status === 403,
  );

  expect(JSON.parse(answer.body).message).toBe("Source is disabled");
  expect((await storedRequests(source)).at(-1)).toEqual({ rejection_cause: "SOURCE_DISABLED", bytes: 1 });
});

test.each(["GET", "HEAD", "QUERY", "OPTIONS", "TRACE", "PROPFIND"])(
  "%s is refused with the methods that are allowed",
  async (method) => {
    const source = await given(["POST", "PUT"]);

    const answer = await exchange(
      message([`${method} ${source.path} HTTP/1.1`, "Host: in.test", "Connection: close"]),
    );

    expect(answer.status).toBe(405);
    expect(answer.head).toMatch(/\r\nallow: POST, PUT/i);
    expect((await storedRequests(source))[0]?.rejection_cause).toBe("UNSUPPORTED_HTTP_METHOD");
  },
);

test("a browser's question before the request is answered and not stored, and an OPTIONS with a body is no question", async () => {
  const source = await given(["POST"]);
  const asked = [
    `OPTIONS ${source.path} HTTP/1.1`,
    "Host: in.test",
    "Connection: close",
    "Origin: https://page.test",
    "Access-Control-Request-Method: POST",
    "Access-Control-Request-Headers: content-type",
  ];

  const answer = await exchange(message(asked));

  expect(answer.status).toBe(204);
  expect(answer.head).toMatch(/\r\naccess-control-allow-origin: \*\r\n/i);
  expect(answer.head).toMatch(/\r\naccess-control-allow-headers: \*\r\n/i);
  expect(await storedRequests(source)).toEqual([]);

  expect((await exchange(message([...asked, "Content-Length: 1"], "x"))).status).toBe(405);
  expect(await storedRequests(source)).toHaveLength(1);
});

test.each([
  ["application/octet-stream", "x", 415, "Content type not supported", "UNSUPPORTED_CONTENT_TYPE"],
  ["application/json", "{", 400, "Body is not valid JSON", "UNPARSABLE_JSON"],
  ["application/json", NESTED, 400, "JSON is nested too deeply", "UNPARSABLE_JSON"],
])("%s that is %j gets %i, and is kept", async (contentType, body, status, text, cause) => {
  const source = await given();

  const answer = await exchange(postTo(source.path, body, `Content-Type: ${contentType}`));

  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body).message).toBe(text);
  expect(await storedRequests(source)).toEqual([{ rejection_cause: cause, bytes: body.length }]);
});

test("an announced body over the limit is refused before it is sent, and never kept in part", async () => {
  const source = await given();

  const answer = await exchange(
    message([`POST ${source.path} HTTP/1.1`, "Host: in.test", "Content-Length: 10485761"], "a"),
  );

  expect(answer).toMatchObject({ status: 413, isClosed: true });
  expect(JSON.parse(answer.body).message).toBe("Payload is too large");
  expect(await storedRequests(source)).toEqual([{ rejection_cause: "PAYLOAD_TOO_LARGE", bytes: null }]);
});

test("a sender that asks before it sends too large a body is refused without being asked for it", async () => {
  const source = await given();
  const head = [`POST ${source.path} HTTP/1.1`, "Host: in.test", "Expect: 100-continue"];

  const answer = await exchange(message([...head, "Content-Length: 10485761"]));

  expect(answer).toMatchObject({ status: 413, isClosed: true });
  expect(await storedRequests(source)).toEqual([{ rejection_cause: "PAYLOAD_TOO_LARGE", bytes: null }]);
});

test("a sender that asks before it sends its body is asked for it, and answered when it is stored", async () => {
  const source = await given();
  const socket = connect(gateway.port, "127.0.0.1");

  socket.write(
    message([`POST ${source.path} HTTP/1.1`, "Host: in.test", "Expect: 100-continue", "Content-Length: 5"]),
  );
  const [first] = (await once(socket, "data")) as [Buffer]; // a socket's data is a Buffer
  socket.write("whole");
  const [second] = (await once(socket, "data")) as [Buffer]; // as above

  expect(first.toString()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  expect(second.toString()).toMatch(/^HTTP\/1.1 200 /);
  expect(await storedRequests(source)).toEqual([{ rejection_cause: null, bytes: 5 }]);
  socket.destroy();
});

test("a chunked body that grows over the limit is refused, and one of exactly the limit is taken", async () => {
  const source = await given();
  const limit = Buffer.alloc(10 * 1024 * 1024, 0x61);
  const chunked = (body: Buffer) =>
    Buffer.concat([
      message([`POST ${source.path} HTTP/1.1`, "Host: in.test", "Transfer-Encoding: chunked"]),
      Buffer.from(`${body.length.toString(16)}\r\n`),
      body,
      Buffer.from("\r\n0\r\n\r\n"),
    ]);

  expect((await exchange(chunked(limit))).status).toBe(200);
  expect((await exchange(chunked(Buffer.concat([limit, Buffer.from("b")])))).status).toBe(413);

  expect(await storedRequests(source)).toEqual([
    { rejection_cause: null, bytes: limit.length },
    { rejection_cause: "PAYLOAD_TOO_LARGE", bytes: null },
  ]);
});

test.each([
  ["both length and chunked", ["Content-Length: 1", "Transfer-Encoding: chunked"], "0\r\n\r\n"],
  ["two lengths", ["Content-Length: 1", "Content-Length: 2"], "ab"],
  ["a bad chunk", ["Transfer-Encoding: chunked"], "zz\r\nx\r\n"],
  ["a space before the colon", ["X-Bad : 1", "Content-Length: 1"], "a"],
  ["a header without name", [": 1", "Content-Length: 1"], "a"],
])("%s is malformed and closes the connection", async (_, headers, body) => {
  const source = await given();

  const answer = await exchange(message([`POST ${source.path} HTTP/1.1`, "Host: in.test", ...headers], body));

  expect(answer).toMatchObject({ status: 400, isClosed: true });
  expect(JSON.parse(answer.body).message).toBe("Malformed HTTP request");
  expect(await storedRequests(source)).toEqual([]);
});

test.each([
  ["another version", "POST PATH HTTP/2.0"],
  ["a version before 1.0", "POST PATH HTTP/0.9"],
  ["two spaces before the address", "POST  PATH HTTP/1.1"],
  ["two spaces after the address", "POST PATH  HTTP/1.1"],
  ["another protocol", "POST PATH RTSP/1.0"],
])("a request line with %s is malformed and closes the connection", async (_, line) => {
  const source = await given();

  const head = [line.replace("PATH", source.path), "Host: in.test", "Content-Length: 1"];
  const answer = await exchange(message(head, "x"));

  expect(answer).toMatchObject({ status: 400, isClosed: true });
  expect(JSON.parse(answer.body).message).toBe("Malformed HTTP request");
  expect(await storedRequests(source)).toEqual([]);
});

test("empty lines before a request, and HTTP/1.0, are accepted", async () => {
  const source = await given();

  const { status } = await exchange(
    message([`\r\nPOST ${source.path} HTTP/1.0`, "Host: in.test", "Content-Length: 1"], "x"),
  );

  expect(status).toBe(200);
});

test("a whole URL as the target means its path", async () => {
  const source = await given();

  const known = await exchange(postTo(`http://proxied.test:80${source.path}/orders?a=1`, "x"));
  const health = await exchange(message(["GET http://proxied.test/healthz HTTP/1.1", "Host: in.test"]));
  const unknown = await exchange(postTo("http://proxied.test", "x"));

  expect([known.status, health.status, unknown.status]).toEqual([200, 200, 404]);
  const { rows } = await gateway.db.query(
    `select path, query, headers::json ->> 1 as host from payloads join requests using (id) where source_id = $1`,
    [source.source],
  );
  expect(rows).toEqual([{ path: "/orders", query: "a=1", host: "in.test" }]);
});

test("a method that HTTP does not know is malformed", async () => {
  const answer = await exchange(message(["BREW /e/x HTTP/1.1", "Host: in.test"]));

  expect(answer).toMatchObject({ status: 400, isClosed: true });
});

test.each([
  [
    "headers",
    (path: string) => message([`POST ${path} HTTP/1.1`, "Host: in.test", `X-Long: ${"a".repeat(17_000)}`]),
  ],
  ["URL", (path: string) => message([`POST ${path}?${"a".repeat(17_000)} HTTP/1.1`, "Host: in.test"])],
])("%s over 16 KiB get 431", async (_, bytes) => {
  const source = await given();

  const answer = await exchange(bytes(source.path));

  expect(answer).toMatchObject({ status: 431, isClosed: true });
  expect(JSON.parse(answer.body).message).toBe("Request headers are too large");
});

test("what came round through our own deliveries more than 8 times is a loop", async () => {
  const source = await given();

  const answer = await exchange(postTo(source.path, "x", "X-Posthorn-Hops: 9"));

  expect(answer.status).toBe(508);
  expect(JSON.parse(answer.body).message).toBe("Delivery loop detected");
  expect((await storedRequests(source))[0]?.rejection_cause).toBe("UNKNOWN");
});

test("a destination that is the source itself ends by itself", async () => {
  const source = await given();
  await gateway.db.query(`update destinations set config = config || $2 where id = $1`, [
    source.destination,
    JSON.stringify({ url: gateway.url + source.path }),
  ]);

  await eventually(
    () => exchange(postTo(source.path, "x")).then(() => storedRequests(source)),
    (stored) => stored.some(({ rejection_cause }) => rejection_cause === "UNKNOWN"),
  );
});

test.each([
  ["bytes that are not UTF-8", Buffer.from([0xff, 0x00, 0xfe]), []],
  ["an empty body", Buffer.alloc(0), ["Content-Type: application/json"]],
  ["dangerous keys", Buffer.from('{"__proto__":{"x":1},"a":"\\u0000"}'), ["Content-Type: application/json"]],
  [
    "dangerous form keys",
    Buffer.from("__proto__[x]=1&constructor=2"),
    ["Content-Type: application/x-www-form-urlencoded"],
  ],
])("%s are accepted and kept", async (_, body, headers) => {
  const source = await given();

  const answer = await exchange(postTo(`${source.path}?__proto__=1`, body, ...headers));

  expect(answer.status).toBe(200);
  expect(await storedRequests(source)).toEqual([{ rejection_cause: null, bytes: body.length }]);
});

test("thousands of query parameters and unheard-of headers are accepted", async () => {
  const source = await given();
  const query = Array.from({ length: 3_000 }, (_, index) => `a${index}`).join("&");

  const answer = await exchange(
    message([
      `POST ${source.path}?${query.slice(0, 15_000)} HTTP/1.1`,
      "Host: in.test",
      "X-Never-Seen-Before: 1",
      "Content-Length: 0",
    ]),
  );

  expect(answer.status).toBe(200);
});

test("our own cookies are neither stored nor delivered, whatever becomes of the request; others are", async () => {
  const own = await startFarEnd();
  const source = await givenConnection(gateway.db, { url: own.url });
  const { key } = await issueApiKey(gateway.db, { team_id: source.project, name: "key", expires_at: null });
  const cookie = "Cookie: posthorn.session_token=s3cret; theme=dark; __Host-posthorn.session_token=s3cret";
  const publish = [`Authorization: Bearer ${key}`, "X-Posthorn-Source-Name: shop"];

  const answers = [
    await exchange(postTo(source.path, "x", cookie)),
    await exchange(postTo("/v1/publish", "x", cookie, ...publish)),
    await exchange(message([`GET ${source.path} HTTP/1.1`, "Host: in.test", cookie])),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 405]);
  const arrived = await own.arrivals(2);
  expect(arrived.map(({ headers }) => headers.cookie)).toEqual(["theme=dark", "theme=dark"]);
  const { rows } = await gateway.db.query<{ headers: string }>(
    "select headers from payloads where team_id = $1",
    [source.project],
  );
  expect(rows).toHaveLength(3);
  for (const { headers } of rows) {
    expect(headers).toContain("theme=dark");
    expect(headers).not.toMatch(/posthorn\.|s3cret/);
  }
  own.close();
});

test("a sender that hangs up in the middle leaves nothing behind", async () => {
  const source = await given();
  const socket = connect(gateway.port, "127.0.0.1");
  socket.end(message([`POST ${source.path} HTTP/1.1`, "Host: in.test", "Content-Length: 100"], "only this"));
  socket.on("error", () => undefined); // the server may reset a connection it gave up on
  socket.resume();
  await once(socket, "close");

  expect((await exchange(postTo(source.path, "x"))).status).toBe(200);
  expect(await storedRequests(source)).toEqual([{ rejection_cause: null, bytes: 1 }]);
});

test("when the store does not answer, the sender hears 503 within its four seconds and may try again", async () => {
  const source = await given();
  const lock = await lockTable(gateway.databaseUrl, "requests");

  const answer = await exchange(postTo(source.path, "x"));
  await lock.release();

  expect(answer.status).toBe(503);
  expect(answer.head).toMatch(/retry-after: 5/i);
  expect(JSON.parse(answer.body).message).toBe("Temporarily unavailable, try again");
  expect((await exchange(postTo(source.path, "x"))).status).toBe(200);
});

test("answers may be read by any web page and carry no markup", async () => {
  const source = await given();

  const answer = await exchange(postTo(source.path, "x"));

  expect(answer.head).toMatch(/access-control-allow-origin: \*/i);
  expect(answer.head).toMatch(/content-type: application\/json; charset=utf-8/i);
  expect(answer.head).toMatch(/x-content-type-options: nosniff/i);
});

test("both health checks answer", async () => {
  expect((await exchange(message(["GET /healthz HTTP/1.1", "Host: in.test"]))).status).toBe(200);
  expect((await exchange(message(["GET /readyz HTTP/1.1", "Host: in.test"]))).status).toBe(200);
});

const IMPATIENT = { headMs: 50, requestMs: 100 };
/** On a busy machine even a request that nothing blocks may take long. */
const PATIENT = { headMs: 60_000, requestMs: 60_000 };

/** The same server with its own time limits. */
async function serverWith(
  patience: typeof PATIENT,
  changed: (route: SourceRoute) => SourceRoute = (route) => route,
  maxBytes?: number,
) {
  let arrived = 0;
  const { routing, ...server } = await startLoneIngest(
    { db: gateway.db, url: gateway.databaseUrl },
    {
      patience,
      ...(maxBytes !== undefined && { maxBytes }),
      change: (parts) => ({
        routing: {
          ...parts.routing,
          byToken(token) {
            arrived++;
            const route = parts.routing.byToken(token);
            return route && changed(route);
          },
        },
      }),
    },
  );
  await routing.reload();
  /** `arrived`: how many requests have arrived. */
  return { ...server, arrived: () => arrived };
}

test.each([
  ["headers that are never finished", (path: string) => `POST ${path} HTTP/1.1\r\nHost: in.test\r\nX-Slow: `],
  [
    "a body that never comes",
    (path: string) => `POST ${path} HTTP/1.1\r\nHost: in.test\r\nContent-Length: 10\r\n\r\nabc`,
  ],
])("%s: 408, closed, not stored", async (_, bytes) => {
  const source = await given();
  const server = await serverWith(IMPATIENT);

  const answer = await exchange(bytes(source.path), server.port);

  expect(answer).toMatchObject({ status: 408, isClosed: true });
  expect(JSON.parse(answer.body).message).toBe("Request timed out");
  expect(await storedRequests(source)).toEqual([]);
  await server.close();
});

test("a fault of our own gets 500, is stored where possible, and the next request is served", async () => {
  const source = await given();
  const server = await serverWith(PATIENT, (route) => ({
    ...route,
    get isDisabled(): boolean {
      throw new Error("a fault of our own");
    },
  }));

  const answer = await exchange(postTo(source.path, "x"), server.port);

  expect(answer.status).toBe(500);
  expect(JSON.parse(answer.body).message).toBe("Internal error");
  expect(await storedRequests(source)).toEqual([{ rejection_cause: "INGESTION_FATAL", bytes: 1 }]);
  expect(server.lines.join()).toContain("a fault of our own");
  expect((await exchange(message(["GET /healthz HTTP/1.1", "Host: in.test"]), server.port)).status).toBe(200);
  await server.close();
});

function guessedRequest(): Buffer {
  return message([`GET /e/${sourceToken(newId())} HTTP/1.1`, "Host: in.test"]);
}

test("health checks answer while guessed tokens have taken every place in which a request waits for its source", async () => {
  const server = await serverWith(PATIENT);
  const lock = await lockTable(gateway.databaseUrl, "sources");
  const sender = connect(server.port, "127.0.0.1");
  sender.write(Buffer.concat(Array.from({ length: 1_001 }, guessedRequest)));
  await eventually(
    () => Promise.resolve(server.arrived()),
    (arrived) => arrived === 1_001,
  );

  const health = ["healthz", "readyz"].map((name) =>
    exchange(message([`GET /${name} HTTP/1.1`, "Host: in.test"]), server.port),
  );

  expect((await Promise.all(health)).map(({ status }) => status)).toEqual([200, 200]);
  await lock.release();
  sender.destroy();
  await server.close();
});

/** Sends a head, waits for the answer, and only then sends the body, as a sender does that writes before it reads. */
async function sendWholeBody(port: number, head: Buffer, body: Buffer) {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const troubles: string[] = [];
  socket.on("error", ({ message: trouble }) => troubles.push(trouble));
  socket.write(head);
  const [answer] = (await once(socket, "data")) as [Buffer]; // a socket's data is a Buffer
  socket.end(body);
  await once(socket, "close");
  return { status: Number(answer.toString().split(" ")[1]), troubles };
}

test.each([
  ["memory is short", 503, 9_000_000],
  ["it is too large", 413, 11_000_000],
])(
  "a sender whose body is refused because %s gets %i, and its connection does not break",
  async (_, status, bytes) => {
    const source = await given();
    const server = await serverWith(PATIENT, undefined, 1024 * 1024);
    const head = message([`POST ${source.path} HTTP/1.1`, "Host: in.test", `Content-Length: ${bytes}`]);

    const sent = await sendWholeBody(server.port, head, Buffer.alloc(bytes));

    expect(sent).toEqual({ status, troubles: [] });
    await server.close();
  },
);

test("a body that finds no more room on its way is refused with 503, and its connection does not break", async () => {
  const source = await given();
  const server = await serverWith(PATIENT, undefined, 1024 * 1024);
  const head = message([`POST ${source.path} HTTP/1.1`, "Host: in.test", "Transfer-Encoding: chunked"]);
  const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(0x100000), Buffer.from("\r\n")]);
  const rest = [...Array.from({ length: 8 }, () => chunk), Buffer.from("0\r\n\r\n")];

  const sent = await sendWholeBody(server.port, Buffer.concat([head, chunk]), Buffer.concat(rest));

  expect(sent).toEqual({ status: 503, troubles: [] });
  expect(await storedRequests(source)).toEqual([]);
  await server.close();
});
