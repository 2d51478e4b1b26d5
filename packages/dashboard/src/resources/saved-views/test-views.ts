/** Saved views for tests, as the server would send them. */
import type { SavedView } from "@posthorn/contract/saved-views";

const AT = "2026-11-14T14:00:00.000Z";

export function aView(number: number, change: Partial<SavedView> = {}): SavedView {
  return {
    id: `viw_${number}`,
    resource: "events",
    name: `View ${number}`,
    filters: { status: ["FAILED"] },
    is_cli: false,
    created_at: AT,
    updated_at: AT,
    ...change,
  };
}
