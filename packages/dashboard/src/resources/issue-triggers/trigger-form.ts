/**
 * Which values do the forms of an issue trigger have, when are they valid, and what do they send?
 *
 * One set of values serves all types. A form keeps the input of choices that are not taken, but neither checks nor sends
 * it.
 */
import {
  ISSUE_LOG_LEVELS,
  ISSUE_STRATEGIES,
  ISSUE_TYPES,
  REJECTION_CAUSES,
  type IssueType,
  type RejectionCause,
} from "@posthorn/contract/causes";
import {
  CHANNELS,
  type Channels,
  type IssueTrigger,
  type IssueTriggerInput,
  type Scope,
} from "@posthorn/contract/issue-triggers";
import {
  BACKPRESSURE_DELAY_DEFAULT_MS,
  BACKPRESSURE_DELAY_LEAST_MS,
  BACKPRESSURE_DELAY_MOST_MS,
  CHANNEL_NAME_MAX_CHARACTERS,
  ISSUE_PATTERN_MAX_CHARACTERS,
  REJECTIONS_PER_MINUTE_DEFAULT,
  REJECTIONS_PER_MINUTE_MOST,
} from "@posthorn/contract/limits";
import { DELAY_TOO_LONG, DELAY_TOO_SHORT, NOT_WHOLE, REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import { CHANNEL_WORDS } from "./channel-words.ts";

const Behavior = z.object({
  strategy: z.enum(ISSUE_STRATEGIES),
  log_level: z.enum(ISSUE_LOG_LEVELS),
  /** In milliseconds. */
  delay: z.nullable(z.number()),
  causes: z.enum(["all", "only", "except"]),
  chosen_causes: z.array(z.enum(REJECTION_CAUSES)),
  per_minute: z.nullable(z.number()),
  scope: z.enum(["all", "chosen", "pattern"]),
  ids: z.array(z.string()),
  pattern: z.string(),
});
export type BehaviorValues = z.output<typeof Behavior>;

const ChannelsValues = z.object({
  channels: z.record(z.enum(CHANNELS), z.object({ is_on: z.boolean(), channel_name: z.string() })),
});
export type ChannelsValues = z.output<typeof ChannelsValues>;

export const NEW_BEHAVIOR: BehaviorValues = {
  strategy: "first_attempt",
  log_level: "warn",
  delay: BACKPRESSURE_DELAY_DEFAULT_MS,
  causes: "all",
  chosen_causes: [],
  per_minute: REJECTIONS_PER_MINUTE_DEFAULT,
  scope: "all",
  ids: [],
  pattern: "",
};

type Mistake = readonly [path: readonly string[], message: string];

function textMistake(text: string, mostCharacters: number): string | undefined {
  if (text.trim() === "") return REQUIRED;
  return text.trim().length > mostCharacters ? `Must be at most ${mostCharacters} characters` : undefined;
}

function scopeMistakes({ scope, ids, pattern }: BehaviorValues): Mistake[] {
  if (scope === "chosen") return ids.length === 0 ? [[["ids"], REQUIRED]] : [];
  const message = scope === "pattern" ? textMistake(pattern, ISSUE_PATTERN_MAX_CHARACTERS) : undefined;
  return message === undefined ? [] : [[["pattern"], message]];
}

function delayMistake(ms: number | null): string | undefined {
  if (ms === null) return REQUIRED;
  if (ms < BACKPRESSURE_DELAY_LEAST_MS) return DELAY_TOO_SHORT;
  return ms > BACKPRESSURE_DELAY_MOST_MS ? DELAY_TOO_LONG : undefined;
}

function rateMistake(perMinute: number | null): string | undefined {
  if (perMinute === null) return REQUIRED;
  if (!Number.isInteger(perMinute)) return NOT_WHOLE;
  if (perMinute < 1) return "Must be greater than 0";
  return perMinute > REJECTIONS_PER_MINUTE_MOST ? `Must be at most ${REJECTIONS_PER_MINUTE_MOST}` : undefined;
}

/** In the order of the form. */
function behaviorMistakes(type: IssueType, values: BehaviorValues): Mistake[] {
  const delay = type === "backpressure" ? delayMistake(values.delay) : undefined;
  const lacksCauses = type === "request" && values.causes !== "all" && values.chosen_causes.length === 0;
  const rate = type === "request" ? rateMistake(values.per_minute) : undefined;
  return [
    ...(delay === undefined ? [] : [[["delay"], delay] as const]),
    ...(lacksCauses ? [[["chosen_causes"], REQUIRED] as const] : []),
    ...(rate === undefined ? [] : [[["per_minute"], rate] as const]),
    ...scopeMistakes(values),
  ];
}

function channelMistakes({ channels }: ChannelsValues): Mistake[] {
  return CHANNELS.flatMap((channel) => {
    const { is_on, channel_name } = channels[channel];
    const message =
      is_on && CHANNEL_WORDS[channel].hasName
        ? textMistake(channel_name, CHANNEL_NAME_MAX_CHARACTERS)
        : undefined;
    return message === undefined ? [] : [[["channels", channel, "channel_name"], message]];
  });
}

function checkedBy<Value>(mistakesOf: (value: Value) => Mistake[]) {
  return ({ value, issues }: z.core.ParsePayload<Value>): void => {
    for (const [path, message] of mistakesOf(value))
      issues.push({ code: "custom", path: [...path], message, input: value });
  };
}

function formsOf<Form>(formOf: (type: IssueType) => Form): Readonly<Record<IssueType, Form>> {
  // Safe: there is an entry for each type.
  return Object.fromEntries(ISSUE_TYPES.map((type) => [type, formOf(type)])) as Record<IssueType, Form>;
}

export const CHANNELS_FORM = ChannelsValues.check(checkedBy(channelMistakes));
export const BEHAVIOR_FORMS = formsOf((type) =>
  Behavior.check(checkedBy((values: BehaviorValues) => behaviorMistakes(type, values))),
);
export type NewTriggerValues = BehaviorValues & ChannelsValues;
export const NEW_TRIGGER_FORMS = formsOf((type) =>
  z
    .object({ ...Behavior.shape, ...ChannelsValues.shape })
    .check(
      checkedBy((values: NewTriggerValues) => [
        ...behaviorMistakes(type, values),
        ...channelMistakes(values),
      ]),
    ),
);

/** What a stored trigger watches. */
export function scopeIn(configs: IssueTrigger["configs"]): Scope {
  if ("connections" in configs) return configs.connections;
  if ("transformations" in configs) return configs.transformations;
  return "destinations" in configs ? configs.destinations : configs.sources;
}

function scopeValuesOf(scope: Scope): Pick<BehaviorValues, "scope" | "ids" | "pattern"> {
  if (scope === "*") return { scope: "all", ids: [], pattern: "" };
  if (typeof scope === "string") return { scope: "pattern", ids: [], pattern: scope };
  return { scope: "chosen", ids: scope, pattern: "" };
}

/** A list of causes without the excluded ones is the same as both. */
function causeValuesOf(
  wanted: "*" | readonly RejectionCause[],
  excluded: readonly RejectionCause[] = [],
): Pick<BehaviorValues, "causes" | "chosen_causes"> {
  if (wanted !== "*")
    return { causes: "only", chosen_causes: wanted.filter((cause) => !excluded.includes(cause)) };
  return excluded.length === 0
    ? { causes: "all", chosen_causes: [] }
    : { causes: "except", chosen_causes: [...excluded] };
}

export function behaviorValuesOf({ configs }: Pick<IssueTrigger, "configs">): BehaviorValues {
  const values = { ...NEW_BEHAVIOR, ...scopeValuesOf(scopeIn(configs)) };
  if ("strategy" in configs) return { ...values, strategy: configs.strategy };
  if ("log_level" in configs) return { ...values, log_level: configs.log_level };
  if ("delay" in configs) return { ...values, delay: configs.delay };
  return {
    ...values,
    ...causeValuesOf(configs.rejection_causes, configs.excluded_rejection_causes),
    per_minute: configs.per_minute,
  };
}

/** `refund` finds every connection with that word. `!refund` takes those away. */
export function wrapped(pattern: string): string {
  if (pattern.includes("*")) return pattern;
  return pattern
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => (part.startsWith("!") ? `!*${part.slice(1)}*` : `*${part}*`))
    .join(",");
}

/** The pattern that is saved for this input. Only names of connections are long enough to be searched for words. */
export function patternOf(type: IssueType, pattern: string): string {
  return type === "delivery" ? wrapped(pattern.trim()) : pattern.trim();
}

function scopeInputOf(type: IssueType, { scope, ids, pattern }: BehaviorValues): Scope {
  if (scope === "all") return "*";
  return scope === "chosen" ? ids : patternOf(type, pattern);
}

/** Of valid values. */
export function configsInputOf(
  type: IssueType,
  values: BehaviorValues,
): NonNullable<IssueTriggerInput["configs"]> {
  const scope = scopeInputOf(type, values);
  const { causes, chosen_causes } = values;
  switch (type) {
    case "delivery":
      return { strategy: values.strategy, connections: scope };
    case "transformation":
      return { log_level: values.log_level, transformations: scope };
    case "backpressure":
      return { delay: values.delay, destinations: scope };
    case "request":
      return {
        rejection_causes: causes === "only" ? chosen_causes : "*",
        ...(causes === "except" && { excluded_rejection_causes: chosen_causes }),
        per_minute: values.per_minute,
        sources: scope,
      };
  }
}

export function channelValuesOf(stored: Channels | null): ChannelsValues {
  const values = CHANNELS.map((channel) => {
    const one = stored?.[channel];
    const channel_name = one && "channel_name" in one ? one.channel_name : "";
    return [channel, { is_on: one !== undefined, channel_name }] as const;
  });
  // Safe: there is an entry for each channel.
  return { channels: Object.fromEntries(values) as ChannelsValues["channels"] };
}

/** Null: nobody is told. */
export function channelsInputOf({ channels }: ChannelsValues): Channels | null {
  const used = CHANNELS.filter((channel) => channels[channel].is_on);
  if (used.length === 0) return null;
  return Object.fromEntries(
    used.map((channel) => [
      channel,
      CHANNEL_WORDS[channel].hasName ? { channel_name: channels[channel].channel_name.trim() } : {},
    ]),
  );
}
