/**
 * Asks the route again when a lock begins or ends while a page is open (`app/plan-lock.ts`). A page with unsaved input stays
 * until the person leaves it, so that they can still read what they have typed.
 */
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useSessionIfAny } from "../../resources/session/use-session.ts";
import { hasUnsavedInput } from "../../ui/form/leave-guard.tsx";

export function useLockChanges(): void {
  const router = useRouter();
  const lock = useSessionIfAny()?.organization.plan?.lock;
  const seen = useRef(lock);
  useEffect(() => {
    if (seen.current === lock || (lock && hasUnsavedInput())) return;
    seen.current = lock;
    void router.invalidate();
  }, [lock, router]);
}
