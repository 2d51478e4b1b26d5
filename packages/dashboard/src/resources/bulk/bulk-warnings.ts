/** What should a person know before a bulk operation begins? Pure. */
import { RETRY_LEAVES_OUT } from "@posthorn/contract/texts";
import type { BulkAction, BulkQuery } from "./bulk-query.ts";
import { listed } from "./retry-choice.ts";

export const ONLY_CANCELLABLE =
  "Only events that are either queued, paused, delayed, or have future scheduled attempts can be cancelled. Events not matching that criteria are excluded from the bulk cancel operation.";

/** Statuses whose events never have an attempt before them. */
const AT_REST = new Set(["SUCCESSFUL", "CANCELLED"]);
/** Statuses whose events wait for an attempt. */
const WAITING = new Set(["QUEUED", "SCHEDULED", "HOLD"]);

/** What people should know before they begin. */
export function warningsFor(type: BulkAction, query: BulkQuery): readonly string[] {
  const statuses = listed(query["status"]);
  const mayBe = (among: ReadonlySet<string>) =>
    statuses.length === 0 || statuses.some((status) => among.has(status));
  const texts: string[] = [];
  if (type === "events.retry" && mayBe(WAITING)) texts.push(RETRY_LEAVES_OUT);
  if (type === "events.cancel" && mayBe(AT_REST)) texts.push(ONLY_CANCELLABLE);
  return texts;
}
