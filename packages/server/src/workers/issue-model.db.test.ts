/** Which issues there are, and in which state, is what slow and plain models say. */
import { ISSUE_STATUSES, type IssueStatus } from "@posthorn/contract/causes";
import { publicId } from "@posthorn/contract/ids";
import type { Scope } from "@posthorn/contract/issue-triggers";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../ids.ts";
import type { Database } from "../store/database.ts";
import { changeIssueStatus, dismissIssue } from "../store/issues.ts";
import { ensurePartitions } from "../store/partitions.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { QUIET, type WatchedProject, deliveries, givenWatchedProject } from "../testing/watched-project.ts";
import { moveAllNews } from "./counting.ts";
import { openIssues, watchBackpressure } from "./issue-opening.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await ensurePartitions(database.db, Date.now() - 24 * 60 * 60 * 1000);
});
afterAll(() => database.drop());

let project: WatchedProject;
beforeEach(async () => {
  project = await givenWatchedProject(database.db);
});

const NAMES = ["shop", "shop-eu", "bank"] as const;
type Name = (typeof NAMES)[number];

/** Each scope by what it means, so that the model needs no pattern: the names that it covers, the narrowest first. */
const SCOPES: Readonly<
  Record<
    string,
    { written: (ids: ReadonlyMap<Name, string>) => Scope; covers: readonly Name[]; rank: number }
  >
> = {
  everything: { written: () => "*", covers: NAMES, rank: 0 },
  "all but one": { written: () => "*,!bank", covers: ["shop", "shop-eu"], rank: 1 },
  "a beginning": { written: () => "shop*", covers: ["shop", "shop-eu"], rank: 2 },
  "a whole name": { written: () => "shop-eu", covers: ["shop-eu"], rank: 3 },
  "a list of ids": {
    written: (ids) => [ids.get("shop") ?? "", ids.get("bank") ?? ""],
    covers: ["shop", "bank"],
    rank: 4,
  },
};

const someTriggers = fc.uniqueArray(
  fc.record({
    scope: fc.constantFrom(...Object.keys(SCOPES)),
    strategy: fc.constantFrom("first_attempt" as const, "final_attempt" as const),
  }),
  { selector: ({ scope }) => scope, maxLength: 4 },
);

const someSteps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        name: fc.constantFrom(...NAMES),
        with: fc.constantFrom(500, 503, "TIMEOUT"),
        is_final: fc.boolean(),
        times: fc.integer({ min: 1, max: 4 }),
      }),
    },
    /** So many processes look at the same time. */
    { weight: 1, arbitrary: fc.record({ lookers: fc.integer({ min: 1, max: 3 }) }) },
  ),
  { maxLength: 12 },
);

test("failures are added up to the issues that a slow model finds, with the trigger that it chooses", async () => {
  await fc.assert(
    fc.asyncProperty(someTriggers, someSteps, async (triggers, steps) => {
      const { givenConnection, givenTrigger, fail, look, issues, team_id } = await givenWatchedProject(
        database.db,
      );
      await database.db.query("update issue_triggers set disabled_at = now() where team_id = $1", [team_id]);
      const connections = new Map<Name, string>();
      for (const name of NAMES) connections.set(name, await givenConnection(name));
      const publicIds = new Map([...connections].map(([name, id]) => [name, publicId("connection", id)]));
      const chosen = new Map<Name, { id: string; strategy: string; rank: number }>();
      for (const { scope, strategy } of triggers) {
        const { written, covers, rank } = SCOPES[scope] ?? { written: () => "", covers: [], rank: 0 };
        const id = await givenTrigger(deliveries(written(publicIds), strategy));
        for (const name of covers) {
          const before = chosen.get(name);
          if (!before || rank > before.rank) chosen.set(name, { id, strategy, rank });
        }
      }

      const expected = new Map<string, string>();
      for (const step of steps) {
        if ("lookers" in step) {
          await Promise.all(Array.from({ length: step.lookers }, look));
          continue;
        }
        const connection = connections.get(step.name) ?? "";
        await fail(connection, step);
        const trigger = chosen.get(step.name);
        if (trigger && (step.is_final || trigger.strategy === "first_attempt"))
          expected.set(`${connection} ${step.with}`, trigger.id);
      }
      await look();

      const found = await issues();
      expect(
        new Map(
          found.map(({ subject_id, key, issue_trigger_id }) => [`${subject_id} ${key}`, issue_trigger_id]),
        ),
      ).toEqual(expected);
      expect(found).toHaveLength(expected.size);
    }),
    { numRuns: 25 },
  );
});

test("a burst of failures, counted by several processes while it lasts, is one issue and one notification", async () => {
  const connection = await project.givenConnection("orders"); // its trigger, a default one, has one channel: email
  // Each has a connection to the database of its own, so that none waits for one until its limit.
  const bursts = Array.from({ length: 5 }, () => ({ times: 4_000 }));

  await Promise.all([
    ...bursts.map((burst) => project.fail(connection, burst)),
    ...Array.from({ length: 4 }, project.look),
  ]);
  await project.look();

  const { rows } = await database.db.query<{ openings: number; failures: number }>(
    `select openings, (select sum(count)::int from attempt_counters where webhook_id = $2 and span = 'day') as failures
     from notifications where team_id = $1`,
    [project.team_id, connection],
  );
  expect(await project.issues()).toMatchObject([{ subject_id: connection, key: "503", status: "OPENED" }]);
  expect(rows).toEqual([{ openings: 1, failures: 20_000 }]);
});

test("what issues cost does not grow with the failures: a thousand take as many statements as one", async () => {
  const connection = await project.givenConnection("orders");
  let statements = 0;
  const counted: Database = {
    ...database.db,
    transaction: (work) =>
      database.db.transaction((tx) =>
        work({
          query(text, values) {
            statements++;
            return tx.query(text, values);
          },
        }),
      ),
  };
  const cost = async (times: number) => {
    await project.fail(connection, { times });
    statements = 0;
    await moveAllNews(counted);
    await openIssues(counted, QUIET);
    return statements;
  };

  await cost(1); // opens the issue
  const ofOne = await cost(1);
  const ofThousand = await cost(1_000);

  expect(ofThousand).toBe(ofOne);
});

/** What happens to a queue and to its issue, and what the slow model makes of it. */
const STEPS = [
  "waits too long",
  "waits a while",
  "clears",
  "watch",
  "watch",
  "dismiss",
  ...ISSUE_STATUSES,
] as const;
type Step = (typeof STEPS)[number];

interface Model {
  queue: "clear" | "half" | "full";
  status: IssueStatus | null;
  isDismissed: boolean;
  isAutoResolved: boolean;
}

function modelAfter(model: Model, step: Step): Model {
  const { queue, status } = model;
  switch (step) {
    case "waits too long":
      return { ...model, queue: "full" };
    case "waits a while":
      return { ...model, queue: "half" };
    case "clears":
      return { ...model, queue: "clear" };
    case "watch":
      if (queue === "full" && (status === null || status === "RESOLVED"))
        return { ...model, status: "OPENED", isAutoResolved: false };
      if (queue === "clear" && (status === "OPENED" || status === "ACKNOWLEDGED"))
        return { ...model, status: "RESOLVED", isAutoResolved: true };
      return model;
    case "dismiss":
      return status === null ? model : { ...model, status: "IGNORED", isDismissed: true };
    case "OPENED":
    case "ACKNOWLEDGED":
    case "RESOLVED":
    case "IGNORED":
      return status === null ? model : { ...model, status: step, isDismissed: false, isAutoResolved: false };
  }
}

test("an issue of backpressure opens, ends by itself and recurs as a slow model says, whatever people do", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 16 }), async (steps) => {
      const connection = await project.givenConnection(newId());
      const { rows } = await database.db.query<{ destination_id: string }>(
        "select destination_id from connections where id = $1",
        [connection],
      );
      const destination = rows[0]?.destination_id ?? "";
      const event = await project.givenWaiting(connection, 0);
      await wait(event, null);
      let model: Model = { queue: "clear", status: null, isDismissed: false, isAutoResolved: false };
      for (const step of [...steps, "watch"] as const) {
        await act(step, { event, destination });
        model = modelAfter(model, step);
      }
      await wait(event, null); // so that the queues of the next run are its own

      const found = (await project.issues()).filter(({ subject_id }) => subject_id === destination);
      expect(
        found.map(({ status, is_dismissed, is_auto_resolved }) => [status, is_dismissed, is_auto_resolved]),
      ).toEqual(model.status === null ? [] : [[model.status, model.isDismissed, model.isAutoResolved]]);
    }),
    { numRuns: 40 },
  );
});

/** Null: it is delivered. */
async function wait(event: string, minutes: number | null): Promise<void> {
  await database.db.query(
    `update events set status = case when $3::float8 is null then 'SUCCESSFUL' else 'QUEUED' end,
       next_attempt_at = now() - $3::float8 * interval '1 minute'
     where team_id = $1 and id = $2`,
    [project.team_id, event, minutes],
  );
}

async function act(
  step: Step,
  { event, destination }: { event: string; destination: string },
): Promise<void> {
  const issue = (await project.issues()).find(({ subject_id }) => subject_id === destination);
  const key = { team_id: project.team_id, id: issue?.id ?? newId() };
  switch (step) {
    case "waits too long":
      return wait(event, 11);
    case "waits a while":
      return wait(event, 7); // of ten: the issue neither opens nor ends
    case "clears":
      return wait(event, null);
    case "watch":
      return watchBackpressure(database.db, QUIET);
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
