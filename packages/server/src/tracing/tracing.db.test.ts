/** Does a receiver of OpenTelemetry see the path of a request? Over real HTTP, through a real gateway. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { internalId, publicId } from "@posthorn/contract/ids";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import {
  type ConfiguredConnection,
  eventually,
  givenConnection,
  startFarEnd,
  startGateway,
} from "../testing/gateway.ts";
import { type ReadSpan, readOtlpSpans } from "../testing/read-otlp.ts";
import { createTracing } from "./tracing.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";
const SECRET = "do-not-export-me";

let receiver: Awaited<ReturnType<typeof startFarEnd>>;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let tracing: ReturnType<typeof createTracing>;
let given: ConfiguredConnection;

beforeAll(async () => {
  receiver = await startFarEnd((_, response) => response.end());
  farEnd = await startFarEnd((request, response) => {
    response.statusCode = request.headers["x-posthorn-attempt-count"] === "1" ? 500 : 200;
    response.end();
  });
  tracing = createTracing(
    { url: `${receiver.url}/otlp`, headers: { "api-key": "k" }, ratio: 1 },
    { log: createLog(() => undefined), version: "1.2.3", pushEveryMs: 10 },
  );
  gateway = await startGateway(undefined, { tracing });
  given = await givenConnection(gateway.db, { url: farEnd.url });
  const transformation_id = newId();
  await gateway.db.query(`insert into transformations (id, team_id, name, code) values ($1, $2, 't', $3)`, [
    transformation_id,
    given.project,
    `addHandler("transform", (request) => {
       delete request.headers.traceparent;
       return request;
     });`,
  ]);
  await gateway.db.query(`update connections set rules = $2 where id = $1`, [
    given.connection,
    JSON.stringify([
      { type: "filter", body: { kind: "order" } },
      { type: "deduplicate", window: 1_000, include_fields: ["body.number"] },
      { type: "transform", transformation_id },
      { type: "delay", delay: 1 },
      { type: "retry", strategy: "linear", interval: 0, count: 2, response_status_codes: null },
    ]),
  ]);
  await gateway.reload(given.source);
});
afterAll(async () => {
  receiver.close();
  farEnd.close();
  await gateway.stop();
  await tracing.stop();
});

async function post(body: object, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${gateway.url}${given.path}/${SECRET}?q=${SECRET}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-secret": SECRET, ...headers },
    body: JSON.stringify({ ...body, text: SECRET }),
  });
  const { request_id } = (await answer.json()) as { request_id: string }; // our own acknowledgement
  return request_id;
}

const received = (): ReadSpan[] => receiver.received.flatMap(({ body }) => readOtlpSpans(body).spans);

/** All spans of a trace, once there are so many with this name. */
async function spansOf(traceId: string, name: string, count: number): Promise<ReadSpan[]> {
  const ofTrace = async () => received().filter((span) => span.traceId === traceId);
  return eventually(ofTrace, (spans) => spans.filter((span) => span.name === name).length === count);
}

const traceIdOf = (request_id: string) => {
  const id = internalId("request", request_id);
  if (id === null) throw new Error(`${request_id} is not the id of a request`);
  return id.replaceAll("-", "");
};

const attemptNumber = ({ attributes }: ReadSpan) => Number(attributes["posthorn.attempt_number"]);

test("a receiver sees the whole path: rules, waits, two attempts, and what became of them", async () => {
  const request_id = await post({ kind: "order", number: 1 });

  const spans = await spansOf(traceIdOf(request_id), "record", 2);

  const one = (name: string) => {
    const [span, ...others] = spans.filter((candidate) => candidate.name === name);
    if (!span || others.length > 0) throw new Error(`${1 + others.length} spans ${name}`);
    return span;
  };
  const root = one("receive");
  expect(root).toMatchObject({
    parentId: "",
    kind: "server",
    isFailed: false,
    attributes: {
      "posthorn.project_id": publicId("project", given.project),
      "posthorn.source_id": publicId("source", given.source),
      "posthorn.request_id": request_id,
      "http.request.method": "POST",
      "http.response.status_code": "200",
    },
  });
  const childrenOf = (parent: ReadSpan) =>
    spans.filter(({ parentId }) => parentId === parent.id).map(({ name }) => name);
  expect(childrenOf(root).toSorted()).toEqual(
    ["admit", "attempt", "attempt", "delay", "route", "store", "wait", "wait"].toSorted(),
  );
  expect(childrenOf(one("route"))).toEqual(["connection"]);
  expect(childrenOf(one("connection"))).toEqual(["filter", "deduplicate", "transform"]);
  for (const rule of ["filter", "deduplicate", "transform"])
    expect(one(rule).attributes["posthorn.rule.outcome"]).toBe("passed");
  const attempts = spans
    .filter(({ name }) => name === "attempt")
    .toSorted((a, b) => attemptNumber(a) - attemptNumber(b));
  expect(attempts).toMatchObject([
    { kind: "client", isFailed: true, attributes: { "http.response.status_code": "500" } },
    { kind: "client", isFailed: false, attributes: { "http.response.status_code": "200" } },
  ]);
  for (const attempt of attempts) expect(childrenOf(attempt)).toEqual(["connect", "respond", "record"]);
  for (const { startMs, endMs } of spans) expect(endMs).toBeGreaterThanOrEqual(startMs);
  expect(new Set(spans.map(({ id }) => id)).size).toBe(spans.length);

  const delivered = farEnd.received.filter(({ headers }) => headers["x-posthorn-requestid"] === request_id);
  expect(delivered.map(({ headers }) => headers["traceparent"])).toEqual(
    attempts.map(({ traceId, id }) => `00-${traceId}-${id}-01`),
  );
  const [push] = receiver.received;
  expect(push).toMatchObject({ method: "POST", url: "/otlp/v1/traces" });
  expect(push?.headers).toMatchObject({ "content-type": "application/x-protobuf", "api-key": "k" });
  expect(readOtlpSpans(push?.body ?? Buffer.of()).resource).toEqual({
    "service.name": "posthorn",
    "service.version": "1.2.3",
  });
});

test("a sender's trace goes on, also in a retry of a payload that has lost its header", async () => {
  const request_id = await post(
    { kind: "order", number: 2 },
    { traceparent: `00-${TRACE}-${SPAN}-00` }, // the sender's own choice not to sample does not matter
  );

  const spans = await spansOf(TRACE, "record", 2);

  const root = spans.find(({ name }) => name === "receive");
  expect(root).toMatchObject({ parentId: SPAN, attributes: { "posthorn.request_id": request_id } });
  expect(spans.filter(({ name }) => name === "attempt")).toMatchObject([
    { parentId: root?.id },
    { parentId: root?.id },
  ]);
});

test("a request that no connection takes shows why", async () => {
  const request_id = await post({ kind: "invoice" });

  const spans = await spansOf(traceIdOf(request_id), "connection", 1);

  expect(spans.find(({ name }) => name === "connection")?.attributes).toEqual({
    "posthorn.connection_id": publicId("connection", given.connection),
    "posthorn.ignored_cause": "FILTERED",
  });
  expect(spans.find(({ name }) => name === "filter")?.attributes["posthorn.rule.outcome"]).toBe("refused");
});

test("a receiver that never answers delays neither deliveries nor the stop", async () => {
  const silent = await startFarEnd(() => undefined);
  const unheard = createTracing(
    { url: silent.url, headers: {}, ratio: 1 },
    { log: createLog(() => undefined), version: "1.2.3", pushEveryMs: 1 },
  );
  const slowed = await startGateway(undefined, { tracing: unheard });
  const quick = await startFarEnd();
  const { path } = await givenConnection(slowed.db, { url: quick.url });
  await fetch(slowed.url + path, { method: "POST", body: "1" });
  await silent.arrivals(1); // from now on, a push is on its way

  await fetch(slowed.url + path, { method: "POST", body: "2" });
  await quick.arrivals(2);
  await slowed.stop();
  await unheard.stop();

  expect(unheard.counts.exported).toBe(0);
  silent.close();
  quick.close();
});

test("nothing that a sender wrote is exported", () => {
  const exported = Buffer.concat(receiver.received.map(({ body }) => body)).toString("latin1");

  expect(exported).toContain("posthorn.request_id");
  expect(exported).not.toContain(SECRET);
});
