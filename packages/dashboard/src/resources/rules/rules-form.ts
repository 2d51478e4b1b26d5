/**
 * Which values does the rules form have, when are they valid, and which rules do they make?
 *
 * `retry` and `delay` occur once. `steps` are the rules that run before them, in the person's order: each type occurs,
 * switched on or off, and there may be several filters. The form keeps the input of a rule that is off, but neither
 * checks nor sends it. Pure.
 */
import {
  DELAY_MAX_MS,
  DUPLICATE_FIELDS_MAX,
  DUPLICATE_WINDOW_MAX_MS,
  DUPLICATE_WINDOW_MIN_MS,
  RETRY_DEFAULT_COUNT,
  RETRY_DEFAULT_INTERVAL_MS,
  RETRY_MAX_AGE_MS,
  RETRY_MAX_COUNT,
  RETRY_MAX_STATUS_CODES,
} from "@posthorn/contract/limits";
import {
  FIELD_PATH,
  FILTER_PARTS,
  FilterSchema,
  RETRY_STRATEGIES,
  type Rule,
  type Rules,
} from "@posthorn/contract/rules";
import { NOT_WHOLE, REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import { durationText } from "../../ui/form/duration.ts";
import { codesMistake, splitCodes } from "./status-code-words.ts";

const DELAY_DEFAULT_MS = 60_000;
const DUPLICATE_WINDOW_DEFAULT_MS = 60_000;

const FIELD_MODES = ["all", "include", "exclude"] as const;

const Milliseconds = z.nullable(z.number());

const FilterStep = z.object({
  key: z.string(),
  type: z.literal("filter"),
  is_on: z.boolean(),
  /** JSON as it is typed; "" if the filter does not check that part. */
  texts: z.object({ body: z.string(), headers: z.string(), path: z.string(), query: z.string() }),
});
const TransformStep = z.object({
  key: z.string(),
  type: z.literal("transform"),
  is_on: z.boolean(),
  transformation_id: z.string(),
});
const DeduplicateStep = z.object({
  key: z.string(),
  type: z.literal("deduplicate"),
  is_on: z.boolean(),
  window: Milliseconds,
  field_mode: z.enum(FIELD_MODES),
  fields: z.array(z.string()),
});
const Step = z.discriminatedUnion("type", [FilterStep, TransformStep, DeduplicateStep]);
export type RuleStep = z.output<typeof Step>;
export type StepOf<Type extends RuleStep["type"]> = Extract<RuleStep, { type: Type }>;

/** A form with more fields spreads this into its own shape, and adds `rulesMistakes` to its own checks. */
export const RULES_SHAPE = {
  retry: z.object({
    is_on: z.boolean(),
    strategy: z.enum(RETRY_STRATEGIES),
    interval: Milliseconds,
    count: z.nullable(z.number()),
    codes: z.string(),
  }),
  delay: z.object({ is_on: z.boolean(), delay: Milliseconds }),
  steps: z.array(Step),
};
const Values = z.object(RULES_SHAPE);
export type RulesFormValues = z.output<typeof Values>;

/** The default order of what runs before delay and retry. */
const STEP_TYPES = ["deduplicate", "transform", "filter"] as const;

export function emptyStep(type: RuleStep["type"], key: string): RuleStep {
  switch (type) {
    case "deduplicate":
      return {
        key,
        type,
        is_on: false,
        window: DUPLICATE_WINDOW_DEFAULT_MS,
        field_mode: "all",
        fields: [],
      };
    case "transform":
      return { key, type, is_on: false, transformation_id: "" };
    case "filter":
      return { key, type, is_on: false, texts: { body: "", headers: "", path: "", query: "" } };
  }
}

/** A new connection retries. If a transformation is given, it also transforms. */
export function newRulesForm(transformation_id?: string): RulesFormValues {
  const retry: Rule = { type: "retry", strategy: "exponential", response_status_codes: null };
  return rulesFormOf(
    transformation_id === undefined ? [retry] : [{ type: "transform", transformation_id }, retry],
  );
}

/** Rules that are on come first, in their order. The types that are missing follow, switched off. */
export function rulesFormOf(rules: Rules): RulesFormValues {
  const retry = rules.find((rule) => rule.type === "retry");
  const delay = rules.find((rule) => rule.type === "delay");
  const on = rules.flatMap((rule, at) => {
    const step = stepOf(rule, `rule-${at}`);
    return step === null ? [] : [step];
  });
  const off = STEP_TYPES.filter((type) => !on.some((step) => step.type === type));
  return {
    retry: {
      is_on: retry !== undefined,
      strategy: retry?.strategy ?? "exponential",
      interval: retry?.interval ?? RETRY_DEFAULT_INTERVAL_MS,
      count: retry?.count ?? RETRY_DEFAULT_COUNT,
      codes: (retry?.response_status_codes ?? []).join(", "),
    },
    delay: { is_on: delay !== undefined, delay: delay?.delay ?? DELAY_DEFAULT_MS },
    steps: [...on, ...off.map((type) => emptyStep(type, type))],
  };
}

function stepOf(rule: Rule, key: string): RuleStep | null {
  switch (rule.type) {
    case "deduplicate":
      return {
        key,
        type: "deduplicate",
        is_on: true,
        window: rule.window,
        field_mode: rule.include_fields ? "include" : rule.exclude_fields ? "exclude" : "all",
        fields: rule.include_fields ?? rule.exclude_fields ?? [],
      };
    case "transform":
      return { key, type: "transform", is_on: true, transformation_id: rule.transformation_id };
    case "filter": {
      const { body, headers, path, query } = rule;
      return {
        key,
        type: "filter",
        is_on: true,
        texts: {
          body: jsonText(body),
          headers: jsonText(headers),
          path: jsonText(path),
          query: jsonText(query),
        },
      };
    }
    case "delay":
    case "retry":
      return null;
  }
}

function jsonText(value: unknown): string {
  return value === null || value === undefined ? "" : JSON.stringify(value, null, 2);
}

/** What to send. Call it with valid values only. */
export function rulesOf({ retry, delay, steps }: RulesFormValues): Rule[] {
  const codes = splitCodes(retry.codes);
  return [
    ...steps.filter(({ is_on }) => is_on).map(ruleOf),
    ...(delay.is_on ? [{ type: "delay" as const, delay: delay.delay ?? 0 }] : []),
    ...(retry.is_on
      ? [
          {
            type: "retry" as const,
            strategy: retry.strategy,
            interval: retry.interval,
            count: retry.count,
            response_status_codes: codes.length === 0 ? null : codes,
          },
        ]
      : []),
  ];
}

/** What to send; null while a rule is wrong. */
export function rulesIfValid(values: RulesFormValues): Rule[] | null {
  return rulesMistakes(values).length === 0 ? rulesOf(values) : null;
}

/** As `rulesOf`, for one step. */
export function ruleOf(step: RuleStep): Rule {
  switch (step.type) {
    case "deduplicate":
      return {
        type: "deduplicate",
        window: step.window ?? 0,
        ...(step.field_mode !== "all" && { [`${step.field_mode}_fields`]: step.fields }),
      };
    case "transform":
      return { type: "transform", transformation_id: step.transformation_id };
    case "filter":
      return {
        type: "filter",
        ...Object.fromEntries(
          FILTER_PARTS.flatMap((part) => {
            const text = step.texts[part].trim();
            const value: unknown = text === "" ? null : JSON.parse(text);
            return value === null ? [] : [[part, value]];
          }),
        ),
      };
  }
}

export interface RuleMistake {
  path: (string | number)[];
  message: string;
}

export function rulesMistakes({ retry, delay, steps }: RulesFormValues): RuleMistake[] {
  return [
    ...(retry.is_on ? retryMistakes(retry) : []),
    ...(delay.is_on ? inRange(delay.delay, ["delay", "delay"], 0, DELAY_MAX_MS) : []),
    ...steps.flatMap((step, at) =>
      step.is_on
        ? stepMistakes(step).map(({ path, message }) => ({ path: ["steps", at, ...path], message }))
        : [],
    ),
  ];
}

function retryMistakes({ interval, count, codes }: RulesFormValues["retry"]): RuleMistake[] {
  const tooMany =
    splitCodes(codes).length > RETRY_MAX_STATUS_CODES ? `Max of ${RETRY_MAX_STATUS_CODES}` : null;
  return [
    ...inRange(interval, ["retry", "interval"], 0, RETRY_MAX_AGE_MS),
    ...mistakeAt(["retry", "count"], countMistake(count)),
    ...mistakeAt(["retry", "codes"], codesMistake(codes) ?? tooMany),
  ];
}

function mistakeAt(path: (string | number)[], message: string | null): RuleMistake[] {
  return message === null ? [] : [{ path, message }];
}

function countMistake(count: number | null): string | null {
  if (count === null) return REQUIRED;
  if (!Number.isInteger(count)) return NOT_WHOLE;
  if (count < 1) return "Min of 1";
  return count > RETRY_MAX_COUNT ? `Max of ${RETRY_MAX_COUNT}` : null;
}

function inRange(ms: number | null, path: (string | number)[], min: number, max: number): RuleMistake[] {
  if (ms === null) return [{ path, message: REQUIRED }];
  if (ms < min) return [{ path, message: `Min of ${durationText(min)}` }];
  return ms > max ? [{ path, message: `Max of ${durationText(max)}` }] : [];
}

function stepMistakes(step: RuleStep): RuleMistake[] {
  switch (step.type) {
    case "transform":
      return step.transformation_id === "" ? [{ path: ["transformation_id"], message: REQUIRED }] : [];
    case "filter":
      return filterMistakes(step.texts);
    case "deduplicate":
      return [
        ...inRange(step.window, ["window"], DUPLICATE_WINDOW_MIN_MS, DUPLICATE_WINDOW_MAX_MS),
        ...(step.field_mode === "all" ? [] : fieldMistakes(step.fields)),
      ];
  }
}

function fieldMistakes(fields: readonly string[]): RuleMistake[] {
  if (fields.length === 0) return [{ path: ["fields"], message: REQUIRED }];
  if (fields.length > DUPLICATE_FIELDS_MAX)
    return [{ path: ["fields"], message: `Max of ${DUPLICATE_FIELDS_MAX}` }];
  const wrong = fields.find((field) => !FIELD_PATH.test(field));
  return wrong === undefined
    ? []
    : [
        {
          path: ["fields"],
          message: `“${wrong}” must begin with headers, body, query or path, like body.items[*].id`,
        },
      ];
}

function filterMistakes(texts: StepOf<"filter">["texts"]): RuleMistake[] {
  if (FILTER_PARTS.every((part) => texts[part].trim() === ""))
    return [{ path: ["texts", "body"], message: REQUIRED }];
  return FILTER_PARTS.flatMap((part) => {
    const text = texts[part].trim();
    if (text === "") return [];
    const message = filterMistake(text);
    return message === null ? [] : [{ path: ["texts", part], message }];
  });
}

function filterMistake(text: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "Invalid JSON";
  }
  const checked = FilterSchema.safeParse(value);
  return checked.success ? null : (checked.error.issues[0]?.message ?? "Invalid filter");
}

export const RulesForm = Values.check(({ value, issues }) => {
  for (const { path, message } of rulesMistakes(value))
    issues.push({ code: "custom", path, message, input: value });
});
