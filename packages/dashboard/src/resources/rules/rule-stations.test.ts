import type { Rules } from "@posthorn/contract/rules";
import { expect, test } from "vitest";
import { ruleStations } from "./rule-stations.ts";
import { rulesFormOf, type RulesFormValues } from "./rules-form.ts";

const RETRY: Rules[number] = {
  type: "retry",
  strategy: "exponential",
  interval: 30_000,
  count: 5,
  response_status_codes: null,
};

function lines(values: RulesFormValues) {
  return ruleStations(values).map(({ type, does }) => [type, does]);
}

test("rules that are on stand in the order in which they act", () => {
  const values = rulesFormOf([
    RETRY,
    { type: "filter", body: { paid: true } },
    { type: "delay", delay: 90_000 },
    { type: "transform", transformation_id: "trs_1" },
    { type: "deduplicate", window: 3_600_000, include_fields: ["body.id"] },
  ]);

  expect(lines(values)).toEqual([
    ["filter", "kept if body.paid is true"],
    ["transform", { transformationId: "trs_1" }],
    ["deduplicate", "same body.id, within 1 h"],
    ["delay", "waits 1 min 30 s"],
    ["retry", "6 attempts, then Failed"],
  ]);
  expect(lines(rulesFormOf([]))).toEqual([]);
});

test("retries count as they are made: some answers end them earlier, and so does a week", () => {
  expect(lines(rulesFormOf([{ ...RETRY, response_status_codes: ["429"] }]))).toEqual([
    ["retry", "up to 6 attempts, then Failed"],
  ]);
  expect(lines(rulesFormOf([{ ...RETRY, strategy: "linear", interval: 86_400_000, count: 50 }]))).toEqual([
    ["retry", "8 attempts, then Failed"],
  ]);
});

test("only the rule that is wrong says so, and what is missing", () => {
  const values = rulesFormOf([
    { type: "filter", body: { paid: true } },
    { type: "filter", body: { total: 1 } },
    { type: "filter", body: { total: 2 } },
    { type: "transform", transformation_id: "" },
    { type: "deduplicate", window: 1 },
    { type: "delay", delay: 1000 },
    RETRY,
  ]);
  const texts = ["{", "", "null"];
  const steps = values.steps.map((step, at) =>
    step.type === "filter" ? { ...step, texts: { ...step.texts, body: texts[at] ?? "" } } : step,
  );

  const wrong = { ...values, steps, retry: { ...values.retry, count: 51 } };

  expect(lines(wrong)).toEqual([
    ["filter", "not valid yet"],
    ["filter", "has no condition yet"],
    ["filter", "lets everything pass"],
    ["transform", "no transformation chosen yet"],
    ["deduplicate", "not valid yet"],
    ["delay", "waits 1 s"],
    ["retry", "not valid yet"],
  ]);
  expect(lines({ ...wrong, delay: { is_on: true, delay: null } })[5]).toEqual(["delay", "not valid yet"]);
});
