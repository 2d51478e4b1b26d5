import { CHANNELS, CONFIGS_OF } from "@posthorn/contract/issue-triggers";
import { ISSUE_TYPES, type IssueType } from "@posthorn/contract/causes";
import { expect, test } from "vitest";
import {
  BEHAVIOR_FORMS,
  behaviorValuesOf,
  CHANNELS_FORM,
  channelsInputOf,
  channelValuesOf,
  configsInputOf,
  NEW_BEHAVIOR,
  wrapped,
  type BehaviorValues,
} from "./trigger-form.ts";

function mistakes(type: IssueType, change: Partial<BehaviorValues>) {
  const checked = BEHAVIOR_FORMS[type].safeParse({ ...NEW_BEHAVIOR, ...change });
  return checked.success ? [] : checked.error.issues.map(({ path, message }) => [path.join("."), message]);
}

test.each(ISSUE_TYPES)("a new %s trigger is valid, and sends the defaults of the contract", (type) => {
  expect(mistakes(type, {})).toEqual([]);
  expect(configsInputOf(type, NEW_BEHAVIOR)).toEqual(CONFIGS_OF[type].parse({}));
});

test.each([
  ["refund", "*refund*"],
  ["refund*", "refund*"],
  ["shop, !test", "*shop*,!*test*"],
])("the delivery pattern %s is saved as %s", (typed, saved) => {
  expect(wrapped(typed)).toBe(saved);
  const values = { ...NEW_BEHAVIOR, scope: "pattern", pattern: ` ${typed} ` } as const;
  expect(configsInputOf("delivery", values)).toMatchObject({ connections: saved });
  expect(configsInputOf("backpressure", values)).toMatchObject({ destinations: typed });
});

test("a choice that is taken must be filled in, and one that is not taken may be wrong", () => {
  expect(mistakes("delivery", { scope: "chosen" })).toEqual([["ids", "Required"]]);
  expect(mistakes("delivery", { scope: "pattern", pattern: "  " })).toEqual([["pattern", "Required"]]);
  expect(mistakes("delivery", { scope: "all", pattern: "", delay: null, per_minute: 0 })).toEqual([]);
  expect(mistakes("request", { causes: "except" })).toEqual([["chosen_causes", "Required"]]);
  expect(mistakes("request", { per_minute: 0 })).toEqual([["per_minute", "Must be greater than 0"]]);
});

test.each([
  [null, "Required"],
  [59_999, "Delay must be at least 1 minute"],
  [60_000, undefined],
  [86_400_000, undefined],
  [86_400_001, "Delay must be at most 1 day"],
])("a delay of %s ms: %s", (delay, message) => {
  expect(mistakes("backpressure", { delay })).toEqual(message === undefined ? [] : [["delay", message]]);
});

test.each([
  { type: "delivery", configs: { strategy: "final_attempt", connections: ["web_1", "web_2"] } },
  { type: "transformation", configs: { log_level: "fatal", transformations: "a*,!ab" } },
  { type: "backpressure", configs: { delay: 120_000, destinations: "*" } },
  {
    type: "request",
    configs: {
      rejection_causes: "*",
      excluded_rejection_causes: ["NO_CONNECTION"],
      per_minute: 5,
      sources: "*",
    },
  },
  { type: "request", configs: { rejection_causes: ["UNPARSABLE_JSON"], per_minute: 1, sources: "*" } },
] as const)("a stored trigger that nobody edits is sent as it was: $configs", ({ type, configs }) => {
  const stored = CONFIGS_OF[type].parse(configs);

  expect(configsInputOf(type, behaviorValuesOf({ configs: stored }))).toEqual(configs);
});

test("a channel with a name needs it, and a channel that is off keeps what was typed", () => {
  const { channels } = channelValuesOf({ email: {}, slack: { channel_name: "#alerts" } });
  const withoutName = { channels: { ...channels, slack: { is_on: true, channel_name: " " } } };
  const off = { channels: { ...channels, slack: { is_on: false, channel_name: "" } } };

  expect(channelsInputOf({ channels })).toEqual({ email: {}, slack: { channel_name: "#alerts" } });
  expect(CHANNELS_FORM.safeParse(withoutName).error?.issues).toMatchObject([
    { path: ["channels", "slack", "channel_name"], message: "Required" },
  ]);
  expect(CHANNELS_FORM.safeParse(off).success).toBe(true);
  expect(channelsInputOf(off)).toEqual({ email: {} });
  expect(channelsInputOf(channelValuesOf(null))).toBeNull();
  expect(Object.keys(channels)).toEqual([...CHANNELS]);
});
