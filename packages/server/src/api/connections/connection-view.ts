/** How does a connection look from outside? With both its ends. */
import type { Connection } from "@posthorn/contract/connections";
import { publicId } from "@posthorn/contract/ids";
import type { Rule } from "@posthorn/contract/rules";
import { createdAt } from "../../ids.ts";
import { destinationView } from "../destinations/destination-view.ts";
import { sourceView } from "../sources/source-view.ts";
import type { ConnectionWithEnds } from "./connections.sql.ts";

/** JSON from PostgreSQL has its own spelling of times; the API has one. */
function withApiTimes<End extends { disabled_at: string | null; updated_at: string }>(end: End): End {
  return {
    ...end,
    disabled_at: end.disabled_at && new Date(end.disabled_at).toISOString(),
    updated_at: new Date(end.updated_at).toISOString(),
  };
}

function ruleView(rule: Rule): Rule {
  if (rule.type !== "transform") return rule;
  return { type: rule.type, transformation_id: publicId("transformation", rule.transformation_id) };
}

export function connectionView(row: ConnectionWithEnds, ingestUrl: string): Connection {
  return {
    id: publicId("connection", row.id),
    team_id: publicId("project", row.team_id),
    name: row.name,
    full_name: row.name === null ? row.source.name : `${row.source.name} -> ${row.name}`,
    description: row.description,
    source: sourceView(withApiTimes(row.source), ingestUrl),
    destination: destinationView(withApiTimes(row.destination)),
    rules: row.rules.map(ruleView),
    disabled_at: row.disabled_at,
    paused_at: row.paused_at,
    updated_at: row.updated_at,
    created_at: createdAt(row.id),
  };
}
