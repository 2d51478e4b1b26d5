/**
 * On what does a bulk operation act? Pure.
 *
 * A query uses the filters of the API's list. Where it comes from a list, it has the dates that the list covers, so
 * nobody retries years by accident.
 */
import type { BulkType } from "@posthorn/contract/causes";

export type BulkQuery = Readonly<Record<string, unknown>>;

/** The actions that lists offer. */
export type BulkAction = Exclude<BulkType, "requests.replay">;
