/** Do HEAD and QUERY pass from a sender's socket to the destination's? All parts are real. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ConfiguredConnection,
  eventually,
  givenConnection,
  startFarEnd,
  startGateway,
} from "../testing/gateway.ts";
import { createRawClient } from "../testing/raw-http.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const METHODS = ["POST", "HEAD", "QUERY"];
const DEADLINE_MS = 10_000;

function message(method: string, path: string, body = ""): Buffer {
  const length = body === "" ? [] : [`Content-Length: ${body.length}`, "Content-Type: application/json"];
  return Buffer.from([`${method} ${path} HTTP/1.1`, "Host: in.test", ...length, "", body].join("\r\n"));
}

interface SentAttempt {
  status: string;
  http_method: string;
  response_status: number | null;
  error_code: string | null;
  body: string | null;
}

/** In the order in which the requests came. */
function sentAttempts({ project }: ConfiguredConnection, count: number): Promise<SentAttempt[]> {
  return eventually(
    async () => {
      const { rows } = await gateway.db.query<SentAttempt>(
        `select status, http_method, response_status, error_code, convert_from(response_body, 'utf8') as body
         from attempts where team_id = $1 order by event_id`,
        [project],
      );
      return rows;
    },
    (rows) => rows.length >= count,
  );
}

test("a QUERY is stored, answered and delivered as a QUERY, with its body", async () => {
  const farEnd = await startFarEnd((_, response) => response.end("found"));
  const given = await givenConnection(gateway.db, { url: `${farEnd.url}/search`, methods: METHODS });
  const client = createRawClient(gateway.url, DEADLINE_MS);

  const answer = await client.ask(message("QUERY", `${given.path}/orders?limit=1`, '{"status":"paid"}'));
  const [delivered] = await farEnd.arrivals(1);

  expect([answer.status, JSON.parse(answer.body).status]).toEqual([200, "SUCCESS"]);
  expect([delivered?.method, delivered?.url, delivered?.body.toString()]).toEqual([
    "QUERY",
    "/search/orders?limit=1",
    '{"status":"paid"}',
  ]);
  expect(await sentAttempts(given, 1)).toEqual([
    { status: "SUCCESSFUL", http_method: "QUERY", response_status: 200, error_code: null, body: "found" },
  ]);
  const { rows } = await gateway.db.query("select method from payloads where team_id = $1", [given.project]);
  expect(rows).toEqual([{ method: "QUERY" }]);
  client.close();
  farEnd.close();
});

test("a HEAD is answered without a body on a connection that stays good, and delivered as a HEAD", async () => {
  const farEnd = await startFarEnd((request, response) =>
    response.writeHead(200, { "content-length": "5" }).end(request.method === "HEAD" ? "" : "hello"),
  );
  const given = await givenConnection(gateway.db, {
    url: farEnd.url,
    methods: METHODS,
    source: { config: { custom_response: { content_type: "text", body: "thanks" } } },
  });
  const client = createRawClient(gateway.url, DEADLINE_MS);

  // Bytes that follow the head of an answer to HEAD would be read as the next answer.
  const answers = [];
  for (const method of ["HEAD", "HEAD", "POST", "HEAD", "QUERY"])
    answers.push(await client.ask(message(method, `${given.path}/a?b=1`)));
  const delivered = await farEnd.arrivals(5);

  expect(answers.map(({ status, body, isLast }) => [status, body, isLast])).toEqual([
    [200, "", false],
    [200, "", false],
    [200, "thanks", false],
    [200, "", false],
    [200, "thanks", false],
  ]);
  expect(delivered.map(({ method }) => method).toSorted()).toEqual(["HEAD", "HEAD", "HEAD", "POST", "QUERY"]);
  for (const { method, url, body } of delivered)
    expect([method, url, body.length]).toEqual([method, "/a?b=1", 0]);
  const attempts = await sentAttempts(given, 5);
  expect(attempts.map(({ http_method, status, body }) => [http_method, status, body])).toEqual([
    ["HEAD", "SUCCESSFUL", ""],
    ["HEAD", "SUCCESSFUL", ""],
    ["POST", "SUCCESSFUL", "hello"],
    ["HEAD", "SUCCESSFUL", ""],
    ["QUERY", "SUCCESSFUL", "hello"],
  ]);
  client.close();
  farEnd.close();
});

test("a destination that answers HEAD with a body spoils nothing but that", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined); // the gateway may hang up when it gets bytes it did not ask for
    socket.on("data", (bytes) => {
      const isHead = bytes.toString("latin1").startsWith("HEAD ");
      socket.write(`HTTP/1.1 ${isHead ? 200 : 202} OK\r\ncontent-length: 4\r\n\r\nbody`);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server has one
  const given = await givenConnection(gateway.db, { url: `http://127.0.0.1:${port}`, methods: METHODS });
  const client = createRawClient(gateway.url, DEADLINE_MS);

  for (const method of ["HEAD", "POST", "HEAD", "POST"]) {
    const { length } = (await gateway.db.query("select 1 from attempts where team_id = $1", [given.project]))
      .rows;
    expect((await client.ask(message(method, given.path))).status).toBe(200);
    await sentAttempts(given, length + 1);
  }

  const attempts = await sentAttempts(given, 4);
  expect(
    attempts.map(({ http_method, response_status, body }) => [http_method, response_status, body]),
  ).toEqual([
    ["HEAD", 200, ""],
    ["POST", 202, "body"],
    ["HEAD", 200, ""],
    ["POST", 202, "body"],
  ]);
  client.close();
  server.close();
});

test("where they are not allowed, they are refused and kept, and may be tried again", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  const client = createRawClient(gateway.url, DEADLINE_MS);

  const statuses = [
    (await client.ask(message("HEAD", given.path))).status,
    (await client.ask(message("QUERY", given.path, "{}"))).status,
    (await client.ask(message("HEAD", `${given.path}?x-posthorn-allow-methods=head`))).status,
  ];

  expect(statuses).toEqual([405, 405, 200]);
  const [delivered] = await farEnd.arrivals(1);
  expect(delivered?.method).toBe("HEAD");
  const { rows } = await gateway.db.query<{ rejection_cause: string | null }>(
    "select rejection_cause from requests where team_id = $1 order by id",
    [given.project],
  );
  expect(rows.map(({ rejection_cause }) => rejection_cause)).toEqual([
    "UNSUPPORTED_HTTP_METHOD",
    "UNSUPPORTED_HTTP_METHOD",
    null,
  ]);
  client.close();
  farEnd.close();
});
