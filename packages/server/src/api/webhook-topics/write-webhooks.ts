/**
 * How does a project choose what it hears of itself?
 *
 * Called by the endpoint of these settings, and by an update of the project, which has them too. What happened before a
 * project asked for a topic is not sent.
 */
import { publicId } from "@posthorn/contract/ids";
import type { WebhookTopic } from "@posthorn/contract/webhook-topics";
import type { Queryable } from "../../store/database.ts";
import { lockProject, setProjectWebhooks } from "../../store/projects.ts";
import { forgetOtherTopics } from "../../store/topic-news.ts";
import { notFound } from "../api-error.ts";
import { holdSource, resourceNamed } from "../cascades.ts";

export interface WantedWebhooks {
  enabled: boolean;
  topics: readonly WebhookTopic[];
  /** Public. Null: no source, which is possible only if they are not enabled. */
  source_id: string | null;
}

/** Throws if there is no such source. Locks the project before the source, as its deletion does. */
export async function writeWebhooks(tx: Queryable, team_id: string, wanted: WantedWebhooks): Promise<void> {
  const { enabled, source_id } = wanted;
  const topics = [...new Set(wanted.topics)];
  if (!(await lockProject(tx, team_id))) throw notFound(publicId("project", team_id));
  const source =
    source_id === null ? null : await holdSource(tx, resourceNamed("source", team_id, source_id));
  const before = await setProjectWebhooks(tx, team_id, {
    webhooks_enabled: enabled && source !== null,
    webhook_topics: topics,
    webhook_source_id: source?.id ?? null,
  });
  await forgetOtherTopics(tx, team_id, enabled ? topics.filter((topic) => before.includes(topic)) : []);
}
