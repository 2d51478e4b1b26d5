/**
 * What a route throws instead of loading while the plan of the organization closes the pages of its projects, so that none of
 * their data is asked for. The server refuses the data as well.
 */
import type { Lock } from "@posthorn/contract/plans";

export class PlanLocked extends Error {
  readonly lock: Lock;

  constructor(lock: Lock) {
    super("Locked");
    this.lock = lock;
  }
}

/** Settings are where a person finds the way out. */
export function staysOpen(pathname: string): boolean {
  return pathname.startsWith("/settings");
}
