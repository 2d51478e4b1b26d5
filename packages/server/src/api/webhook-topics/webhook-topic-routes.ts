/** What do the endpoints of webhook topics answer? */
import { publicId } from "@posthorn/contract/ids";
import { getWebhookSettings, updateWebhookSettings } from "@posthorn/contract/webhook-topics";
import type { ApiDeps } from "../api-deps.ts";
import type { Serve } from "../call.ts";
import { readWebhooks } from "./webhooks.sql.ts";
import { writeWebhooks } from "./write-webhooks.ts";

export function serveWebhookTopics(serve: Serve, { db }: ApiDeps): void {
  serve(updateWebhookSettings, async ({ team_id, body, asCaller }) => {
    await asCaller.transaction((tx) => writeWebhooks(tx, team_id, body));
    return { enabled: body.enabled, topics: [...new Set(body.topics)], source_id: body.source_id };
  });
  serve(getWebhookSettings, async ({ team_id }) => {
    const { enabled, topics, source_id } = await readWebhooks(db, team_id);
    return { enabled, topics, source_id: source_id && publicId("source", source_id) };
  });
}
