/**
 * Which news of a project can be sent into one of its sources, and which endpoints set that up?
 *
 * Each piece of news is a topic. It comes in as a request, so connections route it like any other. Events of such
 * requests never make topics themselves.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";

export const WEBHOOK_TOPICS = [
  "issue.opened",
  "issue.updated",
  /** Of every attempt that failed. */
  "deprecated.attempt-failed",
  /** Of every attempt that succeeded. */
  "event.successful",
] as const;
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number];

/** The list of topics in an input. A repeated topic counts once. */
export const Topics = z.array(z.enum(WEBHOOK_TOPICS)).check(z.maxLength(WEBHOOK_TOPICS.length));

/** The source is null as long as none was chosen, and after it was deleted. Then nothing is sent. */
export const WebhookSettings = z.object({
  enabled: z.boolean(),
  topics: z.array(z.enum(WEBHOOK_TOPICS)),
  source_id: z.nullable(z.string()),
});
export type WebhookSettings = z.output<typeof WebhookSettings>;

export const updateWebhookSettings = defineEndpoint({
  method: "PUT",
  path: "/notifications/webhooks",
  isOpenUnderLock: true,
  summary: "Choose the topics that are sent as requests into a source of the project, or end it",
  right: "manageProject",
  body: z.strictObject({ enabled: z.boolean(), topics: Topics, source_id: z.string() }),
  reply: z.extend(WebhookSettings, { source_id: z.string() }),
  errors: [404, 410],
});
export const getWebhookSettings = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/notifications/webhooks",
  isOpenUnderLock: true,
  summary: "The topics that are sent into a source of the project",
  right: "see",
  reply: WebhookSettings,
});
