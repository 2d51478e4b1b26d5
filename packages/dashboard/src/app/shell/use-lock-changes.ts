/**
 * Asks the route again when a lock begins or ends while a page is open (`app/plan-lock.ts`). A page with unsaved input stays
 * until the person leaves it, so that they can still read what they have typed.
 */
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { planOf } from "../../resources/plans/session-plan.ts";
import { useCurrentProjectId, usePerson } from "../../resources/session/use-session.ts";
import { hasUnsavedInput } from "../../ui/form/leave-guard.tsx";

export function useLockChanges(): void {
  const router = useRouter();
  const lock = planOf(usePerson(), useCurrentProjectId())?.lock ?? null;
  const seen = useRef(lock);
  useEffect(() => {
    if (seen.current === lock || (lock && hasUnsavedInput())) return;
    seen.current = lock;
    void router.invalidate();
  }, [lock, router]);
}
