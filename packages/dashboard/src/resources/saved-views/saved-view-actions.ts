/**
 * How does the dashboard save, rename and delete a view, and what does it say afterwards?
 *
 * A form shows a refused name itself. A save that meets somebody else's change shows no toast: the bar says so.
 */
import type { BodyOf } from "@posthorn/contract/endpoint";
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
  type SavedView,
  type ViewedResource,
  type ViewFilters,
} from "@posthorn/contract/saved-views";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { ApiFailure, firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { savedViewsQuery } from "./saved-view-queries.ts";
import { areSameFilters } from "./view-filters.ts";

export const SAVE_FAILED = "An error occurred while saving the view";

/** Changes the list in the cache before the server is asked for it again. */
function useShowViews(resource: ViewedResource) {
  const client = useQueryClient();
  const { queryKey } = savedViewsQuery(resource);
  return {
    show: (change: (views: SavedView[]) => SavedView[]) =>
      client.setQueryData(queryKey, (list) => list && { models: change(list.models).toSorted(byName) }),
    refresh: () => client.invalidateQueries({ queryKey }),
  };
}

function byName(a: SavedView, b: SavedView): number {
  return a.name.localeCompare(b.name, undefined, { sensitivity: "base" });
}

export function useCreateView(resource: ViewedResource) {
  const { show, refresh } = useShowViews(resource);
  return useMutation({
    mutationFn: (body: Omit<BodyOf<typeof createSavedView>, "resource">) =>
      call(createSavedView, { body: { resource, ...body } }),
    onSuccess: (view) => {
      show((views) => [...views.filter(({ id }) => id !== view.id), view]);
      toast.success("View created");
    },
    onSettled: refresh,
  });
}

export function useRenameView(resource: ViewedResource) {
  const { show, refresh } = useShowViews(resource);
  return useMutation({
    mutationFn: ({ id, name }: Pick<SavedView, "id" | "name">) =>
      call(updateSavedView, { params: { id }, body: { name } }),
    onSuccess: (saved) => {
      show((views) => views.map((view) => (view.id === saved.id ? saved : view)));
      toast.success("View renamed");
    },
    onSettled: refresh,
  });
}

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

/** `onDeleted` runs before the view leaves the bar. */
export function useDeleteView(resource: ViewedResource, onDeleted: (id: string) => void) {
  const { show, refresh } = useShowViews(resource);
  return useMutation({
    mutationFn: ({ id }: SavedView) => call(deleteSavedView, { params: { id } }),
    onSuccess: (_deleted, { id }) => {
      onDeleted(id);
      show((views) => views.filter((view) => view.id !== id));
      toast.success("View deleted");
    },
    onError: (error) => toast.error("Failed to delete view", { description: firstMessage(error) }),
    onSettled: refresh,
  });
}
