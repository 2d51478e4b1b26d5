/**
 * Has somebody else changed the view that is open?
 *
 * The list of views is read again and again, so its newest version is not what the person opened. This keeps the
 * version that the person has seen. A newer one with the same filters, or with the filters on screen, is no surprise
 * and takes its place.
 */
import type { SavedView } from "@posthorn/contract/saved-views";
import { useState } from "react";
import { areSameFilters } from "./view-filters.ts";

export interface OpenedView {
  /** The version that a save names. */
  version: string;
  isChangedByOthers: boolean;
}

export function useOpenedView(newest: SavedView | undefined, filters: object): OpenedView | undefined {
  const [opened, setOpened] = useState(newest);
  if (newest === undefined) return undefined;
  const isSurprise =
    opened?.id === newest.id &&
    !areSameFilters(opened.filters, newest.filters) &&
    !areSameFilters(newest.filters, filters);
  if (isSurprise) return { version: opened.updated_at, isChangedByOthers: true };
  if (opened?.id !== newest.id || opened.updated_at !== newest.updated_at) setOpened(newest);
  return { version: newest.updated_at, isChangedByOthers: false };
}
