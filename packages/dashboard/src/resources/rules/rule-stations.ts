/**
 * What does each rule of a form do to a request, in the order in which they act? One line each, as `RequestCourse` shows it.
 *
 * The lines follow the form while a person types, so a rule may be wrong. Its line then says what is missing. Pure.
 */
import { FILTER_PARTS, type Rule } from "@posthorn/contract/rules";
import { durationText } from "../../ui/form/duration.ts";
import { retrySchedule } from "./retry-schedule.ts";
import { ruleWords } from "./rule-words.ts";
import { ruleOf, rulesMistakes, type RulesFormValues, type RuleStep } from "./rules-form.ts";

export interface RuleStation {
  key: string;
  type: Rule["type"];
  /** For a transform rule the transformation, whose name has to be loaded. */
  does: string | { transformationId: string };
}

const NOT_VALID = "not valid yet";

export function ruleStations(values: RulesFormValues): RuleStation[] {
  const { steps, delay, retry } = values;
  const mistakes = rulesMistakes(values);
  const isWrong = (field: string, at?: number) =>
    mistakes.some(({ path }) => path[0] === field && (at === undefined || path[1] === at));
  return [
    ...steps.flatMap((step, at): RuleStation[] =>
      step.is_on
        ? [
            {
              key: step.key,
              type: step.type,
              does: isWrong("steps", at) ? missingIn(step) : stepWords(step),
            },
          ]
        : [],
    ),
    ...(delay.is_on
      ? [station("delay", isWrong("delay") ? NOT_VALID : `waits ${durationText(delay.delay ?? 0)}`)]
      : []),
    ...(retry.is_on ? [station("retry", isWrong("retry") ? NOT_VALID : retryWords(retry))] : []),
  ];
}

function station(type: "delay" | "retry", does: string): RuleStation {
  return { key: type, type, does };
}

function missingIn(step: RuleStep): string {
  if (step.type === "transform") return "no transformation chosen yet";
  if (step.type === "filter" && FILTER_PARTS.every((part) => step.texts[part].trim() === ""))
    return "has no condition yet";
  return NOT_VALID;
}

function stepWords(step: RuleStep): RuleStation["does"] {
  if (step.type === "transform") return { transformationId: step.transformation_id };
  const rule = ruleOf(step);
  const asks = FILTER_PARTS.some((part) => rule.type === "filter" && rule[part] != null);
  return asks ? `kept if ${ruleWords(rule)}` : ruleWords(rule);
}

function retryWords({ strategy, interval, count, codes }: RulesFormValues["retry"]): string {
  // Valid, so it has both.
  const { attempts } = retrySchedule({ strategy, interval: interval ?? 0, count: count ?? 0 });
  // With status codes, an answer that is none of them ends the event earlier.
  return `${codes.trim() === "" ? "" : "up to "}${attempts.length} attempts, then Failed`;
}
