/** How does a marker look from outside? */
import { publicId } from "@posthorn/contract/ids";
import type { Marker } from "@posthorn/contract/markers";
import { createdAt } from "../../ids.ts";
import type { MarkerRow } from "../../store/markers.ts";

export function markerView({ id, team_id, title, url, at }: MarkerRow): Marker {
  const created_at = createdAt(id);
  return {
    id: publicId("marker", id),
    team_id: publicId("project", team_id),
    title,
    url,
    at,
    updated_at: created_at,
    created_at,
  };
}
