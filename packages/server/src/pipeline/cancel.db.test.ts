/** Cancelling an event while this process holds it: before the wire, on the wire, and if the announcement is lost. */
import type { ServerResponse } from "node:http";
import { internalId } from "@posthorn/contract/ids";
import type { Rules } from "@posthorn/contract/rules";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findCancelledLeases } from "../store/event-leases.ts";
import { cancelEvents, requeueEvent } from "../store/events.ts";
import { uuidBytes } from "../ids.ts";
import { eventually, givenConnection, startFarEnd, startGateway } from "../testing/gateway.ts";
import { READY_LIMITS } from "./schedule/ready-queue.ts";
import { firstShare } from "./schedule/share.ts";

/** How many deliveries a destination gets at once before its first answer. */
const { most: MOST_OPEN } = firstShare(READY_LIMITS.sendingPerDestination);

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

interface EventRow {
  id: string;
  status: string;
  attempts: number;
  lease_owner: number | null;
  next_attempt_at: string | null;
  response_status: number | null;
}

async function eventsOf(project: string): Promise<EventRow[]> {
  const { rows } = await gateway.db.query<EventRow>(
    `select id, status, attempts, lease_owner, next_attempt_at, response_status from events where team_id = $1 order by id`,
    [project],
  );
  return rows;
}

const released = (project: string) =>
  eventually(
    () => eventsOf(project),
    (events) => events.every((event) => event.lease_owner === null),
  );

/** A destination that answers when the test says so. */
async function startPatientEnd() {
  const waiting: ServerResponse[] = [];
  let isPatient = true;
  const farEnd = await startFarEnd((_, response) =>
    isPatient ? waiting.push(response) : response.end("ok"),
  );
  return {
    ...farEnd,
    arrivedIds: () =>
      farEnd.received.map(({ headers }) => internalId("event", String(headers["x-posthorn-eventid"]))),
    answer(status: number) {
      isPatient = false;
      for (const response of waiting) response.writeHead(status).end();
    },
  };
}

async function givenWithRules(url: string, rules: Rules) {
  const given = await givenConnection(gateway.db, { url });
  await gateway.db.query("update connections set rules = $2 where id = $1", [
    given.connection,
    JSON.stringify(rules),
  ]);
  await gateway.reload(given.source);
  return given;
}

const post = async (path: string) => {
  const { status } = await fetch(gateway.url + path, { method: "POST", body: "x" });
  expect(status).toBe(200);
};

const RETRY: Rules = [
  { type: "retry", strategy: "linear", interval: 60_000, count: 5, response_status_codes: null },
];

test("an event that waits for its turn is never sent once it is cancelled, and its number is free again", async () => {
  const farEnd = await startPatientEnd();
  const given = await givenWithRules(farEnd.url, []);
  const extra = 3;
  await Promise.all(Array.from({ length: MOST_OPEN + extra }, () => post(given.path)));
  await farEnd.arrivals(MOST_OPEN);
  const arrived = farEnd.arrivedIds();
  const queued = (await eventsOf(given.project)).filter(({ id }) => !arrived.includes(id));
  expect(queued).toHaveLength(extra);

  const ids = queued.map(({ id }) => id);
  await cancelEvents(gateway.db, { team_id: given.project, ids });
  const letGo = await eventually(
    async () => (await eventsOf(given.project)).filter(({ id }) => ids.includes(id)),
    (events) => events.every(({ lease_owner }) => lease_owner === null),
  );
  const [again = ""] = ids;
  await requeueEvent(gateway.db, { team_id: given.project, id: again, trigger: "MANUAL" });
  farEnd.answer(200);
  const all = await eventually(
    () => released(given.project),
    (events) => events.find(({ id }) => id === again)?.status === "SUCCESSFUL",
  );

  expect(letGo.map(({ status, attempts }) => [status, attempts])).toEqual(
    Array.from({ length: extra }, () => ["CANCELLED", 0]),
  );
  expect(farEnd.arrivedIds().filter((id) => id !== null && ids.includes(id))).toEqual([again]);
  expect(all.filter(({ status }) => status === "CANCELLED").map(({ id }) => id)).toEqual(ids.slice(1));
  farEnd.close();
});

test.each([
  [200, "SUCCESSFUL"],
  [500, "CANCELLED"],
])(
  "what is on the wire at that moment is recorded: after a %i the event is %s and not tried again",
  async (answer, status) => {
    const farEnd = await startPatientEnd();
    const given = await givenWithRules(farEnd.url, RETRY);
    await post(given.path);
    await farEnd.arrivals(1);
    const [event] = await eventsOf(given.project);

    await cancelEvents(gateway.db, { team_id: given.project, ids: [event?.id ?? ""] });
    const [marked] = await eventsOf(given.project);
    farEnd.answer(answer);
    const [ended] = await released(given.project);

    expect(marked).toMatchObject({ status: "CANCELLED", attempts: 1 });
    expect(marked?.lease_owner).not.toBeNull();
    expect(ended).toMatchObject({ status, attempts: 1, response_status: answer, next_attempt_at: null });
    const { rows } = await gateway.db.query(
      "select attempt_number, response_status from attempts where team_id = $1",
      [given.project],
    );
    expect(rows).toEqual([{ attempt_number: 1, response_status: answer }]);
    farEnd.close();
  },
);

test("a retry by hand that is cancelled on the wire and fails leaves the event failed", async () => {
  const farEnd = await startPatientEnd();
  const given = await givenWithRules(farEnd.url, RETRY);
  await post(given.path);
  await farEnd.arrivals(1);
  const [event] = await eventsOf(given.project);
  const id = event?.id ?? "";
  await gateway.db.query("update events set last_attempt_at = now(), response_status = 200 where id = $1", [
    id,
  ]);

  await cancelEvents(gateway.db, { team_id: given.project, ids: [id] });
  const [marked] = await eventsOf(given.project);
  farEnd.answer(500);
  const [ended] = await released(given.project);

  expect(marked?.status).toBe("SUCCESSFUL");
  expect(ended).toMatchObject({ status: "FAILED", response_status: 500, next_attempt_at: null });
  farEnd.close();
});

test("a connection that is disabled while its attempt is on the wire gets no retry planned", async () => {
  const farEnd = await startPatientEnd();
  const given = await givenWithRules(farEnd.url, RETRY);
  await post(given.path);
  await farEnd.arrivals(1);

  await gateway.db.query("update connections set disabled_at = now() where id = $1", [given.connection]);
  await gateway.reload(given.source);
  farEnd.answer(500);
  const [ended] = await released(given.project);

  expect(ended).toMatchObject({ status: "FAILED", response_status: 500, next_attempt_at: null });
  farEnd.close();
});

test("cancellations that were announced while nobody listened are found when somebody listens again", async () => {
  const farEnd = await startPatientEnd();
  const given = await givenWithRules(farEnd.url, []);
  await Promise.all(Array.from({ length: MOST_OPEN + 1 }, () => post(given.path)));
  await farEnd.arrivals(MOST_OPEN);
  const arrived = farEnd.arrivedIds();
  const queued = (await eventsOf(given.project)).find(({ id }) => !arrived.includes(id))?.id ?? "";

  await gateway.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'posthorn listener' and datname = current_database()`,
  );
  await cancelEvents(gateway.db, { team_id: given.project, ids: [queued] });
  const [givenBack] = await eventually(
    async () => (await eventsOf(given.project)).filter(({ id }) => id === queued),
    ([event]) => event?.lease_owner === null,
  );
  farEnd.answer(200);
  await released(given.project);

  expect(givenBack).toMatchObject({ status: "CANCELLED", attempts: 0 });
  expect(farEnd.arrivedIds()).not.toContain(queued);
  farEnd.close();
});

test("a held event that a person retries is sent at once, although its connection stays paused", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  await gateway.db.query("update connections set paused_at = now() where id = $1", [given.connection]);
  await gateway.reload(given.source);
  await post(given.path);
  const [held] = await eventually(
    () => eventsOf(given.project),
    (events) => events.length === 1,
  );

  await requeueEvent(gateway.db, { team_id: given.project, id: held?.id ?? "", trigger: "MANUAL" });
  const [delivered] = await farEnd.arrivals(1);
  await released(given.project);

  expect(held?.status).toBe("HOLD");
  expect(delivered?.headers["x-posthorn-attempt-trigger"]).toBe("MANUAL");
  farEnd.close();
});

test("whoever missed the announcement finds the cancelled ones among what it holds", async () => {
  const farEnd = await startPatientEnd();
  const given = await givenWithRules(farEnd.url, []);
  await post(given.path);
  await post(given.path);
  await farEnd.arrivals(2);
  const events = await eventsOf(given.project);
  const owner = events[0]?.lease_owner ?? 0;
  const keys = events.map(({ id }) => ({ team: uuidBytes(given.project), id: uuidBytes(id) }));
  const [first = ""] = events.map(({ id }) => id);

  await cancelEvents(gateway.db, { team_id: given.project, ids: [first] });

  expect(await findCancelledLeases(gateway.db, owner, keys)).toEqual([{ id: first, attempts: 1 }]);
  expect(await findCancelledLeases(gateway.db, owner + 1, keys)).toEqual([]);
  farEnd.answer(200);
  await released(given.project);
  farEnd.close();
});
