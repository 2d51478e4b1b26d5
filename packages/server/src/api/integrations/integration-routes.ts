/** What do the endpoints of integrations answer? */
import * as contract from "@posthorn/contract/integrations";
import { internalId, publicId } from "@posthorn/contract/ids";
import { mayUse } from "@posthorn/contract/roles";
import { createdAt } from "../../ids.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { resourceNamed } from "../cascades.ts";
import { pageReply } from "../lists/read-page.ts";
import { findIntegration, type IntegrationWithSources, readIntegrationPage } from "./integrations.sql.ts";
import * as write from "./write-integration.ts";

function keyOf(team_id: string, id: string) {
  const uuid = internalId("integration", id);
  if (!uuid) throw notFound(id);
  return { team_id, id: uuid };
}

export function serveIntegrations(serve: Serve, { db, sealer }: ApiDeps): void {
  async function read(team_id: string, id: string): Promise<IntegrationWithSources> {
    const row = await findIntegration(db, team_id, keyOf(team_id, id).id);
    if (!row) throw notFound(id);
    return row;
  }

  /** For callers that may change the secrets: only they may read them. */
  function viewWithConfigs(row: IntegrationWithSources): contract.Integration {
    return { ...view(row), configs: JSON.parse(sealer.open(row.configs, "integrations.configs", row)) };
  }

  serve(contract.listIntegrations, async ({ team_id, query }) =>
    pageReply(await readIntegrationPage(db, team_id, query), view),
  );
  serve(contract.createIntegration, async ({ team_id, body, asCaller }) => {
    const uuid = await write.createIntegration({ db: asCaller, sealer }, team_id, body);
    return viewWithConfigs(await read(team_id, publicId("integration", uuid)));
  });
  serve(contract.getIntegration, async ({ team_id, id, query, caller }) => {
    const row = await read(team_id, id);
    if (query.include === undefined) return view(row);
    if (!mayUse(contract.updateIntegration.right, caller))
      throw new ApiError("FORBIDDEN", { role: caller.role });
    return viewWithConfigs(row);
  });
  serve(contract.updateIntegration, async ({ team_id, id, body, asCaller }) => {
    if (!(await write.changeIntegration({ db: asCaller, sealer }, keyOf(team_id, id), body)))
      throw notFound(id);
    return viewWithConfigs(await read(team_id, id));
  });
  serve(contract.deleteIntegration, async ({ team_id, id, asCaller }) => {
    if (!(await write.deleteIntegration({ db: asCaller, sealer }, keyOf(team_id, id)))) throw notFound(id);
    return { id };
  });
  serve(contract.attachIntegration, async ({ team_id, id, params, asCaller }) => {
    const source = resourceNamed("source", team_id, params["source_id"] ?? "");
    if (!(await write.attachSource({ db: asCaller, sealer }, keyOf(team_id, id), source))) throw notFound(id);
    return { success: true as const };
  });
  serve(contract.detachIntegration, async ({ team_id, id, params, asCaller }) => {
    const source = resourceNamed("source", team_id, params["source_id"] ?? "");
    if (!(await write.detachSource({ db: asCaller, sealer }, keyOf(team_id, id), source))) throw notFound(id);
    return {};
  });
}

function view(row: IntegrationWithSources): contract.Integration {
  return {
    id: publicId("integration", row.id),
    team_id: publicId("project", row.team_id),
    label: row.label,
    provider: row.provider,
    features: row.features,
    sources: row.source_ids.map((id) => publicId("source", id)),
    updated_at: row.updated_at,
    created_at: createdAt(row.id),
  };
}
