/** What can a person do with the filters on screen and with the view that is open? Save, save as new, rename, delete. */
import type { SavedView, ViewedResource } from "@posthorn/contract/saved-views";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { later } from "../../ui/later.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { Asking } from "./view-dialogs.tsx";
import type { whyNotSave } from "./view-filters.ts";

const ViewDialogs = later(() => import("./view-dialogs.tsx")).component((loaded) => loaded.ViewDialogs);

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

export function ViewButtons(props: ViewButtonsProps) {
  const { resource, filters, isCli, view, hasView, refusal, whyNot, isSaving } = props;
  /** Undefined: nothing has been asked yet. */
  const [asking, setAsking] = useState<Asking | undefined>();
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
      {asking === undefined ? null : (
        <ViewDialogs
          asking={asking}
          resource={resource}
          filters={filters}
          isCli={isCli}
          view={view}
          onCreated={props.onCreated}
          onDeleted={props.onDeleted}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
