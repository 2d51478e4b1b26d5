/** How does a source look from outside? */
import type { Source, SourceConfig } from "@posthorn/contract/sources";
import { publicId, sourceToken } from "@posthorn/contract/ids";
import { NAMED_AUTH } from "@posthorn/contract/source-types";
import { createdAt } from "../ids.ts";
import type { SourceRow } from "../store/sources.ts";

/** Where senders reach the sources of a project, without a slash at the end. */
export type IngestUrlOf = (team_id: string) => string;

/** `auth` is given only to be shown. */
export function sourceView(row: SourceRow, ingestUrlOf: IngestUrlOf, auth?: SourceConfig["auth"]): Source {
  return {
    id: publicId("source", row.id),
    team_id: publicId("project", row.team_id),
    name: row.name,
    description: row.description,
    url: sourceUrl(row.id, ingestUrlOf(row.team_id)),
    type: row.type,
    authenticated: row.authenticated,
    config: { ...configView(row), ...(auth !== undefined && { auth }) },
    disabled_at: row.disabled_at,
    updated_at: row.updated_at,
    created_at: createdAt(row.id),
  };
}

/** `ingestUrl` is where senders reach us, without a slash at its end. */
export function sourceUrl(id: string, ingestUrl: string): string {
  return `${ingestUrl}/e/${sourceToken(id)}`;
}

/** Field by field, so that nothing new in the table is shown before somebody decides so. */
function configView({ type, config }: SourceRow): SourceConfig {
  const redaction = config.redaction && { redaction: [...config.redaction] };
  if (type === "MANAGED") return { ...redaction };
  return {
    allowed_http_methods: [...config.allowed_http_methods],
    custom_response: config.custom_response ?? null,
    ...(NAMED_AUTH[type] && { auth_type: config.auth_type ?? null }),
    ...redaction,
  };
}
