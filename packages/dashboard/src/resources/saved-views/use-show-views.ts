/** Changes the views in the cache before the server is asked for them again. */
import type { SavedView, ViewedResource } from "@posthorn/contract/saved-views";
import { useQueryClient } from "@tanstack/react-query";
import { savedViewsQuery } from "./saved-view-queries.ts";

export function useShowViews(resource: ViewedResource) {
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
