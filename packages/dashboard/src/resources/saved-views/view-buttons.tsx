/** What can a person do with the filters on screen and with the view that is open? Save, save as new, rename, delete. */
import type { SavedView, ViewedResource } from "@posthorn/contract/saved-views";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { later } from "../../ui/later.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { useCreateView, useDeleteView, useRenameView } from "./saved-view-actions.ts";
import { givenFilters, type whyNotSave } from "./view-filters.ts";

const ViewNameDialog = later(() => import("./view-name-dialog.tsx")).component(
  (loaded) => loaded.ViewNameDialog,
);

export interface ViewButtonsProps {
  resource: ViewedResource;
  filters: object;
  isCli: boolean;
  /** The stored view that is open. */
  view: SavedView | undefined;
  /** A stored view or the CLI view is open. */
  hasView: boolean;
  refusal: string | undefined;
  whyNot: ReturnType<typeof whyNotSave>;
  isSaving: boolean;
  onSave: () => void;
  onCreated: (view: SavedView) => void;
  onDeleted: (id: string) => void;
}

type Asking = "new" | "rename" | "delete" | null;

export function ViewButtons(props: ViewButtonsProps) {
  const { resource, filters, isCli, view, hasView, refusal, whyNot, isSaving } = props;
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const { mutateAsync: create } = useCreateView(resource);
  const { mutateAsync: rename } = useRenameView(resource);
  const { mutate: remove, isPending: isDeleting } = useDeleteView(resource, (id) => {
    close();
    props.onDeleted(id);
  });
  return (
    <div className="flex items-center gap-1.5 py-1.5">
      <Button variant="quiet" size="sm" disabledReason={whyNot.saveAsNew} onClick={() => setAsking("new")}>
        Save as new
      </Button>
      {hasView ? (
        <Button size="sm" isPending={isSaving} disabledReason={whyNot.save} onClick={props.onSave}>
          Save
        </Button>
      ) : null}
      {view && refusal === undefined ? (
        <Menu align="end" trigger={<IconButton label="View options" icon={<Ellipsis />} size="sm" />}>
          <MenuItem icon={<Pencil />} onSelect={() => setAsking("rename")}>
            Rename…
          </MenuItem>
          <MenuItem icon={<Trash2 />} isDanger onSelect={() => setAsking("delete")}>
            Delete…
          </MenuItem>
        </Menu>
      ) : null}
      {asking === "new" ? (
        <ViewNameDialog
          title="Save as new view"
          description="Everybody in this project sees it."
          name=""
          saveLabel="Save"
          onName={async (name) =>
            props.onCreated(await create({ name, filters: givenFilters(filters), is_cli: isCli }))
          }
          onClose={close}
        />
      ) : null}
      {asking === "rename" && view ? (
        <ViewNameDialog
          title="Rename view"
          description="Everybody in this project sees the new name."
          name={view.name}
          saveLabel="Rename"
          onName={(name) => rename({ id: view.id, name })}
          onClose={close}
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
          onClose={close}
        />
      ) : null}
    </div>
  );
}
