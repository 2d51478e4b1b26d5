/** How does an admin change what a project may deliver, and for how long its data are kept? */
import type { BodyOf } from "@posthorn/contract/endpoint";
import { publicId } from "@posthorn/contract/ids";
import type { Plan } from "@posthorn/contract/plans";
import * as contract from "@posthorn/contract/quotas";
import { readPlanOfProject } from "../../plans/plan-of.sql.ts";
import { readProjectQuotas, readThroughput, setProjectQuotas } from "../../store/projects.ts";
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
  serve(contract.updateQuotas, async ({ team_id, body, asCaller }) => {
    const plan = await readPlanOfProject(db, team_id);
    if (plan) refuseAbove(plan, await readThroughput(db, team_id), body);
    await setProjectQuotas(asCaller, team_id, body);
    return quotasOf(team_id);
  });
}

/** Null asks for as much as there is. `throughput` is what the project has, with what it has bought. */
function refuseAbove(
  { name, limits }: Plan,
  throughput: number | null,
  { max_events_per_second, retention_days }: BodyOf<typeof contract.updateQuotas>,
): void {
  const ofPlan = `what the plan ${name} allows`;
  const hasBought = throughput !== limits.included_throughput;
  const problems = (
    [
      [
        "max_events_per_second",
        max_events_per_second,
        throughput,
        hasBought ? "the throughput of the project" : ofPlan,
      ],
      ["retention_days", retention_days, limits.retention_days, ofPlan],
    ] as const
  ).flatMap(([field, asked, bound, what]) =>
    asked == null || bound === null || asked <= bound
      ? []
      : [`${field} must be at most ${bound}, which is ${what}`],
  );
  const [first, ...others] = problems;
  if (first !== undefined) throw invalid(first, ...others);
}
