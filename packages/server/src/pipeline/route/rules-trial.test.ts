/** The time of a trial, and its order, without a database. The sandbox and the filter thread are stand-ins of the test. */
import { expect, test } from "vitest";
import { newRequestIdBytes, uuidText } from "../../ids.ts";
import type { TransformationRun } from "../../sandbox/transformation-run.ts";
import { compileRules } from "./rules.ts";
import { type RulesTrialDeps, createTryRules } from "./rules-trial.ts";

const TEAM = uuidText(newRequestIdBytes());
const NONE = compileRules([]);

function requests(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    id: uuidText(newRequestIdBytes()),
    payload: {
      method: "POST",
      path: `/${at}`,
      query: null,
      headers: ["Content-Type", "application/json"],
      client_ip: null,
      body: Buffer.from("{}"),
    },
  }));
}

const TRANSFORMING = compileRules(
  [
    { type: "transform", transformation_id: "t" },
    { type: "deduplicate", window: 1_000 },
  ],
  { id: "t", code: "", envJson: "{}", contextJson: "{}" },
);

function tryWith(run: RulesTrialDeps["sandbox"]["run"], more: Pick<RulesTrialDeps, "startTimer"> = {}) {
  return createTryRules({
    sandbox: { run },
    filterThread: { matches: () => Promise.resolve(true) },
    ...more,
  });
}

const SAME: TransformationRun = {
  request: { headers: { "content-type": "application/json" }, path: "/same", query: "", body: "{}" },
  console: [],
  log_level: "info",
};

test("what code has not answered in time is skipped, and what it has answered is kept", async () => {
  const sample = requests(20);
  let endTime: (() => void) | null = null;
  let runs = 0;
  /** The first three are answered. When eight others hang, nothing more can begin, and the time is over. */
  const run = () => {
    runs += 1;
    if (runs === 3 + 8) endTime?.();
    return runs <= 3 ? Promise.resolve(SAME) : Promise.withResolvers<TransformationRun>().promise;
  };
  const startTimer = (end: () => void) => {
    endTime = end;
    return () => undefined;
  };

  const tried = await tryWith(run, { startTimer })({
    team_id: TEAM,
    requests: sample,
    before: NONE,
    after: TRANSFORMING,
  });

  expect(tried.slice(0, 3).map(({ after }) => after.status)).toEqual([
    "delivered",
    "deduplicated",
    "deduplicated",
  ]);
  expect(new Set(tried.slice(3).map(({ after }) => JSON.stringify(after)))).toEqual(
    new Set(['{"status":"skipped","reason":"out_of_time"}']),
  );
});

test("duplicates are those that arrived later, in whatever order the code answers", async () => {
  const sample = requests(8);
  const waiting: (() => void)[] = [];
  const run = () =>
    new Promise<TransformationRun>((answer) => {
      waiting.push(() => answer(SAME));
      if (waiting.length === sample.length) for (const one of waiting.toReversed()) one();
    });

  const tried = await tryWith(run)({ team_id: TEAM, requests: sample, before: NONE, after: TRANSFORMING });

  expect(tried.map(({ after }) => after.status)).toEqual([
    "delivered",
    ...Array.from({ length: 7 }, () => "deduplicated"),
  ]);
});

test("a sandbox that takes no code fails the trial", async () => {
  const refusing = tryWith(() => Promise.reject(new Error("full")));

  await expect(
    refusing({ team_id: TEAM, requests: requests(3), before: NONE, after: TRANSFORMING }),
  ).rejects.toThrow("full");
});
