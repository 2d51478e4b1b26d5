/**
 * How does a connection look to callers of the API and to transformation code? It includes its
 * source and destination.
 */
import type { Connection } from "@posthorn/contract/connections";
import { publicId } from "@posthorn/contract/ids";
import { type Rule, withinLimits } from "@posthorn/contract/rules";
import { createdAt } from "../ids.ts";
import type { ConnectionWithEnds } from "../store/connections.ts";
import { destinationView } from "./destination-view.ts";
import { type IngestUrlOf, sourceView } from "./source-view.ts";

/** PostgreSQL's JSON formats times differently from the API. */
function apiTime<Text extends string | null>(text: Text): Text | string {
  return text === null ? text : new Date(text).toISOString();
}

function withApiTimes<End extends { disabled_at: string | null; updated_at: string }>(end: End): End {
  return { ...end, disabled_at: apiTime(end.disabled_at), updated_at: apiTime(end.updated_at) };
}

function ruleView(rule: Rule): Rule {
  if (rule.type !== "transform") return withinLimits(rule);
  return { type: rule.type, transformation_id: publicId("transformation", rule.transformation_id) };
}

export function connectionView(row: ConnectionWithEnds, ingestUrlOf: IngestUrlOf): Connection {
  return {
    id: publicId("connection", row.id),
    team_id: publicId("project", row.team_id),
    name: row.name,
    full_name: row.name === null ? row.source.name : `${row.source.name} -> ${row.name}`,
    description: row.description,
    source: sourceView(withApiTimes(row.source), ingestUrlOf),
    destination: destinationView(withApiTimes(row.destination)),
    rules: row.rules.map(ruleView),
    disabled_at: apiTime(row.disabled_at),
    paused_at: apiTime(row.paused_at),
    updated_at: apiTime(row.updated_at),
    created_at: createdAt(row.id),
  };
}
