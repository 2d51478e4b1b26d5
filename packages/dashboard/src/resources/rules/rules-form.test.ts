import { RulesInput, type Rules } from "@posthorn/contract/rules";
import { expect, test } from "vitest";
import { newRulesForm, rulesFormOf, rulesMistakes, rulesOf, type RulesFormValues } from "./rules-form.ts";

const ALL: Rules = [
  { type: "filter", body: { paid: true } },
  { type: "deduplicate", window: 5000, include_fields: ["body.id"] },
  { type: "filter", headers: { "x-kind": "order" }, path: "/a" },
  { type: "transform", transformation_id: "trs_1" },
  { type: "delay", delay: 1000 },
  { type: "retry", strategy: "linear", interval: 1000, count: 3, response_status_codes: [">=500", "!503"] },
];

test("rules come back from the form as they went in, in their order", () => {
  const sent = rulesOf(rulesFormOf(ALL));

  expect(sent).toEqual(ALL);
  expect(RulesInput.safeParse(sent).success).toBe(true);
});

test("a new connection retries five times from 30 seconds on, and transforms if it is asked to", () => {
  expect(rulesOf(newRulesForm())).toEqual([
    { type: "retry", strategy: "exponential", interval: 30_000, count: 5, response_status_codes: null },
  ]);
  expect(rulesOf(newRulesForm("trs_1")).map(({ type }) => type)).toEqual(["transform", "retry"]);
});

test("rules that are off keep their defaults and follow those that are on", () => {
  const { delay, steps } = rulesFormOf([{ type: "filter", body: true }]);

  expect(delay).toEqual({ is_on: false, delay: 60_000 });
  expect(steps.map(({ type, is_on }) => [type, is_on])).toEqual([
    ["filter", true],
    ["deduplicate", false],
    ["transform", false],
  ]);
  expect(steps[1]).toMatchObject({ window: 60_000, field_mode: "all" });
});

function mistakesIn(change: (values: RulesFormValues) => void): Record<string, string> {
  const values = rulesFormOf(ALL);
  change(values);
  return Object.fromEntries(rulesMistakes(values).map(({ path, message }) => [path.join("."), message]));
}

test("retry and delay say what is wrong", () => {
  expect(mistakesIn(() => undefined)).toEqual({});
  expect(
    mistakesIn(({ retry, delay }) => {
      Object.assign(retry, { count: 51, interval: null, codes: "500-599, teapot" });
      delay.delay = null;
    }),
  ).toEqual({
    "retry.count": "Max of 50",
    "retry.interval": "Required",
    "retry.codes": "“teapot” is not a status code such as 404, !404, >=500 or 500-599",
    "delay.delay": "Required",
  });
  expect(mistakesIn(({ retry }) => Object.assign(retry, { count: 0 }))).toEqual({
    "retry.count": "Min of 1",
  });
  expect(mistakesIn(({ retry }) => Object.assign(retry, { count: 1.5, codes: "500-400" }))).toEqual({
    "retry.count": "Must be a whole number",
    "retry.codes": "“500-400” contains no status code. Write 400-500",
  });
  expect(mistakesIn(({ retry }) => Object.assign(retry, { count: null, interval: 8 * 86_400_000 }))).toEqual({
    "retry.count": "Required",
    "retry.interval": "Max of 7 d",
  });
});

test("filter, transform and deduplicate say what is wrong", () => {
  expect(
    mistakesIn(({ steps }) => {
      Object.assign(steps[0] ?? {}, { texts: { body: "{ not json", headers: "", path: "", query: "" } });
      Object.assign(steps[1] ?? {}, { window: null, fields: [] });
      Object.assign(steps[2] ?? {}, { texts: { body: "", headers: " ", path: "", query: "" } });
      Object.assign(steps[3] ?? {}, { transformation_id: "" });
    }),
  ).toEqual({
    "steps.0.texts.body": "Invalid JSON",
    "steps.1.window": "Required",
    "steps.1.fields": "Required",
    "steps.2.texts.body": "Required",
    "steps.3.transformation_id": "Required",
  });
  expect(
    mistakesIn(({ steps }) => {
      Object.assign(steps[0] ?? {}, {
        texts: { body: '{"a":{"$ref":"a[*]"}}', headers: "", path: "", query: "" },
      });
      Object.assign(steps[1] ?? {}, { window: 10, fields: ["total"] });
    }),
  ).toEqual({
    "steps.0.texts.body": "Filter is too complex",
    "steps.1.window": "Min of 1 s",
    "steps.1.fields": "“total” must begin with headers, body, query or path, like body.items[*].id",
  });
});

function off(values: RulesFormValues): void {
  for (const rule of [values.retry, values.delay, ...values.steps]) rule.is_on = false;
  Object.assign(values.retry, { count: null });
}

test("a rule that is off is neither checked nor sent", () => {
  expect(mistakesIn(off)).toEqual({});
  const values = rulesFormOf(ALL);
  off(values);
  expect(rulesOf(values)).toEqual([]);
});
