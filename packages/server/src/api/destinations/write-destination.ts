/**
 * How is a destination made or brought up to date by its name?
 *
 * Asked by the endpoints of destinations and by connections that bring their destination with them. A
 * destination that is there needs no URL; a new one does.
 */
import type { DestinationInput } from "@posthorn/contract/destinations";
import type { AddressGuard } from "../../outbound/address-guard.ts";
import type { Queryable } from "../../store/database.ts";
import {
  insertDestination,
  updateDestinationByName,
  type DestinationRow,
  type NewDestination,
} from "../../store/destinations.ts";
import { invalid } from "../validation.ts";
import { checkUrl } from "./check-url.ts";

/** `path` is where the destination stands in the caller's input: empty, or `destination.`. */
function asNew(input: DestinationInput, path: string): NewDestination {
  const url = input.config?.url;
  if (url === undefined) throw invalid(`${path}config.url is required`);
  return { ...input, config: { ...input.config, url } };
}

/** Null when the name is taken. */
export async function createDestination(
  db: Queryable,
  guard: AddressGuard,
  team_id: string,
  input: DestinationInput,
): Promise<DestinationRow | null> {
  checkUrl(input.config?.url, guard);
  return insertDestination(db, team_id, asNew(input, ""));
}

export async function upsertDestination(
  db: Queryable,
  guard: AddressGuard,
  { team_id, input, path }: { team_id: string; input: DestinationInput; path: "" | "destination." },
): Promise<DestinationRow> {
  checkUrl(input.config?.url, guard);
  // An insert that finds the name taken means somebody was quicker, so the next update finds that row.
  for (;;) {
    const updated = await updateDestinationByName(db, team_id, { ...input, type: input.type ?? "HTTP" });
    if (updated) return updated;
    const inserted = await insertDestination(db, team_id, asNew(input, path));
    if (inserted) return inserted;
  }
}
