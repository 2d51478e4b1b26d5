/** How does an admin change what a project may deliver, and for how long its data are kept? */
import type { BodyOf } from "@posthorn/contract/endpoint";
import { publicId } from "@posthorn/contract/ids";
import type { Plan } from "@posthorn/contract/plans";
import * as contract from "@posthorn/contract/quotas";
import { readPlanOfProject } from "../../plans/plan-of.sql.ts";
import { readProjectQuotas, setProjectQuotas } from "../../store/projects.ts";
import type { ApiDeps } from "../api-deps.ts";
import { notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { invalid } from "../validation.ts";

export function serveQuotas(serve: Serve, { db }: Pick<ApiDeps, "db">): void {
  async function quotasOf(team_id: string): Promise<contract.Quotas> {
    const quotas = await readProjectQuotas(db, team_id);
    if (!quotas) throw notFound(publicId("project", team_id)); // the project was deleted meanwhile
    return quotas;
  }

  serve(contract.getQuotas, ({ team_id }) => quotasOf(team_id));
  serve(contract.updateQuotas, async ({ team_id, body }) => {
    const plan = await readPlanOfProject(db, team_id);
    if (plan) refuseAbove(plan, body);
    await setProjectQuotas(db, team_id, body);
    return quotasOf(team_id);
  });
}

/** Null asks for as much as the plan allows. */
function refuseAbove(
  { name, limits }: Plan,
  { max_events_per_second, retention_days }: BodyOf<typeof contract.updateQuotas>,
): void {
  const most = { max_events_per_second: limits.included_throughput, retention_days: limits.retention_days };
  const problems = Object.entries({ max_events_per_second, retention_days }).flatMap(([field, asked]) => {
    // The cast is safe: both objects have the same keys.
    const bound = most[field as keyof typeof most];
    return asked == null || bound === null || asked <= bound
      ? []
      : [`${field} must be at most ${bound}, which is what the plan ${name} allows`];
  });
  const [first, ...others] = problems;
  if (first !== undefined) throw invalid(first, ...others);
}
