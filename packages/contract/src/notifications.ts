/**
 * What does the dashboard ask about notifications?
 *
 * Which of them have not arrived, and whether a channel works at all. Channels are those of issue triggers; email needs no
 * integration.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { CHANNELS, Channels, NamedChannel } from "./issue-triggers.ts";
import { NullableTimestamp, Timestamp } from "./lists.ts";

export const FailedNotification = z.object({
  issue_id: z.string(),
  channel: z.enum(CHANNELS),
  /** Why the last try failed, and what to do. */
  error: z.string(),
  failed_at: Timestamp,
  /** When Posthorn tries again. Null: it has given up. */
  next_try_at: NullableTimestamp,
});
export type FailedNotification = z.output<typeof FailedNotification>;

export const listFailedNotifications = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/notifications/failed",
  isOpenUnderLock: true,
  summary: "The notifications that last failed, newest first",
  right: "see",
  query: z.object({ channel: z.optional(z.enum(CHANNELS)) }),
  reply: z.object({ models: z.array(FailedNotification) }),
});

/** A webhook posts to a channel of its own, so it can be tested before a trigger names one. */
const TestedChannel = z.optional(z.partial(NamedChannel));
const TestedChannels = z.extend(Channels, {
  slack: TestedChannel,
  microsoft_teams: TestedChannel,
  discord: TestedChannel,
});

export const sendTestNotification = defineEndpoint({
  isForDashboard: true,
  method: "POST",
  path: "/notifications/test",
  isOpenUnderLock: true,
  summary: "Send a test message to each of these channels",
  right: "triage",
  body: z.strictObject({ channels: TestedChannels }),
  /** Null: the message has arrived. Otherwise why it has not, and what to do. */
  reply: z.object({
    models: z.array(z.object({ channel: z.enum(CHANNELS), error: z.nullable(z.string()) })),
  }),
});
