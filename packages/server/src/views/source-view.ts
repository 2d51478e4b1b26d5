/** How does a source look from outside? */
import type { Source, SourceConfig } from "@posthorn/contract/sources";
import { publicId, sourceToken } from "@posthorn/contract/ids";
import { NAMED_AUTH } from "@posthorn/contract/source-types";
import { createdAt } from "../ids.ts";
import type { SourceRow } from "../store/sources.ts";

/** `ingestUrl` is where senders reach us, without a trailing slash; `auth` is passed only when it should be shown. */
export function sourceView(row: SourceRow, ingestUrl: string, auth?: SourceConfig["auth"]): Source {
  return {
    id: publicId("source", row.id),
    team_id: publicId("project", row.team_id),
    name: row.name,
    description: row.description,
    url: `${ingestUrl}/e/${sourceToken(row.id)}`,
    type: row.type,
    authenticated: row.authenticated,
    config: { ...configView(row), ...(auth !== undefined && { auth }) },
    disabled_at: row.disabled_at,
    updated_at: row.updated_at,
    created_at: createdAt(row.id),
  };
}

/** Lists every field, so that a new column of the table is not shown by accident. */
function configView({ type, config }: SourceRow): SourceConfig {
  if (type === "MANAGED") return {};
  return {
    allowed_http_methods: [...config.allowed_http_methods],
    custom_response: config.custom_response ?? null,
    ...(NAMED_AUTH[type] && { auth_type: config.auth_type ?? null }),
  };
}
