/**
 * How does the operator's file come into force?
 *
 * At every start, before anything is received: the versions in the file are stored, and the offer becomes that of the
 * file. Without a file nothing is limited any more, and nothing is lost: the same file brings every organization's plan
 * back. The database, not the process, says whether plans are in force, so all processes act alike.
 */
import type { Database } from "../store/database.ts";
import { keepPlan, liftPlans, lockOffer, type PlanVersion, setOffer } from "../store/plans.ts";
import { subscribeRest } from "../store/subscriptions.ts";
import type { PlansFile } from "./plans-file.ts";

/** Returns what the operator must change first; then nothing has come into force. */
export async function applyPlans(db: Database, file: PlansFile | null): Promise<readonly string[]> {
  if (file === null) {
    await liftPlans(db);
    return [];
  }
  const mistakes: string[] = [];
  await db.transaction(async (tx) => {
    await lockOffer(tx);
    for (const plan of file.plans) {
      if (await keepPlan(tx, plan)) continue;
      mistakes.push(
        `version ${plan.version} of the plan "${plan.id}" has changed. Organizations may have it: restore it, and add the change as version ${plan.version + 1}`,
      );
    }
    if (mistakes.length > 0) return;
    await setOffer(tx, {
      offered: offeredPlans(file),
      default_id: file.default,
      contact_url: file.contact_url,
    });
    if (file.existing !== null) await subscribeRest(tx, file.existing);
  });
  return mistakes;
}

/** The highest version of each plan, in the order of the file. */
export function offeredPlans({ plans }: Pick<PlansFile, "plans">): PlanVersion[] {
  return plans.filter((plan) => !plans.some(({ id, version }) => id === plan.id && version > plan.version));
}
