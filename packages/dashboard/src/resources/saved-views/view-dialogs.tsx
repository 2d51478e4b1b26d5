/** What is asked before a view is added, renamed or deleted? */
import type { SavedView, ViewedResource } from "@posthorn/contract/saved-views";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useCreateView, useDeleteView, useRenameView } from "./saved-view-actions.ts";
import { givenFilters } from "./view-filters.ts";
import { ViewNameDialog } from "./view-name-dialog.tsx";

/** Null: the last question has been answered. */
export type Asking = "new" | "rename" | "delete" | null;

export interface ViewDialogsProps {
  asking: Asking;
  resource: ViewedResource;
  filters: object;
  isCli: boolean;
  /** The stored view that is open. */
  view: SavedView | undefined;
  onCreated: (view: SavedView) => void;
  onDeleted: (id: string) => void;
  onClose: () => void;
}

export function ViewDialogs(props: ViewDialogsProps) {
  const { asking, resource, filters, isCli, view, onCreated, onDeleted, onClose } = props;
  const { mutateAsync: create } = useCreateView(resource);
  const { mutateAsync: rename } = useRenameView(resource);
  const { mutate: remove, isPending: isDeleting } = useDeleteView(resource, (id) => {
    onClose();
    onDeleted(id);
  });
  return (
    <>
      {asking === "new" ? (
        <ViewNameDialog
          title="Save as new view"
          description="Everybody in this project sees it."
          name=""
          saveLabel="Save"
          onName={async (name) =>
            onCreated(await create({ name, filters: givenFilters(filters), is_cli: isCli }))
          }
          onClose={onClose}
        />
      ) : null}
      {asking === "rename" && view ? (
        <ViewNameDialog
          title="Rename view"
          description="Everybody in this project sees the new name."
          name={view.name}
          saveLabel="Rename"
          onName={(name) => rename({ id: view.id, name })}
          onClose={onClose}
        />
      ) : null}
      {view ? (
        <ConfirmDialog
          isOpen={asking === "delete"}
          title="Delete view"
          description={`“${view.name}” disappears for everybody in this project. The ${resource} that it shows stay as they are.`}
          confirmLabel="Delete"
          isDanger
          isPending={isDeleting}
          onConfirm={() => remove(view)}
          onClose={onClose}
        />
      ) : null}
    </>
  );
}
