/** A project that asks for too much at once waits for itself, and is told so. */
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type GivenApi, givenApi } from "../testing/given-api.ts";
import { type TableLock, lockTable } from "../testing/table-lock.ts";
import { createReadTurns } from "./read-turns.ts";

let api: GivenApi;
let databaseUrl: string;
beforeAll(async () => {
  api = await givenApi({ reads: createReadTurns({ atOncePerProject: 2, waitingPerProject: 0 }) });
  const { rows } = await api.db.query<{ name: string }>("select current_database() as name");
  const url = new URL(inject("databaseServerUrl"));
  url.pathname = `/${rows[0]?.name}`;
  databaseUrl = url.href;
});
afterAll(() => api.stop());

const count = () => api.call("GET", "//dashboard-api/events-24h");

/** Two counts that hang: the project has no turn left. */
async function givenHangingCounts(): Promise<{ lock: TableLock; answers: Promise<{ status: number }>[] }> {
  const lock = await lockTable(databaseUrl, "event_counters");
  const answers = [count(), count()];
  await lock.waitedFor(2);
  return { lock, answers };
}

test("what is too much is answered with 429 and a time to come back, before anything is read", async () => {
  const { lock, answers } = await givenHangingCounts();

  const refused = await api.call("GET", "/attempts");
  await lock.release();

  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: "TOO_MANY_REQUESTS",
      message: "Too many lists and counts of this project at the same time, try again in a moment",
    },
  });
  expect(refused.headers.get("retry-after")).toBe("5");
  await Promise.all(answers);
  expect((await api.call("GET", "/attempts")).status).toBe(200);
});

test("while they hang, another project's lists are answered, and so is what is not expensive", async () => {
  const { lock, answers } = await givenHangingCounts();

  const others = await api.call("GET", "/events", { key: api.other.key });
  const cheap = await api.call("GET", "/sources");
  await lock.release();

  expect([others.status, cheap.status]).toEqual([200, 200]);
  await Promise.all(answers);
});
