/** Do product events reach a real receiver, and what becomes of them when it is slow, away or unwilling? */
import { publicId } from "@posthorn/contract/ids";
import { afterEach, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import { startFarEnd } from "../testing/gateway.ts";
import { createProductEvents, type ProductEventOptions } from "./product-events.ts";

const ends: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function given(
  answer?: Parameters<typeof startFarEnd>[0],
  options?: Partial<ProductEventOptions>,
  path = "/in?from=posthorn",
) {
  const receiver = await startFarEnd(answer);
  ends.push(() => receiver.close());
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const events = createProductEvents(
    { url: receiver.url + path, headers: { authorization: "Bearer secret" } },
    { log, version: "1.2.3", pushEveryMs: 5, firstWaitMs: 1, ...options },
  );
  ends.push(() => events.stop());
  return { receiver, lines, events };
}

const ACTOR = { person_id: newId(), organization_id: newId(), project_id: newId() };
const STEP = { name: "Completed Guided Connection Step", properties: { step: "source" } } as const;
const answering = (status: () => number) =>
  ((_, response) => {
    response.statusCode = status();
    response.end();
  }) satisfies Parameters<typeof startFarEnd>[0];

interface PushedBatch {
  batch_id: string;
  events: { id: string; properties: object }[];
}
/** Our own JSON. */
const batchOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString()) as PushedBatch;

test("a batch has each event with its ids, its time and its properties, and nothing else", async () => {
  const { receiver, events } = await given();

  events.record(STEP, ACTOR);
  events.record(
    { name: "Signed Up", properties: { invited: false } },
    { person_id: ACTOR.person_id, organization_id: null, project_id: null },
  );
  const [push] = await receiver.arrivals(1);

  expect(push).toMatchObject({
    method: "POST",
    url: "/in?from=posthorn",
    headers: {
      "content-type": "application/json",
      authorization: "Bearer secret",
      "user-agent": "posthorn/1.2.3",
    },
  });
  const { batch_id, events: sent } = batchOf(push ?? { body: Buffer.of() });
  expect(batch_id).toMatch(/^[\da-f-]{36}$/);
  expect(sent).toEqual([
    {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      name: "Completed Guided Connection Step",
      person_id: ACTOR.person_id,
      organization_id: publicId("organization", ACTOR.organization_id),
      project_id: publicId("project", ACTOR.project_id),
      properties: { step: "source" },
    },
    expect.objectContaining({
      name: "Signed Up",
      organization_id: null,
      project_id: null,
      properties: { invited: false },
    }),
  ]);
});

test("a batch that was not taken comes again with its id, and counts once", async () => {
  let asked = 0;
  const { receiver, events, lines } = await given(answering(() => (++asked < 3 ? 503 : 204)));

  events.record(STEP, ACTOR);
  await receiver.arrivals(3);
  await events.stop();

  const batches = receiver.received.map(batchOf);
  expect(new Set(batches.map(({ batch_id }) => batch_id)).size).toBe(1);
  expect(events.counts).toEqual({ delivered: 1, dropped: 0 });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: "product_events.not_delivered", status: 503 },
  ]);
});

test("a batch that is refused is dropped and counted, and the next one goes on", async () => {
  let asked = 0;
  const { receiver, events } = await given(answering(() => (++asked === 1 ? 400 : 200)));

  events.record(STEP, ACTOR);
  await receiver.arrivals(1);
  events.record(STEP, ACTOR);
  await receiver.arrivals(2);
  await events.stop();

  expect(events.counts).toEqual({ delivered: 1, dropped: 1 });
});

test("a receiver that stays away gets a batch five times, and then it is dropped", async () => {
  const { receiver, events } = await given(
    answering(() => 500),
    { firstWaitMs: 0 },
  );

  events.record(STEP, ACTOR);
  await receiver.arrivals(5);
  await expect.poll(() => events.counts.dropped, { timeout: 60_000 }).toBe(1);

  expect(receiver.received).toHaveLength(5);
  expect(events.waiting()).toBe(0);
});

test("while a receiver does not answer, events wait up to a bound, and further ones are dropped and counted", async () => {
  const { receiver, events } = await given(() => undefined, { stopWithinMs: 1 });
  events.record(STEP, ACTOR);
  await receiver.arrivals(1);

  for (let at = 1; at < 2_010; at++) events.record(STEP, ACTOR);

  expect(events.waiting()).toBe(2_000);
  expect(events.counts.dropped).toBe(10);
  await events.stop();
  expect(events.counts).toEqual({ delivered: 0, dropped: 2_010 });
});

test("a stop sends what still waits", async () => {
  // A busy machine may need more than the second that a stop waits otherwise.
  const { receiver, events } = await given(undefined, { pushEveryMs: 3_600_000, stopWithinMs: 60_000 });

  for (let at = 0; at < 250; at++) events.record(STEP, ACTOR);
  await events.stop();

  expect(receiver.received.map((push) => batchOf(push).events.length)).toEqual([100, 100, 50]);
  expect(events.counts).toEqual({ delivered: 250, dropped: 0 });
});

test("a redirect is not followed, so that no other address gets the headers", async () => {
  const other = await startFarEnd();
  ends.push(() => other.close());
  const { receiver, events } = await given((_, response) => {
    response.writeHead(307, { location: other.url });
    response.end();
  });

  events.record(STEP, ACTOR);
  await receiver.arrivals(1);
  await events.stop();

  expect(other.received).toEqual([]);
  expect(events.counts).toEqual({ delivered: 0, dropped: 1 });
});
