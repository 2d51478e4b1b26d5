/**
 * How far has a project come in the guide through its first connection?
 *
 * The guide saves the ids of what it has made, so that another browser goes on where the first one stopped. If two
 * browsers save, the last one counts: both name things that exist.
 */
import { type IdKind, internalId, publicId } from "@posthorn/contract/ids";
import * as contract from "@posthorn/contract/onboarding";
import {
  readOnboardingProgress,
  saveOnboardingProgress,
  type OnboardingProgressRow,
} from "../../store/onboarding-progress.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { Serve } from "../call.ts";
import { findConnection } from "../connections/connections.sql.ts";
import { destinationReads } from "../destinations/destinations.sql.ts";
import { sourceReads } from "../sources/sources.sql.ts";
import { invalid } from "../validation.ts";

function shown(kind: IdKind, id: string | null): string | null {
  return id && publicId(kind, id);
}

function view(row: OnboardingProgressRow): contract.OnboardingProgress {
  return {
    source_id: shown("source", row.source_id),
    destination_id: shown("destination", row.destination_id),
    webhook_id: shown("connection", row.webhook_id),
    use_case: row.use_case,
  };
}

export function serveOnboarding(serve: Serve, { db }: Pick<ApiDeps, "db">): void {
  serve(contract.getOnboardingProgress, async ({ team_id }) =>
    view(await readOnboardingProgress(db, team_id)),
  );

  serve(contract.saveOnboardingProgress, async ({ team_id, body }) => {
    /** A thing that was deleted meanwhile may be named: the reply leaves it out. */
    const own = async (
      field: keyof typeof body,
      kind: IdKind,
      find: (uuid: string) => Promise<{ id: string } | null>,
    ): Promise<string | null> => {
      const id = body[field];
      if (id === null) return null;
      const uuid = internalId(kind, id);
      const row = uuid && (await find(uuid));
      if (!row) throw invalid(`${field} is not the id of a ${kind}`);
      return row.id;
    };
    const source_id = await own("source_id", "source", (uuid) => sourceReads.find(db, team_id, uuid));
    const destination_id = await own("destination_id", "destination", (uuid) =>
      destinationReads.find(db, team_id, uuid),
    );
    const webhook_id = await own("webhook_id", "connection", (uuid) => findConnection(db, team_id, uuid));
    await saveOnboardingProgress(db, team_id, { source_id, destination_id, webhook_id });
    return view(await readOnboardingProgress(db, team_id));
  });
}
