/** Which integrations does a caller see, and which sources have them? Reads for the routes of this folder. */
import { internalId } from "@posthorn/contract/ids";
import type { IntegrationFilters } from "@posthorn/contract/integrations";
import type { Queryable } from "../../store/database.ts";
import { Conditions, whereName, whereOneOf } from "../../store/filters/conditions.ts";
import { INTEGRATION_COLUMNS, type IntegrationRow } from "../../store/integrations.ts";
import { readPage, type ListSource, type Page, type PageQuery } from "../lists/read-page.ts";

export interface IntegrationWithSources extends IntegrationRow {
  source_ids: string[];
}

const COLUMNS = `${INTEGRATION_COLUMNS}, array(
    select sources.id from sources
    where sources.integration_id = integrations.id order by sources.id) as source_ids`;

const LIST: ListSource = {
  columns: COLUMNS,
  from: "integrations",
  sort: { identity: [{ sql: "id", kind: "uuid" }], keys: { created_at: [] }, defaultKey: "created_at" },
  identityOf(publicId) {
    const id = internalId("integration", publicId);
    return id === null ? null : [id];
  },
};

export async function readIntegrationPage(
  db: Queryable,
  team_id: string,
  query: IntegrationFilters & PageQuery,
): Promise<Page<IntegrationWithSources>> {
  const conditions = new Conditions();
  conditions.add(`team_id = ${conditions.bind(team_id)}`);
  whereName(conditions, "label", query.label);
  whereOneOf(conditions, "provider", query.provider);
  return readPage(db, LIST, query, { conditions, team_id, teamColumn: "team_id" });
}

export async function findIntegration(
  db: Queryable,
  team_id: string,
  id: string,
): Promise<IntegrationWithSources | null> {
  const { rows } = await db.query<IntegrationWithSources>(
    `select ${COLUMNS} from integrations where team_id = $1 and id = $2`,
    [team_id, id],
  );
  return rows[0] ?? null;
}
