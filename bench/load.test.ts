// Runs generator and sink like the bench: in processes of their own, over loopback.
import { createServer } from "node:http";
import { afterAll, expect, test } from "vitest";
import { startChild } from "./child-process.ts";
import type { LoadAnswer, LoadAsk } from "./generator.ts";
import { listenOnLoopback } from "./listen.ts";
import type { SinkAnswer, SinkAsk } from "./sink.ts";

const generator = startChild<LoadAsk, LoadAnswer>("generator.ts");
const sink = startChild<SinkAsk, SinkAnswer>("sink.ts");
afterAll(() => Promise.all([generator.stop(), sink.stop()]));

const LOAD = { seconds: 1, connections: 4, bodyBytes: 1024, ratePerSecond: null };

test("the sink counts exactly what the generator had answered", async () => {
  const { port } = await sink.ask("reset");

  const load = await generator.ask({ ...LOAD, url: `http://127.0.0.1:${port}/` });

  const { arrived, repeated } = await sink.ask("arrivals");
  expect(load.acked).toBeGreaterThan(0);
  expect({ arrived, repeated }).toEqual({ arrived: load.acked, repeated: 0 });
});

test("an open loop sends as many requests as its rate says, and the sink tells how late they came", async () => {
  const { port } = await sink.ask("reset");

  const load = await generator.ask({ ...LOAD, url: `http://127.0.0.1:${port}/`, ratePerSecond: 200 });

  const { latencyP50Ms } = await sink.ask("latency");
  expect(load.acked).toBe(200);
  expect(latencyP50Ms).toBeGreaterThan(0);
  expect(latencyP50Ms).toBeLessThanOrEqual(load.ackP50Ms);
});

test("a copy with the event id and attempt number of another is a repeat; the next attempt is none", async () => {
  const { port } = await sink.ask("reset");
  const deliver = (eventId: string, attempt: number) =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      body: "{}",
      headers: { "x-posthorn-eventid": eventId, "x-posthorn-attempt-count": String(attempt) },
    });

  await deliver("evt_1", 1);
  await deliver("evt_1", 2);
  await deliver("evt_2", 1);
  await deliver("evt_1", 1);

  expect(await sink.ask("arrivals")).toMatchObject({ arrived: 4, repeated: 1 });
});

test("one answer that is not 2xx fails the run", async () => {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(++count === 10 ? 503 : 200, { "content-length": 0 }).end();
    });
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}/`;

  await expect(generator.ask({ ...LOAD, url })).rejects.toThrow("some were not accepted: 1 × 503");
  server.close();
});
