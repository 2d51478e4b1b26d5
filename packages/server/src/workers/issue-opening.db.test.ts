/** What goes wrong becomes an issue, once, whoever looks and however often it goes wrong. */
import * as fc from "fast-check";
import { ISSUE_STATUSES, type IssueStatus } from "@posthorn/contract/causes";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventIdBytes, newId, newRequestIdBytes, uuidText } from "../ids.ts";
import { cancelPastRetention } from "../store/events.ts";
import { setIssueTriggerDisabled } from "../store/issue-triggers.ts";
import { changeIssueStatus, dismissIssue } from "../store/issues.ts";
import { ensurePartitions } from "../store/partitions.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { QUIET, type WatchedProject, deliveries, givenWatchedProject } from "../testing/watched-project.ts";
import { watchBackpressure } from "./issue-opening.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await ensurePartitions(database.db, Date.now() - 24 * 60 * 60 * 1000);
});
afterAll(() => database.drop());

let project: WatchedProject;
let team_id: string;
beforeEach(async () => {
  project = await givenWatchedProject(database.db);
  ({ team_id } = project);
});

describe("a delivery that fails", () => {
  test("is one issue, with one of its attempts as its example, however many fail", async () => {
    const orders = await project.givenConnection("orders");
    const events = await project.fail(orders, { times: 300 });

    await project.look();
    const [issue, ...others] = await project.issues();

    expect(others).toEqual([]);
    expect(issue).toMatchObject({ subject_id: orders, key: "503", status: "OPENED" });
    expect(issue?.reference_id).toBe(events.toSorted().at(-1));
  });

  test("is another issue on another connection, and with another failure", async () => {
    const [orders, refunds] = [
      await project.givenConnection("orders"),
      await project.givenConnection("refunds"),
    ];
    await project.fail(orders);
    await project.fail(orders, { with: "TIMEOUT" });
    await project.fail(refunds);

    await project.look();
    const found = (await project.issues()).map(({ subject_id, key }) => [subject_id, key]);

    expect(new Set(found.map(String))).toEqual(
      new Set([`${orders},503`, `${orders},TIMEOUT`, `${refunds},503`]),
    );
  });

  test("to a CLI is none", async () => {
    await project.fail(await project.givenConnection("laptop", "CLI"));

    await project.look();

    expect(await project.issues()).toEqual([]);
  });

  test("is none without a trigger that names its connection", async () => {
    const orders = await project.givenConnection("orders");
    await project.onlyTrigger(deliveries("refunds*"));
    await project.fail(orders);

    await project.look();

    expect(await project.issues()).toEqual([]);
  });

  test("waits for the last attempt if the most specific trigger says so", async () => {
    const orders = await project.givenConnection("orders");
    const narrow = await project.givenTrigger(deliveries("orders", "final_attempt"));

    await project.fail(orders);
    await project.look();
    const early = await project.issues();
    await project.fail(orders, { is_final: true });
    await project.look();

    expect(early).toEqual([]);
    expect(await project.issues()).toMatchObject([{ issue_trigger_id: narrow, status: "OPENED" }]);
  });

  test("is seen again as often as it is, and remembers the first time", async () => {
    const orders = await project.givenConnection("orders");
    await project.fail(orders);
    await project.look();
    const [before] = await project.issues();
    await project.fail(orders);
    await project.look();
    const [after] = await project.issues();

    expect(after).toMatchObject({ id: before?.id, first_seen_at: before?.first_seen_at });
    expect(after?.opened_at).toBe(before?.opened_at);
    expect(String(after?.last_seen_at) > String(before?.last_seen_at)).toBe(true);
  });
});

test("a failure that was on its way when the issue was resolved does not open it again, and one after it does", async () => {
  const orders = await project.givenConnection("orders");
  await project.fail(orders);
  await project.look();
  const [issue] = await project.issues();
  const key = { team_id, id: issue?.id ?? "" };

  await project.fail(orders);
  await changeIssueStatus(database.db, key, { status: "RESOLVED", user_id: null });
  await project.look();
  const [resolved] = await project.issues();
  await project.fail(orders);
  await project.look();
  const [recurred] = await project.issues();

  expect(resolved).toMatchObject({ status: "RESOLVED" });
  expect(recurred).toMatchObject({ status: "OPENED", id: issue?.id });
  expect(String(recurred?.opened_at) > String(issue?.opened_at)).toBe(true);
});

test("an event that retention has ended is an issue, although no attempt says so", async () => {
  const orders = await project.givenConnection("orders");
  const [narrow, id] = [
    await project.givenTrigger(deliveries("orders", "final_attempt")),
    uuidText(eventIdBytes(newRequestIdBytes(), 1)),
  ];
  await database.db.query(
    `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, next_attempt_at, updated_at)
     values ($1, $2, $3, $2, 'QUEUED', 0, 'INITIAL', now() - interval '1 hour', now())`,
    [team_id, id, orders],
  );

  await cancelPastRetention(database.db, {
    team_ids: [team_id],
    before: newId(),
    sinceMs: Date.now() - 60_000,
    limit: 10,
  });
  await project.look();

  expect(await project.issues()).toMatchObject([
    { subject_id: orders, key: "CANCELLED_PAST_RETENTION", issue_trigger_id: narrow, reference_id: null },
  ]);
});

test("a run of a transformation is an issue from the level that the trigger names", async () => {
  const transformation = newId();
  await database.db.query(
    "insert into transformations (id, team_id, name, code) values ($1, $2, 'upper', 'x')",
    [transformation, team_id],
  );
  const run = (log_level: string) =>
    database.db.query(
      `insert into transformation_executions (team_id, id, transformation_id, webhook_id, original_event_data_id, log_level, logs)
       values ($1, $2, $3, $4, $5, $6, '[]')`,
      [team_id, newId(), transformation, newId(), newId(), log_level],
    );
  await project.onlyTrigger({
    type: "transformation",
    configs: { log_level: "error", transformations: "up*" },
  });
  for (const level of ["debug", "info", "warn", "error", "fatal"]) await run(level);

  await project.look();

  const found = await project.issues();
  expect(found.map(({ key }) => key).toSorted()).toEqual(["error", "fatal"]);
  expect(
    found.every(({ subject_id, reference_id }) => subject_id === transformation && reference_id !== null),
  ).toBe(true);
});

test("rejected requests are an issue when enough of one cause come within a minute", async () => {
  const source = newId();
  await database.db.query(
    "insert into sources (id, team_id, name, type, config) values ($1, $2, 'shop', 'WEBHOOK', '{}')",
    [source, team_id],
  );
  const reject = (rejection_cause: string, times: number) =>
    database.db.query(
      `insert into requests (team_id, id, source_id, rejection_cause, accepted_by)
       select $1, id, $2, $3, 1 from unnest($4::uuid[]) as id`,
      [team_id, source, rejection_cause, Array.from({ length: times }, () => uuidText(newRequestIdBytes()))],
    );
  await project.givenTrigger({
    type: "request",
    configs: {
      rejection_causes: "*",
      excluded_rejection_causes: ["UNPARSABLE_JSON"],
      sources: "*",
      per_minute: 50,
    },
  });

  await reject("VERIFICATION_FAILED", 10);
  await reject("UNPARSABLE_JSON", 200);
  await project.look();
  const early = await project.issues();
  await reject("VERIFICATION_FAILED", 100); // at least 50 of them in one minute, whenever the minute ends
  await project.look();

  expect(early).toEqual([]);
  expect(await project.issues()).toMatchObject([{ subject_id: source, key: "VERIFICATION_FAILED" }]);
});

describe("events that wait for a destination", () => {
  test("are an issue after the delay that the most specific trigger names, and end it when they are sent", async () => {
    const orders = await project.givenConnection("orders");
    const { rows } = await database.db.query<{ destination_id: string }>(
      "select destination_id from connections where id = $1",
      [orders],
    );
    const id = await project.givenWaiting(orders, 6);

    await watchBackpressure(database.db, QUIET);
    const withDefault = await project.issues();
    const narrow = await project.givenTrigger({
      type: "backpressure",
      configs: { delay: 5 * 60_000, destinations: "to-orders" },
    });
    await watchBackpressure(database.db, QUIET);
    const [opened] = await project.issues();
    await database.db.query(
      "update events set status = 'SUCCESSFUL', next_attempt_at = null where team_id = $1 and id = $2",
      [team_id, id],
    );
    await watchBackpressure(database.db, QUIET);
    const [ended] = await project.issues();

    expect(withDefault).toEqual([]);
    expect(opened).toMatchObject({
      subject_id: rows[0]?.destination_id,
      key: "300000",
      status: "OPENED",
      issue_trigger_id: narrow,
    });
    expect(ended).toMatchObject({ id: opened?.id, status: "RESOLVED" });
  });

  test("have not waited as long as their connection delays them", async () => {
    const orders = await project.givenConnection("orders");
    await database.db.query("update connections set rules = $2 where id = $1", [
      orders,
      JSON.stringify([{ type: "delay", delay: 15 * 60_000 }]),
    ]);
    const id = await project.givenWaiting(orders, 20);
    await database.db.query(
      "update events set next_attempt_at = null, lease_owner = 1 where team_id = $1 and id = $2",
      [team_id, id],
    );

    await watchBackpressure(database.db, QUIET);

    expect(await project.issues()).toEqual([]);
  });

  test.each([
    ["waits in the database", "now() - interval '1 minute'", null],
    ["is held by a process", null, 1],
  ])("have not waited while their connection was paused: one that %s", async (_where, due, owner) => {
    const orders = await project.givenConnection("orders");
    const id = await project.givenWaiting(orders, 60);
    await database.db.query(
      `update events set trigger = 'UNPAUSE', next_attempt_at = ${due}, lease_owner = $3, updated_at = now()
       where team_id = $1 and id = $2`,
      [team_id, id, owner],
    );

    await watchBackpressure(database.db, QUIET);

    expect(await project.issues()).toEqual([]);
  });

  test("that a process holds wait since they were made", async () => {
    const orders = await project.givenConnection("orders");
    const id = await project.givenWaiting(orders, 11);
    await database.db.query(
      "update events set next_attempt_at = null, lease_owner = 1 where team_id = $1 and id = $2",
      [team_id, id],
    );

    await watchBackpressure(database.db, QUIET);

    expect(await project.issues()).toMatchObject([{ key: "600000", status: "OPENED" }]);
  });
});

test("several processes that look at once open an issue once", async () => {
  const connections = await Promise.all(["a", "b", "c"].map((name) => project.givenConnection(name)));
  for (const connection of connections) await project.fail(connection, { times: 20 });

  await Promise.all(Array.from({ length: 4 }, project.look));
  await project.look();

  expect((await project.issues()).map(({ subject_id }) => subject_id).toSorted()).toEqual(
    connections.toSorted(),
  );
});

/** What a person or the world does, and what the slow model makes of it. */
type Step =
  | "fail"
  | "fail for good"
  | "look"
  | "dismiss"
  | "disable trigger"
  | "enable trigger"
  | IssueStatus;
const STEPS: readonly Step[] = [
  "fail",
  "fail for good",
  "look",
  "look",
  "dismiss",
  "disable trigger",
  "enable trigger",
  ...ISSUE_STATUSES,
];

interface Model {
  status: IssueStatus | null;
  isDismissed: boolean;
  /** The strategy's failures since the last look, and whether one came after the status last changed. */
  pending: { sinceChange: boolean } | null;
  isEnabled: boolean;
}

function modelAfter(model: Model, step: Step, strategy: "first_attempt" | "final_attempt"): Model {
  switch (step) {
    case "fail":
      return strategy === "final_attempt" ? model : { ...model, pending: { sinceChange: true } };
    case "fail for good":
      return { ...model, pending: { sinceChange: true } };
    case "look": {
      const { pending, status, isEnabled } = model;
      const isSeen = pending !== null && isEnabled;
      if (!isSeen) return { ...model, pending: null };
      const opens = status === null || (status === "RESOLVED" && pending.sinceChange);
      return { ...model, pending: null, status: opens ? "OPENED" : status };
    }
    case "disable trigger":
      return { ...model, isEnabled: false };
    case "enable trigger":
      return { ...model, isEnabled: true };
    case "dismiss":
      return model.status === null ? model : changed({ ...model, isDismissed: true }, "IGNORED");
    case "OPENED":
    case "ACKNOWLEDGED":
    case "RESOLVED":
    case "IGNORED":
      return model.status === null ? model : changed({ ...model, isDismissed: false }, step);
  }
}

function changed(model: Model, status: IssueStatus): Model {
  if (model.status === status) return model;
  return { ...model, status, pending: model.pending && { sinceChange: false } };
}

test.each(["first_attempt", "final_attempt"] as const)(
  "an issue has the status that a slow model says, whatever happens in which order: %s",
  async (strategy) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 14 }), async (steps) => {
        const connection = await project.givenConnection(newId());
        const trigger = await project.onlyTrigger(deliveries("*", strategy));
        let model: Model = { status: null, isDismissed: false, pending: null, isEnabled: true };
        for (const step of [...steps, "look"] as const) {
          await act(step, connection, trigger);
          model = modelAfter(model, step, strategy);
        }
        const found = (await project.issues()).filter(({ subject_id }) => subject_id === connection);
        expect(found.map(({ status, is_dismissed }) => [status, is_dismissed])).toEqual(
          model.status === null ? [] : [[model.status, model.isDismissed]],
        );
      }),
      { numRuns: 40 },
    );
  },
);

async function act(step: Step, connection: string, trigger: string): Promise<void> {
  const issue = (await project.issues()).find(({ subject_id }) => subject_id === connection);
  const key = { team_id, id: issue?.id ?? newId() };
  switch (step) {
    case "fail":
      await project.fail(connection);
      return;
    case "fail for good":
      await project.fail(connection, { is_final: true });
      return;
    case "look":
      return project.look();
    case "disable trigger":
    case "enable trigger":
      await setIssueTriggerDisabled(database.db, { team_id, id: trigger }, step === "disable trigger");
      return;
    case "dismiss":
      await dismissIssue(database.db, key, null);
      return;
    case "OPENED":
    case "ACKNOWLEDGED":
    case "RESOLVED":
    case "IGNORED":
      await changeIssueStatus(database.db, key, { status: step, user_id: null });
  }
}
