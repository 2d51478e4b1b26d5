/** Issue triggers for component tests, as the server would send them. */
import type { IssueTrigger } from "@posthorn/contract/issue-triggers";

const AT = "2026-11-14T14:00:00.000Z";

export const TRIGGER_ID = "it_0000000000000000000001";

export function aTrigger(change: Partial<IssueTrigger> = {}): IssueTrigger {
  return {
    id: TRIGGER_ID,
    team_id: "tm_1",
    name: "checkout-critical",
    type: "delivery",
    configs: { strategy: "final_attempt", connections: "*checkout*" },
    channels: { email: {} },
    disabled_at: null,
    deleted_at: null,
    updated_at: AT,
    created_at: AT,
    ...change,
  };
}
