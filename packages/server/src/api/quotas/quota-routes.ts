/** How does an admin change what a project may deliver, and for how long its data are kept? */
import { publicId } from "@posthorn/contract/ids";
import * as contract from "@posthorn/contract/quotas";
import { readProjectQuotas, setProjectQuotas } from "../../store/projects.ts";
import type { ApiDeps } from "../api-deps.ts";
import { notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";

export function serveQuotas(serve: Serve, { db }: Pick<ApiDeps, "db">): void {
  async function quotasOf(team_id: string): Promise<contract.Quotas> {
    const quotas = await readProjectQuotas(db, team_id);
    if (!quotas) throw notFound(publicId("project", team_id)); // the project was deleted meanwhile
    return quotas;
  }

  serve(contract.getQuotas, ({ team_id }) => quotasOf(team_id));
  serve(contract.updateQuotas, async ({ team_id, body }) => {
    await setProjectQuotas(db, team_id, body);
    return quotasOf(team_id);
  });
}
