/** How does the dashboard add, rename and delete a view, and what does it say afterwards? A form shows a refused name itself. */
import type { BodyOf } from "@posthorn/contract/endpoint";
import {
  createSavedView,
  deleteSavedView,
  updateSavedView,
  type SavedView,
  type ViewedResource,
} from "@posthorn/contract/saved-views";
import { useMutation } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { useShowViews } from "./use-show-views.ts";

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
