/**
 * Asks the route again when a lock begins or ends while a page is open (`app/plan-lock.ts`). The settings stay open, and a page
 * with unsaved input stays until the person leaves it, so that they can still read what they have typed.
 */
import type { Lock } from "@posthorn/contract/plans";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useSessionIfAny } from "../../resources/session/use-session.ts";
import { hasUnsavedInput } from "../../ui/form/leave-guard.tsx";
import { staysOpen } from "../plan-lock.ts";

/** What the session says; null: no lock. */
export function useLock(): Lock | null {
  return useSessionIfAny()?.organization.plan?.lock ?? null;
}

/** `first` is the lock that the page stands for: one may have begun between the decision of the route and the first paint. */
export function useLockChanges(first: Lock | null): void {
  const router = useRouter();
  const lock = useLock();
  const seen = useRef(first);
  useEffect(() => {
    if (seen.current === lock || (lock && hasUnsavedInput())) return;
    seen.current = lock;
    if (!staysOpen(router.latestLocation.pathname)) void router.invalidate();
  }, [lock, router]);
}
