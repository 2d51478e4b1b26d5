/** Which topics does a project send, and into which source? */
import type { WebhookTopic } from "@posthorn/contract/webhook-topics";
import type { Queryable } from "../../store/database.ts";
import { LIVE_PROJECTS } from "../../store/projects.ts";

export interface ShownWebhooks {
  enabled: boolean;
  topics: WebhookTopic[];
  /** Null: none was chosen, or it was deleted. */
  source_id: string | null;
}

export async function readWebhooks(db: Queryable, team_id: string): Promise<ShownWebhooks> {
  const { rows } = await db.query<ShownWebhooks>(
    `select webhooks_enabled and sources.id is not null as enabled, webhook_topics as topics, sources.id as source_id
     from ${LIVE_PROJECTS}
     left join sources on sources.team_id = projects.id and sources.id = webhook_source_id and sources.deleted_at is null
     where projects.id = $1`,
    [team_id],
  );
  return rows[0] ?? { enabled: false, topics: [], source_id: null };
}
