/** How does a source look from outside? */
import type { Source } from "@posthorn/contract/sources";
import { publicId, sourceToken } from "@posthorn/contract/ids";
import { createdAt } from "../../ids.ts";
import type { SourceRow } from "../../store/sources.ts";

/** `ingestUrl` is where senders reach us, without a slash at its end. */
export function sourceView(row: SourceRow, ingestUrl: string): Source {
  return {
    id: publicId("source", row.id),
    team_id: publicId("project", row.team_id),
    name: row.name,
    description: row.description,
    url: `${ingestUrl}/e/${sourceToken(row.id)}`,
    type: row.type,
    authenticated: false,
    config: { allowed_http_methods: row.config.allowed_http_methods },
    disabled_at: row.disabled_at,
    updated_at: row.updated_at,
    created_at: createdAt(row.id),
  };
}
