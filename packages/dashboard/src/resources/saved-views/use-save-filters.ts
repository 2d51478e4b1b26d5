/**
 * How are the filters on screen saved into the view that is open?
 *
 * A save that meets somebody else's change shows no toast: the bar says so.
 */
import {
  listSavedViews,
  updateSavedView,
  type SavedView,
  type ViewedResource,
  type ViewFilters,
} from "@posthorn/contract/saved-views";
import { useMutation } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { ApiFailure, firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { useShowViews } from "./use-show-views.ts";
import { areSameFilters } from "./view-filters.ts";

export const SAVE_FAILED = "An error occurred while saving the view";

export interface FiltersChange {
  view: SavedView;
  filters: ViewFilters;
  /** The version that the person has opened. */
  version: string;
}

export function useSaveFilters(resource: ViewedResource) {
  const { show, refresh } = useShowViews(resource);
  return useMutation({
    mutationFn: (change: FiltersChange) => saveFilters(resource, change),
    onSuccess: (saved) => {
      show((views) => views.map((view) => (view.id === saved.id ? saved : view)));
      toast.success("View saved");
    },
    onError: (error) => {
      if (!isChangedMeanwhile(error)) toast.error(SAVE_FAILED, { description: firstMessage(error) });
    },
    onSettled: refresh,
  });
}

/** A rename by somebody else makes another version too, but nothing that this save would overwrite. */
async function saveFilters(
  resource: ViewedResource,
  { view: { id, filters: before }, filters, version }: FiltersChange,
): Promise<SavedView> {
  const save = (ifUnchangedSince: string) =>
    call(updateSavedView, { params: { id }, body: { filters }, ifUnchangedSince });
  try {
    return await save(version);
  } catch (error) {
    if (!isChangedMeanwhile(error)) throw error;
    const { models } = await call(listSavedViews, { query: { resource } });
    const newest = models.find((view) => view.id === id);
    if (!newest || !areSameFilters(newest.filters, before)) throw error;
    return save(newest.updated_at);
  }
}

function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === "CHANGED_MEANWHILE";
}
