/** How does a destination look from outside? */
import type { Destination } from "@posthorn/contract/destinations";
import { publicId } from "@posthorn/contract/ids";
import { createdAt } from "../../ids.ts";
import type { DestinationRow } from "../../store/destinations.ts";

export function destinationView(row: DestinationRow): Destination {
  const { url, http_method, path_forwarding_disabled } = row.config;
  return {
    id: publicId("destination", row.id),
    team_id: publicId("project", row.team_id),
    name: row.name,
    description: row.description,
    type: row.type,
    config: {
      url,
      http_method,
      path_forwarding_disabled,
      rate_limit: null,
      rate_limit_period: "second",
      auth_type: "HOOKDECK_SIGNATURE",
      auth: {},
    },
    disabled_at: row.disabled_at,
    updated_at: row.updated_at,
    created_at: createdAt(row.id),
  };
}
