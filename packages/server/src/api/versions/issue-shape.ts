/** What did issues and their triggers look like before 2025-01-01? */
import { TransformationIssue } from "@posthorn/contract/issues";
import { ISSUE_LOG_LEVELS } from "@posthorn/contract/causes";
import { Channels } from "@posthorn/contract/issue-triggers";
import * as z from "zod/mini";
import type { Difference, Fields } from "./difference.ts";
import { withFields, withoutFields } from "./fields.ts";

export const issueLogLevel: Difference = {
  name: "issue-log-level",
  summary: "`aggregation_keys.log_level` of a transformation's issue is one level and not a list",
  changes: [
    {
      of: TransformationIssue.shape.aggregation_keys,
      shape: (before) => withFields(before, { log_level: z.enum(ISSUE_LOG_LEVELS) }),
      answer: ({ log_level, ...keys }: Fields) => ({
        ...keys,
        log_level: Array.isArray(log_level) ? log_level[0] : log_level,
      }),
    },
  ],
};

const LATER_CHANNELS = ["microsoft_teams", "discord", "pagerduty"] as const;

export const fewerChannels: Difference = {
  name: "fewer-channels",
  summary: "A trigger tells by email, Slack and Opsgenie; other channels are neither shown nor taken",
  changes: [
    {
      of: Channels,
      shape: (before) => withoutFields(before, ...LATER_CHANNELS),
      answer: ({ microsoft_teams: _t, discord: _d, pagerduty: _p, ...channels }: Fields) => channels,
    },
  ],
};
