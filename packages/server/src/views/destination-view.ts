/** How does a destination look from outside? Without its credentials, unless the caller asked for them. */
import { DEFAULT_AUTH_TYPE } from "@posthorn/contract/destination-auth";
import type { Destination, DestinationConfig } from "@posthorn/contract/destinations";
import { publicId } from "@posthorn/contract/ids";
import { createdAt } from "../ids.ts";
import type { DestinationRow } from "../store/destinations.ts";

function configView({ type, config }: DestinationRow, auth: DestinationConfig["auth"]): DestinationConfig {
  const { http_method, path_forwarding_disabled, delivery_timeout } = config;
  const rest = {
    http_method,
    path_forwarding_disabled,
    ...(delivery_timeout !== undefined && { delivery_timeout }),
    auth_type: config.auth_type ?? DEFAULT_AUTH_TYPE,
    auth,
  };
  if (type === "CLI") return { path: config.path ?? "/", ...rest };
  const rate_limit = config.rate_limit ?? null;
  const { delivery_groups } = config;
  const rate = {
    rate_limit,
    rate_limit_period: config.rate_limit_period ?? "second",
    ...(delivery_groups && { delivery_groups }),
  };
  return type === "HTTP" ? { url: config.url ?? "", ...rate, ...rest } : { ...rate, ...rest };
}

export function destinationView(row: DestinationRow, auth: DestinationConfig["auth"] = {}): Destination {
  return {
    id: publicId("destination", row.id),
    team_id: publicId("project", row.team_id),
    name: row.name,
    description: row.description,
    type: row.type,
    config: configView(row, auth),
    disabled_at: row.disabled_at,
    updated_at: row.updated_at,
    created_at: createdAt(row.id),
  };
}
